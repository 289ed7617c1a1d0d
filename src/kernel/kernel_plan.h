/* SPDX-License-Identifier: MIT
 *
 * kernel_plan.h - launches of a variant that is device code alone, as the judge made
 * them from its LAUNCH lines (lines.h): every number is evaluated, only addresses
 * differ from call to call.  The worker's launcher (src/cuda/kernel) does what stands
 * here.
 */
#ifndef AISP_KERNEL_PLAN_H
#define AISP_KERNEL_PLAN_H

#include <aisp/variant.h>

#define AISP_MAX_KERNELS       32 /* launches of one call */
#define AISP_MAX_KERNEL_ARGS   24
#define AISP_MAX_TENSOR_MAPS   8
#define AISP_TENSOR_MAP_RANK   5
#define AISP_MAX_SCRATCH_BYTES (INT64_C(16) << 30)

/* The base of an address: an input's or output's number, or one of these. */
enum aisp_kernel_buffer {
	AISP_BUFFER_IN = 0,
	AISP_BUFFER_OUT = AISP_MAX_IO,
	AISP_BUFFER_WORKSPACE = 2 * AISP_MAX_IO,
	AISP_BUFFER_SCRATCH,
};

enum aisp_kernel_arg_kind {
	AISP_ARG_INTEGER, /* as wide as the kernel's parameter */
	AISP_ARG_F32,
	AISP_ARG_F64,
	AISP_ARG_ADDRESS, /* of the buffer, and integer bytes further */
	AISP_ARG_MAP,     /* the tensor map of that number, by value */
	AISP_ARG_PEERS,   /* the rank's struct aisp_ranks, by value */
};

struct aisp_kernel_arg {
	uint32_t kind;   /* enum aisp_kernel_arg_kind */
	uint32_t number; /* of the buffer or the map */
	int64_t integer;
	double real;
};

struct aisp_kernel_launch {
	char name[128]; /* a symbol, or the name of a function in C++ */
	uint32_t line;  /* in the source */
	uint32_t grid[3], block[3];
	uint32_t cluster[3]; /* 0: none */
	uint32_t shared_bytes;
	uint32_t is_cooperative;
	uint32_t is_programmatic; /* may begin before the previous launch has ended */
	uint32_t n_args;
	struct aisp_kernel_arg arg[AISP_MAX_KERNEL_ARGS];
};

/* The innermost dimension first, as cuTensorMapEncodeTiled() wants it. */
struct aisp_tensor_map {
	char name[32];
	uint32_t buffer, dtype, rank; /* enum aisp_kernel_buffer, enum aisp_dtype */
	uint64_t dim[AISP_TENSOR_MAP_RANK];    /* in elements */
	uint64_t stride[AISP_TENSOR_MAP_RANK]; /* in bytes; [0] is not used */
	uint32_t box[AISP_TENSOR_MAP_RANK];    /* in elements */
	uint32_t swizzle_bytes, l2_bytes;      /* 0: none */
	uint32_t is_nan;                       /* elements outside read as NaN, not 0 */
};

struct aisp_kernel_plan {
	uint32_t n_launches; /* 0: the variant has host code */
	uint32_t n_maps;
	uint32_t cls;      /* enum aisp_class */
	uint32_t is_graph; /* all launches of a call in one graph */
	uint64_t scratch_bytes;
	char summary[160];
	struct aisp_tensor_map map[AISP_MAX_TENSOR_MAPS];
	struct aisp_kernel_launch launch[AISP_MAX_KERNELS];
};

#endif
