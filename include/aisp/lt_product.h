/* SPDX-License-Identifier: MIT
 *
 * lt_product.h - products of row-major matrices by cuBLASLt, C = A B or, where beta is
 * one, C += A B, either factor as it is or transposed: by the algorithm that its
 * heuristic proposes first, or by the one of its list that is fastest on this GPU.
 */
#ifndef AISP_LT_PRODUCT_H
#define AISP_LT_PRODUCT_H

#include <aisp/cuda.h>
#include <cublasLt.h>
#include <math.h>

#define LT_N_ALGOS  64
#define LT_N_TRIES  5
#define LT_TEXT_(x) #x
#define LT_TEXT(x)  LT_TEXT_(x)
#define LT_NAME                                                                        \
	"cuBLASLt " LT_TEXT(CUBLAS_VER_MAJOR) "." LT_TEXT(                             \
		CUBLAS_VER_MINOR) "." LT_TEXT(CUBLAS_VER_PATCH)

/* C is m x n, its elements sums of k products. */
struct lt_shape {
	int64_t m, n, k;
	bool a_turned; /* A lies in memory as k x m */
	bool b_turned; /* B lies in memory as n x k */
};

/* Operands of a product: addresses on the GPU; room is aligned to 256 bytes. */
struct lt_operands {
	const void *a, *b;
	void *c, *room; /* scratch of the library */
	size_t room_bytes;
	cudaStream_t stream;
};

struct lt {
	cublasLtHandle_t handle;
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t a, b, c;
	cublasLtMatmulAlgo_t algo;
	/* All bits of beta are 0, unless the caller sets it. */
	union {
		float real;
		double wide;     /* of sums in fp64 */
		int32_t integer; /* of integer sums */
	} alpha, beta;
};

static inline int lt_status(cublasStatus_t s)
{
	if (s == CUBLAS_STATUS_NOT_SUPPORTED || s == CUBLAS_STATUS_ARCH_MISMATCH)
		return -ENOTSUP;
	return s == CUBLAS_STATUS_SUCCESS ? 0 : -EIO;
}

#define LT_TRY(call)                                                                   \
	do {                                                                           \
		int lt_status_ = lt_status(call);                                      \
		if (lt_status_)                                                        \
			return lt_status_;                                             \
	} while (0)

/* cuBLASLt's matrices are column-major: it computes C^T = B^T A^T. */
static inline int lt_product(const struct lt *l, const struct lt_operands *x,
			     const cublasLtMatmulAlgo_t *algo)
{
	return lt_status(cublasLtMatmul(l->handle, l->desc, &l->alpha, x->b, l->b, x->a,
					l->a, &l->beta, x->c, l->c, x->c, l->c, algo,
					x->room, x->room_bytes, x->stream));
}

static inline int lt_turn(const struct lt *l, cublasLtMatmulDescAttributes_t which)
{
	cublasOperation_t turned = CUBLAS_OP_T;

	return lt_status(cublasLtMatmulDescSetAttribute(l->desc, which, &turned,
							sizeof(turned)));
}

static inline cudaDataType_t lt_set_one(struct lt *l, cublasComputeType_t compute)
{
	switch (compute) {
	case CUBLAS_COMPUTE_32I:
		l->alpha.integer = 1;
		return CUDA_R_32I;
	case CUBLAS_COMPUTE_64F:
		l->alpha.wide = 1;
		return CUDA_R_64F;
	default:
		l->alpha.real = 1;
		return CUDA_R_32F;
	}
}

/* *l is zeroed by the caller, who calls lt_release() whatever this returns. */
static inline int lt_describe(struct lt *l, const struct lt_shape *s, cudaDataType_t in,
			      cudaDataType_t out, cublasComputeType_t compute)
{
	cudaDataType_t scale = lt_set_one(l, compute);
	uint64_t m = s->m, n = s->n, k = s->k;
	int rc = 0;

	LT_TRY(cublasLtCreate(&l->handle));
	LT_TRY(cublasLtMatmulDescCreate(&l->desc, compute, scale));
	if (s->b_turned)
		rc = lt_turn(l, CUBLASLT_MATMUL_DESC_TRANSA);
	if (!rc && s->a_turned)
		rc = lt_turn(l, CUBLASLT_MATMUL_DESC_TRANSB);
	if (rc)
		return rc;
	LT_TRY(cublasLtMatrixLayoutCreate(&l->a, in, s->a_turned ? m : k,
					  s->a_turned ? k : m, s->a_turned ? m : k));
	LT_TRY(cublasLtMatrixLayoutCreate(&l->b, in, s->b_turned ? k : n,
					  s->b_turned ? n : k, s->b_turned ? k : n));
	LT_TRY(cublasLtMatrixLayoutCreate(&l->c, out, n, m, n));
	return 0;
}

static inline int lt_propose(const struct lt *l, size_t room_bytes,
			     cublasLtMatmulHeuristicResult_t *found, int n_room, int *n)
{
	cublasLtMatmulPreference_t wish;
	cublasStatus_t s;

	LT_TRY(cublasLtMatmulPreferenceCreate(&wish));
	s = cublasLtMatmulPreferenceSetAttribute(
		wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &room_bytes,
		sizeof(room_bytes));
	if (s == CUBLAS_STATUS_SUCCESS)
		s = cublasLtMatmulAlgoGetHeuristic(l->handle, l->desc, l->b, l->a, l->c,
						   l->c, wish, n_room, found, n);
	cublasLtMatmulPreferenceDestroy(wish);
	return lt_status(s);
}

/* l->algo becomes the algorithm that the heuristic proposes first. */
static inline int lt_take_first(struct lt *l, size_t room_bytes)
{
	cublasLtMatmulHeuristicResult_t found;
	int n = 0, rc = lt_propose(l, room_bytes, &found, 1, &n);

	l->algo = found.algo;
	return !rc && !n ? -ENOTSUP : rc;
}

static inline int lt_time(const struct lt *l, const struct lt_operands *x,
			  const cublasLtMatmulAlgo_t *algo, cudaEvent_t start,
			  cudaEvent_t stop, float *ms)
{
	int rc;

	AISP_TRY(cudaEventRecord(start, x->stream));
	rc = lt_product(l, x, algo);
	if (rc)
		return rc;
	AISP_TRY(cudaEventRecord(stop, x->stream));
	AISP_TRY(cudaEventSynchronize(stop));
	AISP_TRY(cudaEventElapsedTime(ms, start, stop));
	return 0;
}

/* l->algo becomes the fastest algorithm, by the shortest of several times, measured in
 * rounds since the GPU's clock may change meanwhile.  Overwrites x->c. */
static inline int lt_take_fastest(struct lt *l, const struct lt_operands *x)
{
	cublasLtMatmulHeuristicResult_t found[LT_N_ALGOS];
	cudaEvent_t start, stop;
	float ms, best = INFINITY;
	int n = 0, rc = lt_propose(l, x->room_bytes, found, LT_N_ALGOS, &n);

	if (rc)
		return rc;
	AISP_TRY(cudaEventCreate(&start));
	AISP_TRY(cudaEventCreate(&stop));
	for (int i = 0; i < LT_N_TRIES * n; i++)
		if (lt_time(l, x, &found[i % n].algo, start, stop, &ms) == 0 &&
		    ms < best) {
			best = ms;
			l->algo = found[i % n].algo;
		}
	AISP_TRY(cudaEventDestroy(start));
	AISP_TRY(cudaEventDestroy(stop));
	return best < INFINITY ? 0 : -ENOTSUP;
}

static inline void lt_release(struct lt *l)
{
	cublasLtMatrixLayoutDestroy(l->c);
	cublasLtMatrixLayoutDestroy(l->b);
	cublasLtMatrixLayoutDestroy(l->a);
	cublasLtMatmulDescDestroy(l->desc);
	cublasLtDestroy(l->handle);
}

#endif
