/* SPDX-License-Identifier: MIT
 *
 * workload.h - the contract that every variant of one problem shares.
 *
 * A workload_<name>.h defines `static const struct aisp_workload workload`.
 * The judge compiles it into a shared object of its own, from source that no
 * variant can touch; variants include the same file for its parameter names.
 */
#ifndef AISP_WORKLOAD_H
#define AISP_WORKLOAD_H

#include <aisp/errors.h>
#include <aisp/fills.h>
#include <aisp/parts.h>
#include <aisp/score.h>
#include <aisp/variant.h>

#define AISP_MAX_PARAMS 12

/* A named integer with a value for each preset. */
struct aisp_param {
	const char *name;
	int64_t small;  /* tests: a run takes milliseconds even when naive */
	int64_t normal; /* the lesson: the preset called "default" */
	int64_t large;
	const char *help; /* one line, with the unit */
	int64_t cuda;     /* the preset "default" on a GPU; 0: as normal */
};

struct aisp_spec {
	const char *name; /* as in --input NAME=FILE */
	enum aisp_dtype dtype;
	int rank;
	int64_t shape[AISP_MAX_RANK]; /* in elements; none is 0 */
	enum aisp_fill fill;          /* inputs only */
	int64_t limit;                /* of indices: first value not used */
	int in_file; /* the variant gets a path, not an address (docs/files.md) */
	int on_host; /* CUDA: in the host's memory, pageable; setup() may register it */
	enum aisp_part part[AISP_MAX_RANK]; /* of each axis */
	enum aisp_part whole;               /* inputs: of all of it */
	/*
	 * Outputs: 1 + the input that each call finds here, to be updated in place;
	 * 0: poison.  That input is hidden: prepare(), reference() and invariant() see
	 * what the call began with, the variant has its shape only.
	 */
	int starts_as;
	/*
	 * Outputs: several answers are valid.  reference() finds the variant's answer
	 * in io->out; it repeats each element that is valid, and gives a valid one in
	 * place of any other.  The data of other outputs is NULL there.
	 */
	int is_choice;
	/*
	 * Outputs: the shape has room for the most elements that data can make; another
	 * output counts them.  reference() gives a negative mag where there is none.
	 */
	int is_ragged;
	int by_element; /* outputs: reference() takes any range, also within a row */
	/*
	 * Of an episode (n_steps): axis 0 counts the steps.  An input's row appears
	 * when its step begins; an output's row is taken when that step has answered.
	 */
	int by_step;
	int is_step;     /* inputs: one AISP_I64, the step that begins, from 0 */
	int by_next;     /* inputs of an episode: next() changes it for each step */
	int is_hidden;   /* inputs: only the judge sees the data; variants its shape */
	int is_clock;    /* inputs: stamps of each step (aisp/episode.h) */
	double exponent; /* of the law of AISP_FILL_ZIPF and AISP_FILL_LENGTHS */
};

/* What the sandbox must leave open after setup(). */
enum aisp_uses {
	AISP_USES_ALLOC = 1u << 0, /* malloc() in run() beyond the 1 MiB that the heap
				      has left; allocation of a GPU's memory */
	AISP_USES_FILES = 1u << 1, /* read input files; io_uring */
	AISP_USES_AFFINITY = 1u << 2, /* set the affinity of its own threads */
	AISP_USES_FIXED_IO = 1u << 3, /* every call gets the same addresses */
	AISP_USES_WRITES = 1u << 9,   /* write outputs in files; io_uring */
	/* CUDA: */
	AISP_USES_STREAMS = 1u << 4,     /* streams beside io->stream, joined into it */
	AISP_USES_GRAPHS = 1u << 5,      /* graphs, captured in setup() */
	AISP_USES_COOPERATIVE = 1u << 6, /* launches whose blocks wait for each other */
	AISP_USES_NESTED = 1u << 7,      /* kernels launched by kernels */
	AISP_USES_HOST_NODES = 1u << 8,  /* host functions in a stream */
	AISP_USES_MANAGED = 1u << 10,    /* managed memory, whose pages move in calls */
};

/* All that follows from the parameters. */
struct aisp_problem {
	int n_in, n_out;
	struct aisp_spec in[AISP_MAX_IO], out[AISP_MAX_IO];
	/*
	 * Per call, what the best algorithm known needs, not what the definition says.
	 * A Fourier transform counts 5 n log2 n flops and not 8 n^2, a sum over a
	 * sliding window two an element; a tensor that is read twice counts its bytes
	 * once, one that may be skipped not at all.  A result above the roof of these
	 * is INVALID (timing.physics_floor): rather count too little; 0: not known.
	 */
	double flops;
	double bytes; /* compulsory: each input read and each output written once */
	enum aisp_dtype compute; /* which arithmetic peak bounds the flops */
	/* What binds if neither flops nor bytes do: "branches", "dependent loads". */
	const char *bound_by;
	size_t workspace_bytes;
	int n_threads;               /* 1 unless set */
	struct aisp_rank_spec ranks; /* processes that share a call (aisp/ranks.h) */
	int64_t n_steps; /* of an episode: calls of run() for one call; 0: no episode */
	int is_cold;     /* 1: flush data, and on the CPU a variant's own memory, from
			    all caches before each call, so that memory binds; 0: data
			    lie in the caches of the CPU that the variant ran on last, as
			    far as the data of a sample's calls fit there */
	unsigned uses;   /* enum aisp_uses */
	/*
	 * The error model: every output element x must satisfy
	 *     |x - ref| <= error_c * u * mag + 2 tiny
	 * with ref and mag from reference(), u the unit roundoff of the output's
	 * dtype and tiny its smallest subnormal; and the root mean square of the
	 * errors, of all outputs and of each one, may not exceed a quarter of that of
	 * the bounds (N. J. Higham, Accuracy and Stability of Numerical Algorithms,
	 * ch. 3; aisp/errors.h), more of a few.  0, or integers: the bits must match.
	 */
	double error_c;
	const char *invalid; /* why these parameters make no sense, or NULL */
};

struct aisp_workload {
	unsigned abi; /* AISP_ABI */
	const char *title;
	int n_params;
	struct aisp_param params[AISP_MAX_PARAMS];

	/* Fill *pr (zeroed by the caller) from p[], in the order of params[]. */
	void (*problem)(const int64_t *p, struct aisp_problem *pr);

	/*
	 * Optional: change freshly filled inputs, e.g. make indices a permutation,
	 * or put NaN where nothing may be read.  bits is fresh for each call.
	 */
	void (*prepare)(const struct aisp_io *io, uint64_t bits);

	/*
	 * Optional, after prepare(): one of n_parts parts of a change that takes long.
	 * Parts run at the same time on several CPUs: no part reads what another
	 * writes, and their number changes no bit (aisp_part_begin()).
	 */
	void (*prepare_part)(const struct aisp_io *io, uint64_t bits, int64_t part,
			     int64_t n_parts);

	/*
	 * Elements [first, first + n) of output o, flattened, computed in double, which
	 * holds integers up to 2^53 (larger: docs/write_a_pair.md);
	 * mag[i] is the sum of the absolute values of the terms added up for that
	 * element (|ref| for a single operation; negative: not there, see is_ragged).
	 * A term that is divided by d counts FLT_MIN / |d| at least: it may underflow.
	 * Outputs of rank 2 and more are asked for in whole rows, unless they are
	 * by_element; rank 1 in any range.  What follows from a choice stands after it.
	 */
	void (*reference)(const struct aisp_io *io, int o, int64_t first, int64_t n,
			  double *ref, double *mag);

	/* Optional: NULL, or what is wrong beyond the elements: "no permutation". */
	const char *(*invariant)(const struct aisp_io *io);

	const struct aisp_score *score; /* what is judged (aisp/score.h); NULL: time */
	/* Optional: what a step is shown, from 1 on (aisp/episode.h). */
	void (*next)(const struct aisp_io *io, int64_t step);
};

static inline void aisp_add_in(struct aisp_problem *pr, struct aisp_spec s)
{
	assert(pr->n_in < AISP_MAX_IO);
	pr->in[pr->n_in++] = s;
}

static inline void aisp_add_out(struct aisp_problem *pr, struct aisp_spec s)
{
	assert(pr->n_out < AISP_MAX_IO);
	pr->out[pr->n_out++] = s;
}

/* Updated in place: a hidden input, and the output that starts as it. */
static inline void aisp_add_inout(struct aisp_problem *pr, struct aisp_spec s)
{
	aisp_add_in(pr, s);
	s.starts_as = pr->n_in;
	aisp_add_out(pr, s);
}

/* Is input i kept from variants, be it because an output starts as it? */
static inline int aisp_is_hidden(const struct aisp_problem *pr, int i)
{
	if (pr->in[i].is_hidden)
		return 1;
	for (int o = 0; o < pr->n_out; o++)
		if (pr->out[o].starts_as == i + 1)
			return 1;
	return 0;
}

#endif
