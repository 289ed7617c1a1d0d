/* SPDX-License-Identifier: MIT
 *
 * gpu_state.h - what a GPU does at this moment: clocks, what holds them down,
 * power, heat and who uses it.  The judge looks before and after its launches.
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

	/* Those that mean trouble. */
	AISP_GPU_SLOWED = AISP_GPU_HW_SLOWDOWN | AISP_GPU_SW_THERMAL |
			  AISP_GPU_HW_THERMAL | AISP_GPU_POWER_BRAKE,
};

#define AISP_GPU_MAX_PROCESSES 32

struct aisp_gpu_process {
	pid_t pid;            /* as this process's PID namespace counts, if it can */
	int64_t memory_bytes; /* on the GPU; -1 unknown */
	char name[32];        /* "" where /proc does not show it */
};

struct aisp_gpu_state {
	double sm_mhz, memory_mhz, power_w, temperature_c; /* NaN: not told */
	int64_t reasons; /* enum aisp_gpu_reason; -1 not told */
	int n_processes; /* with a context on it, at most the array's; -1 not told */
	struct aisp_gpu_process processes[AISP_GPU_MAX_PROCESSES];
};

/*
 * gpu as aisp_nvml_find() takes it: a UUID or a PCI bus id, for CUDA counts
 * devices in another order.  About a millisecond.  0, or -1 with *err filled.
 */
int aisp_gpu_state_read(const struct aisp_nvml *n, const char *gpu,
			struct aisp_gpu_state *s, struct aisp_err *err);

/* The same of a device at hand.  What it does not tell is unknown. */
void aisp_gpu_state_of(const struct aisp_nvml *n, struct aisp_nvml_device *d,
		       struct aisp_gpu_state *s);

/* "power cap, too hot"; "none" for 0, "unknown" for -1. */
void aisp_gpu_reasons_format(int64_t reasons, char *text, size_t size);

/*
 * Is one of these processes among them?  If those that have a context there are not,
 * the list is of another namespace, or empty for it, and tells nothing of others.
 */
int aisp_gpu_lists(const struct aisp_gpu_state *s, const pid_t *pids, int n_pids);

/*
 * How many of the processes are none of ours[n_ours], named in text as
 * "312 (python3), 4711"; -1 and "" if that is not told.
 */
int aisp_gpu_others(const struct aisp_gpu_state *s, const pid_t *ours, int n_ours,
		    char *text, size_t size);

#endif
