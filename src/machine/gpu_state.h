/* SPDX-License-Identifier: MIT
 *
 * gpu_state.h - the present state of a GPU: clocks, what limits them, power, heat and
 * processes.  The judge reads it before and after its launches.
 */
#ifndef AISP_GPU_STATE_H
#define AISP_GPU_STATE_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/err.h"
#include "machine/nvml.h"

/* NVML's nvmlClocksEventReasons: why the clocks are not higher. */
enum aisp_gpu_reason {
	AISP_GPU_IDLE = 0x1,
	AISP_GPU_USER_CLOCKS = 0x2, /* held to application or locked clocks */
	AISP_GPU_POWER_CAP = 0x4,
	AISP_GPU_HW_SLOWDOWN = 0x8,
	AISP_GPU_SYNC_BOOST = 0x10,
	AISP_GPU_SW_THERMAL = 0x20,
	AISP_GPU_HW_THERMAL = 0x40,
	AISP_GPU_POWER_BRAKE = 0x80,
	AISP_GPU_DISPLAY_CLOCKS = 0x100,

	/* The reasons that mean trouble. */
	AISP_GPU_SLOWED = AISP_GPU_HW_SLOWDOWN | AISP_GPU_SW_THERMAL |
			  AISP_GPU_HW_THERMAL | AISP_GPU_POWER_BRAKE,
};

#define AISP_GPU_MAX_PROCESSES 32

struct aisp_gpu_process {
	pid_t pid;            /* in this process's PID namespace, if visible there */
	int64_t memory_bytes; /* on the GPU; -1 unknown */
	char name[32];        /* "" if /proc does not show it */
};

struct aisp_gpu_state {
	double sm_mhz, memory_mhz, power_w, temperature_c; /* NaN: not told */
	int64_t reasons; /* enum aisp_gpu_reason; -1 not told */
	int n_processes; /* processes with a context on it, at most the array's; -1
			    unknown */
	struct aisp_gpu_process processes[AISP_GPU_MAX_PROCESSES];
};

/*
 * Reads the state. gpu is as for aisp_nvml_find(): a UUID or a PCI bus id, since CUDA
 * numbers devices differently.  Takes about a millisecond. 0, or -1 with *err filled.
 */
int aisp_gpu_state_read(const struct aisp_nvml *n, const char *gpu,
			struct aisp_gpu_state *s, struct aisp_err *err);

/* Likewise for a device that is open.  Values that it does not report are unknown. */
void aisp_gpu_state_of(const struct aisp_nvml *n, struct aisp_nvml_device *d,
		       struct aisp_gpu_state *s);

/* "power cap, too hot"; "none" for 0, "unknown" for -1. */
void aisp_gpu_reasons_format(int64_t reasons, char *text, size_t size);

/*
 * Is one of these processes in the list? If processes that surely have a context are
 * missing, the list is of another namespace, or empty for it, and does not show others.
 */
int aisp_gpu_lists(const struct aisp_gpu_state *s, const pid_t *pids, int n_pids);

/*
 * How many of the processes are not in ours[n_ours]; text names them, as in "312
 * (python3), 4711". -1 and "" if unknown.
 */
int aisp_gpu_others(const struct aisp_gpu_state *s, const pid_t *ours, int n_ours,
		    char *text, size_t size);

#endif
