/* SPDX-License-Identifier: MIT
 *
 * variant.h - what one implementation of a workload exports.
 *
 * The judge calls setup() once, run() many times and teardown() once, in a
 * sandboxed child process that holds nothing but this variant.  It owns every
 * buffer below: it allocates, fills, poisons and checks them from outside.  A
 * variant owns only what setup() puts in *state.
 *
 * In setup() the addresses are final and the contents are noise, so a plan can
 * be built or an autotuner run, but no answer precomputed.  After setup() the
 * process may no longer make system calls, except what the workload declares
 * (enum aisp_uses in workload.h).
 *
 * On a GPU run() enqueues work on io->stream and may return before it is done:
 * the judge waits for the device.  One call, on noise, precedes the end of system
 * calls, so that what libraries load at their first call is loaded.
 */
#ifndef AISP_VARIANT_H
#define AISP_VARIANT_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define AISP_ABI      4
#define AISP_MAX_RANK 5
#define AISP_MAX_IO   16
#define AISP_EXPORT   __attribute__((visibility("default")))

enum aisp_dtype {
	AISP_F32,
	AISP_F64,
	AISP_F16,  /* IEEE binary16 */
	AISP_BF16, /* the upper half of a binary32 */
	AISP_I8,
	AISP_U8,
	AISP_I32,
	AISP_I64,
	AISP_F8E4M3, /* 4 bits of exponent, 3 of mantissa; no infinities, up to 448 */
	AISP_TF32,   /* a binary32 whose last 13 bits are 0 */
	AISP_U16,
	AISP_U32,
	AISP_U64,
	/* Numbers: aisp/formats.h; places of those of 6 and 4 bits: aisp/packed.h. */
	AISP_F8E5M2, /* 5 bits of exponent, 2 of mantissa; infinities, NaN */
	AISP_E8M0,   /* a scale, 2^(code - 127) */
	AISP_F6E2M3, /* no infinities and no NaN, as the next two */
	AISP_F6E3M2,
	AISP_F4E2M1,
	AISP_I4,
	AISP_U4,
};

enum aisp_device {
	AISP_DEVICE_CPU,
	AISP_DEVICE_CUDA,
};

/* What a reader may conclude from a ratio against this variant. */
enum aisp_class {
	AISP_CLASS_OPTIMIZED, /* a step of the lesson */
	AISP_CLASS_NAIVE,     /* a lesson's starting point */
	AISP_CLASS_COMMON,    /* what a competent engineer writes first */
	AISP_CLASS_LIBRARY,   /* a vendor's or the field's library */
};

/*
 * Row-major and densely packed: element (i, j) of a matrix is
 * data[i * shape[1] + j], of types of less than a byte too.  data is aligned to 64
 * bytes; on a GPU to 256.
 */
struct aisp_tensor {
	void *data; /* in the memory of the variant's device; NULL if path is set, or
		       if an output starts as this input */
	const char *path; /* of a file of raw elements: an input that lies there, or an
			     output to be written, empty before the call; else NULL */
	enum aisp_dtype dtype;
	int rank;
	int64_t shape[AISP_MAX_RANK]; /* in elements */
};

/* The ranks of a workload: processes that share each call (aisp/ranks.h). */
struct aisp_rank_spec {
	int n;               /* ranks; 0: one process, without ranks */
	size_t window_bytes; /* of each rank's window, which all ranks can read */
	int peers_write;     /* 1: all may write to all windows; 0: the owner alone */
	int is_zero;         /* windows hold zeros before a call, not poison: for data
				that carry their own flag */
	/*
	 * Of a call, for bandwidths; 0: none.  size_bytes: the larger of what a rank
	 * has and what it gets.  wire_bytes: what each rank must get from its peers by
	 * the best algorithm known, 2 (n - 1) / n of the size for an all-reduce.
	 */
	double size_bytes, wire_bytes;
	int is_sum; /* what a rank gets are sums over ranks: redop of nccl-tests */
	/*
	 * Number of nodes, each with n / n_nodes ranks, in order; 0: one.  Ranks of a
	 * node share memory; ranks of two nodes have a stream (aisp/links.h).
	 */
	int n_nodes;
};

struct aisp_ranks;

/*
 * The arguments of one call.  Calls differ in their addresses, unless the
 * workload declares AISP_USES_FIXED_IO.
 */
struct aisp_io {
	const struct aisp_tensor *in; /* read-only: a write ends the launch */
	/*
	 * Poisoned before each call: write every element.  Or, where the workload says
	 * starts_as, fresh values to be updated in place.
	 */
	const struct aisp_tensor *out;
	const int64_t *param; /* values, in the order of the workload's params[] */
	void *workspace; /* scratch of the declared size, aligned like data, or NULL */
	size_t workspace_bytes;
	int n_threads; /* threads that the workload allows, this one included */
	void *stream;  /* cudaStream_t to work on (aisp/cuda.h); NULL on the CPU */
	/* One of several processes that share a call (aisp/ranks.h); NULL: alone. */
	const struct aisp_ranks *ranks;
};

struct aisp_variant {
	unsigned abi; /* AISP_ABI */
	enum aisp_device device;
	enum aisp_class cls;
	const char *summary; /* what differs from the baseline, one line */
	const char *library; /* name and version, for AISP_CLASS_LIBRARY; else NULL */

	/*
	 * Optional.  0, or -errno; -ENOTSUP says that this machine lacks what
	 * the variant needs: the target is skipped, not failed.
	 */
	int (*setup)(const struct aisp_io *io, void **state);
	/*
	 * Reads io->in, writes all of io->out.  0, or -errno, which fails the launch:
	 * -ENOTSUP too, since what a machine lacks does not depend on the data.
	 */
	int (*run)(const struct aisp_io *io, void *state);
	/* Optional. */
	void (*teardown)(void *state);

	/*
	 * Optional: what this machine lacks if setup() returns -ENOTSUP, as the
	 * report names it: "AVX-512", "cuDNN 9".
	 */
	const char *needs;
	/*
	 * Optional: why setup() or run() returned another error, in a library's words.
	 * The judge reads it after that error.
	 */
	const char *why;
};

static inline const float *aisp_in_f32(const struct aisp_io *io, int i)
{
	assert(io->in[i].dtype == AISP_F32);
	return (const float *)io->in[i].data;
}

static inline float *aisp_out_f32(const struct aisp_io *io, int i)
{
	assert(io->out[i].dtype == AISP_F32);
	return (float *)io->out[i].data;
}

static inline int64_t aisp_elems(const struct aisp_tensor *t)
{
	int64_t n = 1;

	for (int i = 0; i < t->rank; i++)
		n *= t->shape[i];
	return n;
}

/* The one symbol that a variant exports. */
#ifdef __cplusplus
#define AISP_VARIANT extern "C" AISP_EXPORT const struct aisp_variant aisp_variant
#else
#define AISP_VARIANT AISP_EXPORT const struct aisp_variant aisp_variant
#endif

#endif
