/* SPDX-License-Identifier: MIT
 *
 * peak.h - the highest rates measured on this machine: arithmetic, bandwidth and
 * latency of each memory level; and the roofline bound of a workload.
 *
 * A peak is a maximum over instruction sets, ways to store and repetitions.  The median
 * over the repetitions of the best variant is kept beside it.
 */
#ifndef AISP_PEAK_H
#define AISP_PEAK_H

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/dtype.h"
#include "base/err.h"
#include "machine/hostload.h"
#include "machine/machine_id.h"

enum aisp_level {
	AISP_LEVEL_L1,
	AISP_LEVEL_L2,
	AISP_LEVEL_L3,
	AISP_LEVEL_DRAM,
	AISP_N_LEVELS
};

/* Bytes count what the program reads and writes, not what a cache fetches. */
enum aisp_stream {
	AISP_STREAM_READ,  /* a: 1 array */
	AISP_STREAM_COPY,  /* b = a: 2 */
	AISP_STREAM_TRIAD, /* c = a + s b: 3 */
	AISP_STREAM_FILL,  /* a = s: 1 */
	AISP_N_STREAMS
};

/* Which of two thread counts a figure was measured with. */
enum aisp_width {
	AISP_WIDTH_ONE, /* 1 thread */
	AISP_WIDTH_ALL, /* one thread a core */
	AISP_N_WIDTHS
};

/* The device that holds aisp's cache, without the page cache; writes reach it. */
enum aisp_storage { AISP_STORAGE_READ, AISP_STORAGE_WRITE, AISP_N_STORAGE };

/* best is 0 if the machine has no such thing. */
struct aisp_figure {
	double best, median;
	char how[24]; /* "avx512f, nt": instruction set and way to store */
};

/* Load by others meanwhile; shares are NaN and the grade '?' if unknown. */
struct aisp_peak_load {
	char grade;           /* of the environment, 'A' to 'D' */
	double lost_share;    /* share of the measuring threads' time without a CPU */
	double others, steal; /* shares of the time of all CPUs */
	char busiest[AISP_BUSIEST_SIZE]; /* who used most of that (busiest.h), or "" */
};

struct aisp_peaks {
	char machine[AISP_MACHINE_ID_SIZE];
	char measured[32];                   /* when, ISO 8601, UTC */
	int n_threads;                       /* cores of AISP_WIDTH_ALL */
	double level_bytes[AISP_LEVEL_DRAM]; /* of one instance of L1d, L2, L3 */
	int level_instances[AISP_LEVEL_DRAM];
	struct aisp_figure flops[AISP_N_DTYPES][AISP_N_WIDTHS]; /* operations/s */
	/* bytes/s */
	struct aisp_figure bandwidth[AISP_N_LEVELS][AISP_N_STREAMS][AISP_N_WIDTHS];
	struct aisp_figure latency_ns[AISP_N_LEVELS];
	struct aisp_figure storage[AISP_N_STORAGE]; /* bytes/s; bounds no roof */
	struct aisp_peak_load load;
};

const char *aisp_level_name(enum aisp_level level);    /* "L1", "DRAM" */
const char *aisp_stream_name(enum aisp_stream stream); /* "read" */
const char *aisp_storage_name(enum aisp_storage s);    /* "storage read" */

/*
 * Measures everything, in about ten seconds, and again if figures contradict each other
 * although nobody disturbed. Calls progress, if not NULL, before each step. Returns 0,
 * or -1 with *err filled, also as soon as *is_stopped (may be NULL).
 */
int aisp_peaks_measure(struct aisp_peaks *p, void (*progress)(void *, const char *),
		       void *arg, const volatile sig_atomic_t *is_stopped,
		       struct aisp_err *err);

/*
 * Loads this machine's saved peaks.  Returns -1 with *err filled if there are none, the
 * file is damaged, or they were measured on fewer cores than we may use now.
 */
int aisp_peaks_load(struct aisp_peaks *p, struct aisp_err *err);
int aisp_peaks_save(const struct aisp_peaks *p, struct aisp_err *err);

/* Others took more CPU time than the best of many repetitions can hide. */
bool aisp_peaks_are_busy(const struct aisp_peaks *p);
bool aisp_load_is_quiet(const struct aisp_host_load *load);

/*
 * Two figures cannot both be right; why names them.  Reading is not slower than the
 * reads within a copy, nearer memory not slower than farther, and all cores are not
 * slower than one and not faster than all of them alone.
 */
bool aisp_peaks_contradict(const struct aisp_peaks *p, char *why, size_t size);

/*
 * The peaks may be too low, and should be measured again on a quiet machine: it was
 * busy, or they contradict each other and the load is unknown.
 */
bool aisp_peaks_doubt(const struct aisp_peaks *p, char *why, size_t size);

/* Takes over the figures in which `other`, of the same machine, is better. */
void aisp_peaks_raise(struct aisp_peaks *p, const struct aisp_peaks *other);

/* A new reference, or NULL with *err filled. */
json_t *aisp_peaks_json(const struct aisp_peaks *p, struct aisp_err *err);
/* Returns 0, or -1 with *err filled and *p undefined if any figure makes no sense. */
int aisp_peaks_parse(struct aisp_peaks *p, const json_t *json, struct aisp_err *err);

struct aisp_roof {
	double ns;     /* no implementation on this machine can need less */
	char name[48]; /* what binds: "DRAM, 1 thread", "f32 FMA, 2 threads" */
};

/*
 * The least time for `flops` operations in `compute` arithmetic and `bytes` of
 * traffic over data of footprint_bytes, with n_threads threads on a core each:
 * the longest of
 *     flops / peak(compute), and
 *     for each level of the memory, bytes that the levels above it cannot
 *     hold / that level's bandwidth.
 * A level's bandwidth is that of the stream whose share of
 * writes is nearest to write_share, or the highest of all if that is negative:
 * a bound that no mix can beat.  A type without
 * arithmetic of its own counts as f32 for the 16-bit floats; for others
 * without a figure only the bytes bind.  Between 1 and all threads a figure
 * grows in proportion up to that of all.  0, or -1 if nothing is known.
 */
int aisp_roof_bound(const struct aisp_peaks *p, double flops, double bytes,
		    enum aisp_dtype compute, int n_threads, double footprint_bytes,
		    double write_share, struct aisp_roof *roof);

#endif
