/* SPDX-License-Identifier: MIT
 *
 * device.h - the one table of devices that targets run on: what is known of a kind
 * before one is open, and the functions that the judge calls on an open one.
 *
 * src/device/<name>.c has a kind's entry, device.c lists them.  A GPU's functions come
 * from a plugin, so that the program needs neither driver nor toolkit otherwise.
 * Nothing outside these files asks which device it is: each difference is a fact or a
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

/* A device's state while it is still warm; NaN: it does not report that. */
struct aisp_device_health {
	double identity; /* hash of its UUID; for a group, of all UUIDs */
	double power_w, power_limit_w, celsius;
	double reasons;  /* that hold its clocks down, a mask */
	double heat;     /* 1 if heat or a lack of power is among them */
	double n_others; /* processes on it that are not ours */
};

/* Figures by which a comparison's launches are planned. */
struct aisp_pace {
	double sample_min_ns; /* long compared with the clock's resolution */
	double launch_ns;     /* for one launch's samples together */
	double slots_bytes;   /* of all slots */
	double max_slots;
	double fill_bytes_per_ns; /* fill and poison, slower distributions aside */
	double n_samples_max;
	double look_ns; /* to check what a sample left */
	int n_rings;    /* of the empty variant, for calibration */
	/* The outputs of each sample are compared, however long a reference takes; else
	 * those of one sample in a launch, which no variant can know. */
	bool compares_each;
};

/* What a driver needs in a worker; all zero without a driver. */
struct aisp_driver {
	/* File names of the plugins below the library's directory. */
	const char *judge_plugin, *worker_plugin, *trace_plugin;
	const char *launcher_plugin;        /* for variants that are only device code */
	const struct aisp_plan_file *files; /* the last has no path */
	int max_descriptors;                /* 0: as many as any worker */
	/* System calls beyond those of a CPU's worker, up to NULL: while it loads; in
	 * calls; in calls if the workload declares AISP_USES_ALLOC, or
	 * AISP_USES_MANAGED. */
	const char *const *loading;
	const char *const *calling;
	const char *const *allocating;
	const char *const *moving;
};

/* NVBench's names for its figures. */
struct aisp_nvbench_words {
	const char *prefix, *time_tag, *time_name;
};

/* A call's work and where its data lie, for the roof. */
struct aisp_work {
	double flops, bytes;                   /* compulsory, of one call */
	double from_host_bytes, to_host_bytes; /* of those, across the bus */
	double wire_bytes;  /* besides, from devices of other ranks */
	double all_bytes;   /* of all calls in a sample */
	double write_share; /* of the traffic; -1: the best share */
	enum aisp_dtype compute;
	int n_threads;
	bool is_cold;
};

/* Measured peaks of this machine; NULL: unknown. */
struct aisp_known_peaks {
	const struct aisp_peaks *cpu;
	const struct aisp_gpu_peaks *gpu;
};

/* A kind of device, known before one is open. */
struct aisp_device_kind {
	enum aisp_device id;
	const char *name;   /* "cpu": in targets, options and records */
	const char *suffix; /* of its variants' sources: ".c" */

	bool is_host;      /* tensors lie in the judge's memory files, not in blocks */
	bool is_async;     /* its work goes on while its worker has no CPU */
	bool is_readonly;  /* what a worker mapped for reading stays read-only */
	bool has_events;   /* the worker times calls by the device's clock, too */
	bool has_figures;  /* a record has a member for its figures */
	bool is_in_cycles; /* its clock varies: a verdict must also hold in cycles */
	bool is_calibrated_once; /* its workers start slowly, and are all alike */
	bool is_rounded; /* its compiler can round differently: `bench verify` */
	bool is_large;   /* preset "default" takes aisp_param's `cuda` */
	struct aisp_pace pace;
	struct aisp_nvbench_words nvbench;
	const struct aisp_driver *driver; /* NULL: none */

	/* Fill *d with the device of that number, from 0. Returns 0, or -1 with *err
	 * filled and nothing open. */
	int (*open)(struct aisp_open_device *d, int number, const char *lib_dir,
		    struct aisp_err *err);
	void (*close)(struct aisp_open_device *d);
	/* Note facts that hold for every launch on this kind. */
	void (*note)(struct aisp_evidence *e);
	/* `ours` are our processes.  NULL: the worker's surroundings tell. */
	void (*health)(const struct aisp_open_device *d, const pid_t *ours, int n_ours,
		       struct aisp_device_health *h);
	/* J used since some moment, by its own counter, which is updated now and then;
	 * NaN: it has no counter.  NULL: no device of this kind has one. */
	double (*energy_j)(const struct aisp_open_device *d);
	/* The least time that the peaks allow.  Returns -1 if there is none. */
	int (*roof)(const struct aisp_known_peaks *p, const struct aisp_work *w,
		    struct aisp_roof *roof);
	/* Were the peaks measured on a disturbed machine?  NULL: they never are, and a
	 * result above them is no reason to measure again. */
	bool (*doubts_peaks)(const struct aisp_known_peaks *p, char *why, size_t size);
};

struct aisp_open_device {
	const struct aisp_device_kind *kind;
	const struct aisp_device_ops *ops;
	struct aisp_device_state *state;
	struct aisp_device_info info;
	int number;              /* the driver's, from 0 */
	struct aisp_nvml *nvml;  /* its NVML; NULL: none */
	char node[32];           /* its device file, for the worker; "": none */
	char environment[2][80]; /* of its workers; "": none */
	/* A group's (device_group.h), one for each rank; it has no node itself. */
	const struct aisp_open_device *members;
	int n_members; /* 0: a single device */
};

/* The entry of that kind; the entry with that name, or suffix, or NULL. */
const struct aisp_device_kind *aisp_device_kind(enum aisp_device id);
const struct aisp_device_kind *aisp_device_named(const char *name);
const struct aisp_device_kind *aisp_device_of_suffix(const char *suffix);

const char *aisp_device_name(enum aisp_device d); /* "cpu", "cuda" */

/* The CPU, which is always open. */
extern const struct aisp_open_device aisp_host_device;

/* The entries of all kinds. */
extern const struct aisp_device_kind aisp_device_cpu, aisp_device_cuda;

#endif
