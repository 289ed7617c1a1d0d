/* SPDX-License-Identifier: MIT
 *
 * device.h - the one table of what targets run on: what is known of a kind of device
 * before one is open, and what the judge asks of an open one.
 *
 * src/device/<name>.c has a kind's entry, device.c lists them.  A GPU's functions come
 * from a plugin, so that the program needs neither driver nor toolkit otherwise.
 * Nothing outside these files asks which device it is: what differs is a fact or a
 * function here.
 */
#ifndef AISP_DEVICE_H
#define AISP_DEVICE_H

#include <sys/types.h>

#include "device_ops.h"

#define AISP_N_DEVICES (AISP_DEVICE_CUDA + 1)

struct aisp_evidence;
struct aisp_gpu_peaks;
struct aisp_nvml;
struct aisp_open_device;
struct aisp_peaks;
struct aisp_plan_file; /* worker/protocol.h */
struct aisp_roof;

/* What one says of itself while it is warm; NaN: it does not. */
struct aisp_device_health {
	double identity; /* hash of its UUID; of several, of all of them */
	double power_w, power_limit_w, celsius;
	double reasons;  /* that hold its clocks down, as a mask */
	double heat;     /* 1 if heat or a lack of power is among them */
	double n_others; /* processes on it that are none of ours */
};

/* How a launch of a comparison is planned. */
struct aisp_pace {
	double sample_min_ns; /* long beside what the clock cannot resolve */
	double launch_ns;     /* what one launch's samples may take */
	double slots_bytes;   /* of all slots */
	double max_slots;
	double fill_bytes_per_ns; /* fill and poison, slower distributions aside */
	double n_samples_max;
	double look_ns; /* at what a sample left */
	int n_rings;    /* of the empty variant, to calibrate */
	/* The outputs of each sample are compared, however long a reference takes;
	 * else those of one in a launch that no variant can know. */
	bool compares_each;
};

/* What its driver needs in a worker; all zero without a driver. */
struct aisp_driver {
	/* The plugins' names below the library's directory. */
	const char *judge_plugin, *worker_plugin, *trace_plugin;
	const char *launcher_plugin;        /* of variants that are device code alone */
	const struct aisp_plan_file *files; /* up to one without a path */
	int max_descriptors;                /* 0: what every worker may have */
	/* System calls beside those of a CPU's worker, up to NULL: while it loads,
	 * in calls, and in calls where the workload declares AISP_USES_ALLOC. */
	const char *const *loading;
	const char *const *calling;
	const char *const *allocating;
};

/* What NVBench's programs call its figures. */
struct aisp_nvbench_words {
	const char *prefix, *time_tag, *time_name;
};

/* A call's work and where its data lie, for the roof. */
struct aisp_work {
	double flops, bytes;                   /* compulsory, of one call */
	double from_host_bytes, to_host_bytes; /* of those, across the bus */
	double wire_bytes;  /* beside those: from devices of other ranks */
	double all_bytes;   /* of a sample's calls */
	double write_share; /* of the traffic; -1: the best */
	enum aisp_dtype compute;
	int n_threads;
	bool is_cold;
};

/* Of this machine, measured; NULL: not known. */
struct aisp_known_peaks {
	const struct aisp_peaks *cpu;
	const struct aisp_gpu_peaks *gpu;
};

/* A kind of device, known before one is open. */
struct aisp_device_kind {
	enum aisp_device id;
	const char *name;   /* "cpu": in targets, options and records */
	const char *suffix; /* of sources of its variants: ".c" */

	bool is_host;      /* tensors lie in the judge's memory files, not in blocks */
	bool is_async;     /* what it was given goes on while its worker has no CPU */
	bool is_readonly;  /* memory that a worker got for reading stays so */
	bool has_events;   /* the worker times calls by a clock of the device, too */
	bool has_figures;  /* a record has a member for its own figures */
	bool is_in_cycles; /* its clock moves: a verdict must hold in cycles as well */
	bool is_calibrated_once; /* its workers are slow to start, and all alike */
	bool is_rounded; /* its compiler can round in other ways: `bench verify` */
	bool is_large;   /* the preset "default" is aisp_param's `cuda` */
	struct aisp_pace pace;
	struct aisp_nvbench_words nvbench;
	const struct aisp_driver *driver; /* NULL: none */

	/* Fill *d, the one of that number, from 0.  0, or -1 with *err filled and
	 * nothing open. */
	int (*open)(struct aisp_open_device *d, int number, const char *lib_dir,
		    struct aisp_err *err);
	void (*close)(struct aisp_open_device *d);
	/* Facts that hold for every launch on this kind. */
	void (*note)(struct aisp_evidence *e);
	/* Ours are our processes.  NULL: the surroundings of a worker tell. */
	void (*health)(const struct aisp_open_device *d, const pid_t *ours, int n_ours,
		       struct aisp_device_health *h);
	/* J that it has used since some moment, by its own counter, which moves now and
	 * then; NaN: it tells none.  NULL: no kind of it does. */
	double (*energy_j)(const struct aisp_open_device *d);
	/* The least time that the peaks allow.  -1: there is none. */
	int (*roof)(const struct aisp_known_peaks *p, const struct aisp_work *w,
		    struct aisp_roof *roof);
	/* Were they measured while others disturbed?  NULL: they never are, and what
	 * beats them is no reason to measure again. */
	bool (*doubts_peaks)(const struct aisp_known_peaks *p, char *why, size_t size);
};

struct aisp_open_device {
	const struct aisp_device_kind *kind;
	const struct aisp_device_ops *ops;
	struct aisp_device_state *state;
	struct aisp_device_info info;
	int number;              /* the driver's, from 0 */
	struct aisp_nvml *nvml;  /* answers for it; NULL: nobody does */
	char node[32];           /* its own file, for the worker; "" none */
	char environment[2][80]; /* of its workers; "" none */
	/* Of a group (device_group.h), one for each rank; it has no node of its own. */
	const struct aisp_open_device *members;
	int n_members; /* 0: it is one device */
};

/* The entry of that kind; of that name, or NULL; of that suffix, or NULL. */
const struct aisp_device_kind *aisp_device_kind(enum aisp_device id);
const struct aisp_device_kind *aisp_device_named(const char *name);
const struct aisp_device_kind *aisp_device_of_suffix(const char *suffix);

const char *aisp_device_name(enum aisp_device d); /* "cpu", "cuda" */

/* The CPU: it is always open. */
extern const struct aisp_open_device aisp_host_device;

/* The entries. */
extern const struct aisp_device_kind aisp_device_cpu, aisp_device_cuda;

#endif
