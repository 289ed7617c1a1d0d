/* SPDX-License-Identifier: MIT
 *
 * cublaslt.h - A B^T by cuBLASLt: of all the algorithms that its heuristic proposes,
 * the one that is fastest on this GPU.
 */
#ifndef AISP_CUBLASLT_H
#define AISP_CUBLASLT_H

#include <aisp/cuda.h>
#include <cublasLt.h>
#include <stdlib.h>

#define LT_N_ALGOS  64
#define LT_N_TRIES  5
#define LT_TEXT_(x) #x
#define LT_TEXT(x)  LT_TEXT_(x)
#define LT_NAME                                                                        \
	"cuBLASLt " LT_TEXT(CUBLAS_VER_MAJOR) "." LT_TEXT(                             \
		CUBLAS_VER_MINOR) "." LT_TEXT(CUBLAS_VER_PATCH)

struct lt {
	cublasLtHandle_t handle;
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t a, b, c;
	cublasLtMatmulAlgo_t algo;
	/* beta is zero, and that in all bits. */
	union {
		float real;
		int32_t integer; /* of integer sums */
	} alpha, beta;
};

static int lt_status(cublasStatus_t s)
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

/* Its matrices are column by column: to it, C^T = B A^T. */
static int lt_multiply(const struct lt *l, const struct aisp_io *io,
		       const cublasLtMatmulAlgo_t *algo)
{
	void *c = io->out[0].data;

	return lt_status(cublasLtMatmul(l->handle, l->desc, &l->alpha, io->in[1].data,
					l->b, io->in[0].data, l->a, &l->beta, c, l->c,
					c, l->c, algo, io->workspace,
					io->workspace_bytes, aisp_stream(io)));
}

/* m, n and k are the first three parameters. */
static int lt_describe(struct lt *l, const struct aisp_io *io, cudaDataType_t in,
		       cudaDataType_t out, cublasComputeType_t compute)
{
	uint64_t m = io->param[0], n = io->param[1], k = io->param[2];
	cublasOperation_t transpose = CUBLAS_OP_T;
	bool is_integer = compute == CUBLAS_COMPUTE_32I;

	if (is_integer)
		l->alpha.integer = 1;
	else
		l->alpha.real = 1;
	LT_TRY(cublasLtCreate(&l->handle));
	LT_TRY(cublasLtMatmulDescCreate(&l->desc, compute,
					is_integer ? CUDA_R_32I : CUDA_R_32F));
	LT_TRY(cublasLtMatmulDescSetAttribute(l->desc, CUBLASLT_MATMUL_DESC_TRANSA,
					      &transpose, sizeof(transpose)));
	LT_TRY(cublasLtMatrixLayoutCreate(&l->a, in, k, m, k));
	LT_TRY(cublasLtMatrixLayoutCreate(&l->b, in, k, n, k));
	LT_TRY(cublasLtMatrixLayoutCreate(&l->c, out, n, m, n));
	return 0;
}

/* What setup() of a variant begins with: *state becomes a described struct lt. */
static int lt_new(void **state, const struct aisp_io *io, cudaDataType_t in,
		  cudaDataType_t out, cublasComputeType_t compute)
{
	*state = calloc(1, sizeof(struct lt));
	return *state ? lt_describe((struct lt *)*state, io, in, out, compute)
		      : -ENOMEM;
}

static int lt_propose(const struct lt *l, size_t workspace_bytes,
		      cublasLtMatmulHeuristicResult_t *found, int *n)
{
	cublasLtMatmulPreference_t wish;
	cublasStatus_t s;

	LT_TRY(cublasLtMatmulPreferenceCreate(&wish));
	s = cublasLtMatmulPreferenceSetAttribute(
		wish, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_bytes,
		sizeof(workspace_bytes));
	if (s == CUBLAS_STATUS_SUCCESS)
		s = cublasLtMatmulAlgoGetHeuristic(l->handle, l->desc, l->b, l->a, l->c,
						   l->c, wish, LT_N_ALGOS, found, n);
	cublasLtMatmulPreferenceDestroy(wish);
	return lt_status(s);
}

static int lt_time(const struct lt *l, const struct aisp_io *io,
		   const cublasLtMatmulAlgo_t *algo, cudaEvent_t start,
		   cudaEvent_t stop, float *ms)
{
	int rc;

	AISP_TRY(cudaEventRecord(start, aisp_stream(io)));
	rc = lt_multiply(l, io, algo);
	if (rc)
		return rc;
	AISP_TRY(cudaEventRecord(stop, aisp_stream(io)));
	AISP_TRY(cudaEventSynchronize(stop));
	AISP_TRY(cudaEventElapsedTime(ms, start, stop));
	return 0;
}

/* By the shortest of several times, in rounds, as the clock may sink meanwhile. */
static int lt_choose(void *state, const struct aisp_io *io)
{
	struct lt *l = (struct lt *)state;
	cublasLtMatmulHeuristicResult_t found[LT_N_ALGOS];
	cudaEvent_t start, stop;
	float ms, best = INFINITY;
	int n = 0, rc = lt_propose(l, io->workspace_bytes, found, &n);

	if (rc)
		return rc;
	AISP_TRY(cudaEventCreate(&start));
	AISP_TRY(cudaEventCreate(&stop));
	for (int i = 0; i < LT_N_TRIES * n; i++)
		if (lt_time(l, io, &found[i % n].algo, start, stop, &ms) == 0 &&
		    ms < best) {
			best = ms;
			l->algo = found[i % n].algo;
		}
	AISP_TRY(cudaEventDestroy(start));
	AISP_TRY(cudaEventDestroy(stop));
	return best < INFINITY ? 0 : -ENOTSUP;
}

/* A variant's run() and teardown(). */
static int lt_run(const struct aisp_io *io, void *state)
{
	const struct lt *l = (const struct lt *)state;

	return lt_multiply(l, io, &l->algo);
}

static void lt_teardown(void *state)
{
	struct lt *l = (struct lt *)state;

	if (!l)
		return;
	cublasLtMatrixLayoutDestroy(l->c);
	cublasLtMatrixLayoutDestroy(l->b);
	cublasLtMatrixLayoutDestroy(l->a);
	cublasLtMatmulDescDestroy(l->desc);
	cublasLtDestroy(l->handle);
	free(l);
}

#endif
