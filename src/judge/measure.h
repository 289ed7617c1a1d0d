/* SPDX-License-Identifier: MIT
 *
 * measure.h - one launch of one variant: fresh inputs for every call, the
 * outside clock, and the outputs of the timed calls verified.
 */
#ifndef AISP_MEASURE_H
#define AISP_MEASURE_H

#include <aisp/check.h>

#include "base/npy.h"
#include "base/rng.h"
#include "contract.h"
#include "launch.h"
#include "machine/gpu_state.h"
#include "machine/lock.h"
#include "probes/builds.h"
#include "verify.h"

/* What a sample is, the same for all arms of a comparison. */
struct aisp_sampling {
	int calls_per_sample; /* calls between two readings of the clock */
	int n_warmup, n_samples;
	int64_t verify_budget_ns; /* for each sample */
	int64_t verify_cost_ns;   /* what one takes at least; 0: not known */
	int64_t limit_ns;         /* for each ring of the bell */
};

/* An input that the user gave: the same contents in every call. */
struct aisp_given {
	const char *name;
	struct aisp_npy npy;
};

/* The doorbell's own cost: what an empty variant takes, per ring and per call. */
struct aisp_bias {
	double ring_ns, call_ns; /* never below 0 */
	double spread_ns;        /* within which of ring_ns half of the rings lie */
	double residual_ns; /* what a second empty worker takes after subtraction */
	double tick_ns;     /* the clock's smallest step */
	double ns_per_tick; /* of the CPU's own counter; NaN without one */
	double wake_ns;     /* that an empty worker runs when it is resumed, median */
	double event_ns;    /* between a GPU's two events with nothing between them */
	double n_driver_threads; /* of an empty worker, beside its own */
	/* The judge's reading of a mebibyte after it flushed the GPU's L2, and at once
	 * again. */
	double flush_cold_ns, flush_hot_ns;
};

/* All that stays the same from launch to launch. */
struct aisp_bench {
	const struct aisp_paths *paths;
	struct aisp_seed seed;
	bool is_seed_given; /* by the user, who may have told the variant */
	int dist;
	const struct aisp_given *given;
	int n_given;
	struct aisp_placement where;
	struct aisp_bias bias;
	const struct aisp_gpu_device *on; /* NULL: the CPU */
	struct aisp_gpu_device gpu;       /* opened when the first target wants it */
	struct aisp_locks *locks;         /* and locked for this process; may be NULL */
	struct aisp_err gpu_err;          /* why it is not there */
	struct aisp_bias gpu_bias;        /* of its workers, once measured */
	bool gpu_bias_is_spin;
	struct aisp_nvml nvml; /* of the GPU; has_nvml: it could be asked */
	bool has_nvml;

	const char *scratch_dir;      /* for inputs that lie in files */
	uint64_t n_launches;          /* so far; numbers them */
	struct aisp_journal *journal; /* launches are entered there; NULL: nowhere */
	int part;                     /* of the run, in the journal */
};

#define AISP_MAX_BUILDS 128

/* One launch, measured. */
struct aisp_measured {
	int block, position; /* of the launch in the plan */
	enum aisp_launch_status status;
	char cause[512]; /* why not OK */
	char wrong[256]; /* which element was wrong; empty if none */
	int calls_per_sample;
	int64_t start_ns;  /* when the spawn began, by aisp_now_ns(); 0: it did not */
	int64_t verify_ns; /* of the dearest comparison of a sample */
	int64_t refill_ns; /* of a slot before its last sample */
	int64_t retake_ns; /* for samples taken again, since others had the CPUs */
	int64_t spawn_ns;  /* from there until calls could be timed */
	int64_t wall_ns;   /* from there until the worker was gone */
	uint32_t layers;   /* enum aisp_layer bits that held */
	int n_warmup, n_samples;
	double *warmup_ns, *samples_ns; /* per call, bias subtracted */
	double *events_ns, *sm_mhz;     /* of each sample; NaN without a GPU */
	double median_ns;               /* of samples_ns; NaN without samples */
	struct aisp_evidence evidence;
	struct aisp_build *libraries; /* that the worker mapped; NULL unknown */
	int n_libraries;
	uint32_t cls; /* what the variant says of itself */
	char summary[160], library[64];
};

/*
 * Choose where the next targets run.  0, or -1 with *err filled if there is no such
 * device.
 */
int aisp_bench_use(struct aisp_bench *bench, enum aisp_device device,
		   struct aisp_err *err);
void aisp_bench_release(struct aisp_bench *bench);

/* Costs of the doorbell under bench->where.  0, or -1 with *err filled. */
int aisp_bias_measure(struct aisp_bench *bench, struct aisp_err *err);

/*
 * Launch `object` on buffers whose slots suffice for s->calls_per_sample.
 * number makes this launch's inputs its own.  0 with *m filled, whatever
 * became of the variant; -1 with *err filled if the harness failed.
 */
int aisp_measure(struct aisp_measured *m, const struct aisp_bench *bench,
		 const struct aisp_contract *c, struct aisp_buffers *b,
		 const char *object, const struct aisp_sampling *s, uint64_t number,
		 struct aisp_err *err);

/* It ended well, and others did not have the CPUs in most of its samples. */
bool aisp_measured_counts(const struct aisp_measured *m);

void aisp_measured_release(struct aisp_measured *m);

#endif
