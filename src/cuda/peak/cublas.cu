/* SPDX-License-Identifier: MIT
 *
 * cublas.cu - matrix arithmetic by cuBLASLt: products of n x n matrices, by each
 * algorithm that its heuristic proposes.  The library is loaded at run time and may be
 * absent.  Its objects live as long as the process, which ends with the last step.
 */
#include "operand.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>

#define N_FIRST         8192
#define N_LAST          1024
#define LONG_NS         1e8 /* a product that takes longer is too large here */
#define N_ALGOS         6
#define WORKSPACE_BYTES ((size_t)64 << 20)
#define CUBLAS_BUDGET   0.03 /* seconds of one algorithm */
#define STRING(x)       #x
#define SONAME(major)   "libcublasLt.so." STRING(major)

struct api {
	decltype(&cublasLtCreate) create;
	decltype(&cublasLtMatmulDescCreate) desc_create;
	decltype(&cublasLtMatmulDescSetAttribute) desc_set;
	decltype(&cublasLtMatrixLayoutCreate) layout_create;
	decltype(&cublasLtMatmulPreferenceCreate) preference_create;
	decltype(&cublasLtMatmulPreferenceSetAttribute) preference_set;
	decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic;
	decltype(&cublasLtMatmul) matmul;
	decltype(&cublasLtGetStatusString) status_string;
};

/* The types of operands, of their product, and of scales. */
struct kind {
	enum aisp_gpu_op op;
	const char *name;
	cudaDataType_t in, out, scale;
	cublasComputeType_t compute;
	int bits, out_bits, least_cc;
	void (*fill)(uint32_t *, size_t);
};

template <int OP> __global__ void fill_operands(uint32_t *a, size_t n)
{
	for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
	     i += gridDim.x * (size_t)blockDim.x)
		a[i] = random_word<OP>((uint32_t)i);
}

static const struct kind kinds[] = {
	{ AISP_GPU_F32, "f32", CUDA_R_32F, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
	  32, 32, 0, fill_operands<AISP_GPU_F32> },
	{ AISP_GPU_F64, "f64", CUDA_R_64F, CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F,
	  64, 64, 0, fill_operands<AISP_GPU_F64> },
	{ AISP_GPU_F16, "f16", CUDA_R_16F, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F,
	  16, 16, 0, fill_operands<AISP_GPU_F16> },
	{ AISP_GPU_BF16, "bf16", CUDA_R_16BF, CUDA_R_16BF, CUDA_R_32F,
	  CUBLAS_COMPUTE_32F, 16, 16, 80, fill_operands<AISP_GPU_BF16> },
	{ AISP_GPU_TF32, "tf32", CUDA_R_32F, CUDA_R_32F, CUDA_R_32F,
	  CUBLAS_COMPUTE_32F_FAST_TF32, 32, 32, 80, fill_operands<AISP_GPU_TF32> },
	{ AISP_GPU_I8, "i8", CUDA_R_8I, CUDA_R_32I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 8,
	  32, 75, fill_operands<AISP_GPU_I8> },
	{ AISP_GPU_E4M3, "e4m3", CUDA_R_8F_E4M3, CUDA_R_16BF, CUDA_R_32F,
	  CUBLAS_COMPUTE_32F, 8, 16, 89, fill_operands<AISP_GPU_E4M3> },
#if CUBLAS_VERSION >= 120800
	{ AISP_GPU_E2M1, "e2m1", CUDA_R_4F_E2M1, CUDA_R_16BF, CUDA_R_32F,
	  CUBLAS_COMPUTE_32F, 4, 16, 100, fill_operands<AISP_GPU_E2M1> },
#endif
};

struct product {
	const struct api *api;
	cublasLtHandle_t lt;
	const struct kind *kind;
	int n;
	char *a, *b, *c, *scales, *workspace;
	cublasLtMatmulDesc_t desc;
	cublasLtMatrixLayout_t in, out;
	cublasLtMatmulPreference_t preference;
	cublasLtMatmulHeuristicResult_t algos[N_ALGOS];
	int n_algos;
};

static int load(struct api *api, struct aisp_err *err)
{
	const char *soname = SONAME(CUBLAS_VER_MAJOR);
	void *so = dlopen(soname, RTLD_NOW | RTLD_LOCAL);
	const struct {
		const char *name;
		void *to;
	} symbols[] = {
		{ "cublasLtCreate", &api->create },
		{ "cublasLtMatmulDescCreate", &api->desc_create },
		{ "cublasLtMatmulDescSetAttribute", &api->desc_set },
		{ "cublasLtMatrixLayoutCreate", &api->layout_create },
		{ "cublasLtMatmulPreferenceCreate", &api->preference_create },
		{ "cublasLtMatmulPreferenceSetAttribute", &api->preference_set },
		{ "cublasLtMatmulAlgoGetHeuristic", &api->heuristic },
		{ "cublasLtMatmul", &api->matmul },
		{ "cublasLtGetStatusString", &api->status_string },
	};

	if (!so)
		return aisp_err_set(err, "%s: install cuBLAS", dlerror());
	for (size_t i = 0; i < sizeof(symbols) / sizeof(symbols[0]); i++) {
		void *f = dlsym(so, symbols[i].name);

		if (!f)
			return aisp_err_set(err, "%s has no %s", soname,
					    symbols[i].name);
		memcpy(symbols[i].to, &f, sizeof(f));
	}
	return 0;
}

static cublasStatus_t run_algo(const struct product *p, int algo, cudaStream_t stream)
{
	union {
		double d;
		float f;
		int i;
	} one, zero = { 0 };

	if (p->kind->scale == CUDA_R_64F)
		one.d = 1;
	else if (p->kind->scale == CUDA_R_32F)
		one.f = 1;
	else
		one.i = 1;
	return p->api->matmul(p->lt, p->desc, &one, p->a, p->in, p->b, p->in, &zero,
			      p->c, p->out, p->c, p->out, &p->algos[algo].algo,
			      p->workspace, WORKSPACE_BYTES, stream);
}

struct call {
	const struct product *p;
	int algo;
};

static cudaError_t enqueue(const struct bench *b, const void *arg)
{
	const struct call *c = (const struct call *)arg;

	return run_algo(c->p, c->algo, b->stream) == CUBLAS_STATUS_SUCCESS
		       ? cudaSuccess
		       : cudaErrorLaunchFailure;
}

#define TRY(call)                                                                      \
	do {                                                                           \
		cublasStatus_t status_ = (call);                                       \
		if (status_ != CUBLAS_STATUS_SUCCESS)                                  \
			return status_;                                                \
	} while (0)

/* C = A^T B, the only layout that every type supports. */
static cublasStatus_t describe(struct product *p)
{
	const struct api *api = p->api;
	cublasOperation_t transpose = CUBLAS_OP_T;
	size_t workspace = WORKSPACE_BYTES;
	int8_t is_fast = 1;
	uint64_t n = (uint64_t)p->n;

	TRY(api->desc_create(&p->desc, p->kind->compute, p->kind->scale));
	TRY(api->desc_set(p->desc, CUBLASLT_MATMUL_DESC_TRANSA, &transpose,
			  sizeof(transpose)));
	if (p->kind->op == AISP_GPU_E4M3)
		TRY(api->desc_set(p->desc, CUBLASLT_MATMUL_DESC_FAST_ACCUM, &is_fast,
				  sizeof(is_fast)));
#if CUBLAS_VERSION >= 120800
	if (p->kind->op == AISP_GPU_E2M1) {
		int32_t mode = CUBLASLT_MATMUL_MATRIX_SCALE_VEC16_UE4M3;

		TRY(api->desc_set(p->desc, CUBLASLT_MATMUL_DESC_A_SCALE_MODE, &mode,
				  sizeof(mode)));
		TRY(api->desc_set(p->desc, CUBLASLT_MATMUL_DESC_B_SCALE_MODE, &mode,
				  sizeof(mode)));
		TRY(api->desc_set(p->desc, CUBLASLT_MATMUL_DESC_A_SCALE_POINTER,
				  &p->scales, sizeof(p->scales)));
		TRY(api->desc_set(p->desc, CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
				  &p->scales, sizeof(p->scales)));
	}
#endif
	TRY(api->layout_create(&p->in, p->kind->in, n, n, (int64_t)n));
	TRY(api->layout_create(&p->out, p->kind->out, n, n, (int64_t)n));
	TRY(api->preference_create(&p->preference));
	TRY(api->preference_set(p->preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES,
				&workspace, sizeof(workspace)));
	return api->heuristic(p->lt, p->desc, p->in, p->in, p->out, p->out,
			      p->preference, N_ALGOS, p->algos, &p->n_algos);
}

static int allocate(struct bench *b, struct product *p, struct aisp_err *err)
{
	size_t elems = (size_t)p->n * (size_t)p->n;
	size_t in = elems * p->kind->bits / 8, out = elems * p->kind->out_bits / 8;
	const uint8_t one = 0x38; /* 1 as e4m3: the scale of 16 elements */

	if (aisp_cuda_check(cudaMalloc(&p->a, in), "allocate", err) ||
	    aisp_cuda_check(cudaMalloc(&p->b, in), "allocate", err) ||
	    aisp_cuda_check(cudaMalloc(&p->c, out), "allocate", err) ||
	    aisp_cuda_check(cudaMalloc(&p->scales, elems / 16), "allocate", err) ||
	    aisp_cuda_check(cudaMalloc(&p->workspace, WORKSPACE_BYTES), "allocate",
			    err))
		return -1;
	p->kind->fill<<<8 * b->p->gpu.n_sms, 256, 0, b->stream>>>((uint32_t *)p->a,
								  in / 4);
	p->kind->fill<<<8 * b->p->gpu.n_sms, 256, 0, b->stream>>>((uint32_t *)p->b,
								  in / 4);
	return aisp_cuda_check(cudaMemsetAsync(p->scales, one, elems / 16, b->stream),
			       "fill", err);
}

static void release(struct product *p)
{
	cudaFree(p->workspace);
	cudaFree(p->scales);
	cudaFree(p->c);
	cudaFree(p->b);
	cudaFree(p->a);
	p->a = p->b = p->c = p->scales = p->workspace = nullptr;
}

/* Returns 0; 1 with *err filled if cuBLAS has no such product; 2 if n is too large; or
 * -1 with *err filled. */
static int run_algos(struct bench *b, struct product *p, struct aisp_err *err)
{
	struct aisp_gpu_figure *f = &b->p->flops[p->kind->op][AISP_GPU_CUBLAS];
	cublasStatus_t status = describe(p);
	bool is_run = false;
	char how[40];

	for (int i = 0; status == CUBLAS_STATUS_SUCCESS && i < p->n_algos; i++) {
		struct call c = { p, i };
		struct work w = { enqueue, &c, 2.0 * p->n * p->n * p->n, CUBLAS_BUDGET,
				  true };
		double ns;

		if (run_algo(p, i, b->stream) != CUBLAS_STATUS_SUCCESS)
			continue;
		if (aisp_bench_once(b, &w, &ns, err))
			return -1;
		if (ns > LONG_NS && p->n > N_LAST)
			return 2;
		snprintf(how, sizeof(how), "%d^3, algorithm %d of %d", p->n, i + 1,
			 p->n_algos);
		if (aisp_bench_rate(b, &w, how, f, err))
			return -1;
		is_run = true;
	}
	if (is_run)
		return 0;
	aisp_err_set(err, "%s: %s", p->kind->name,
		     status == CUBLAS_STATUS_SUCCESS ? "no algorithm runs"
						     : p->api->status_string(status));
	return 1;
}

static int measure(struct bench *b, struct product *p, struct aisp_err *err)
{
	int rc = 2;

	for (p->n = N_FIRST; rc == 2; p->n /= 2) {
		p->n_algos = 0;
		rc = allocate(b, p, err);
		if (!rc)
			rc = run_algos(b, p, err);
		cudaStreamSynchronize(b->stream);
		release(p);
	}
	return rc;
}

int aisp_step_cublas(struct bench *b, struct aisp_err *err)
{
	int cc = b->p->gpu.cc_major * 10 + b->p->gpu.cc_minor, rc = 0;
	struct product p = { .api = nullptr };
	struct aisp_err why;
	struct api api;

	if (load(&api, err))
		return 1;
	p.api = &api;
	if (api.create(&p.lt) != CUBLAS_STATUS_SUCCESS) {
		aisp_err_set(err, "cuBLASLt does not start on this GPU");
		return 1;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		int one;

		p.kind = &kinds[i];
		if (cc < p.kind->least_cc)
			continue;
		one = measure(b, &p, &why);
		if (one)
			*err = why;
		if (one < 0)
			return -1;
		rc |= one;
	}
	return rc;
}
#else
int aisp_step_cublas(struct bench *, struct aisp_err *err)
{
	aisp_err_set(err, "aisp was built without cublasLt.h");
	return 1;
}
#endif
