/* SPDX-License-Identifier: MIT
 *
 * A kernel for each tensor and each line of the formula, as a framework launches them
 * without a fused optimizer: seven passes, and a thousand launches for a GPT-2.
 */
#include "workload_adamw.h"

#include "adamw_gpu.h"

#define THREADS 256

static __device__ int64_t my_element(void)
{
	return (int64_t)blockIdx.x * THREADS + threadIdx.x;
}

static __global__ void widen(float *g, const uint16_t *g16, const float *h, int64_t n)
{
	int64_t i = my_element();

	if (i < n)
		g[i] = h[CLIP] * low(g16[i]);
}

static __global__ void first_moment(float *m, const float *g, const float *h, int64_t n)
{
	int64_t i = my_element();

	if (i < n)
		m[i] = h[B1] * m[i] + (1 - h[B1]) * g[i];
}

static __global__ void second_moment(float *v, const float *g, const float *h,
				     int64_t n)
{
	int64_t i = my_element();

	if (i < n)
		v[i] = h[B2] * v[i] + (1 - h[B2]) * g[i] * g[i];
}

static __global__ void root(float *r, const float *v, const float *h, int64_t n)
{
	int64_t i = my_element();

	if (i < n)
		r[i] = sqrtf(v[i] / h[BIAS2]) + h[EPS];
}

static __global__ void shrink(float *p, const float *decay, const float *h, int64_t n)
{
	int64_t i = my_element();

	if (i < n)
		p[i] -= h[LR] * *decay * p[i];
}

static __global__ void move(float *p, const float *m, const float *r, const float *h,
			    int64_t n)
{
	int64_t i = my_element();

	if (i < n)
		p[i] -= h[LR] * (m[i] / h[BIAS1] / r[i]);
}

static __global__ void narrow(uint16_t *p16, const float *p, int64_t n)
{
	int64_t i = my_element();

	if (i < n)
		p16[i] = (uint16_t)pack(p[i], 0);
}

/* Tensor t, whose n elements begin at `at`. */
static void step_tensor(const struct aisp_io *io, int64_t t, int64_t at, int64_t n)
{
	const float *h = aisp_in_f32(io, HYPER);
	unsigned blocks = (unsigned)aisp_ceil_div(n, THREADS);
	float *p = aisp_out_f32(io, P) + at, *m = aisp_out_f32(io, M) + at;
	float *v = aisp_out_f32(io, V) + at, *g = (float *)io->workspace;
	float *r = g + largest_elems(io->param);
	cudaStream_t s = aisp_stream(io);

	widen<<<blocks, THREADS, 0, s>>>(g, (const uint16_t *)io->in[G].data + at, h,
					 n);
	first_moment<<<blocks, THREADS, 0, s>>>(m, g, h, n);
	second_moment<<<blocks, THREADS, 0, s>>>(v, g, h, n);
	root<<<blocks, THREADS, 0, s>>>(r, v, h, n);
	shrink<<<blocks, THREADS, 0, s>>>(p, aisp_in_f32(io, DECAY) + t, h, n);
	move<<<blocks, THREADS, 0, s>>>(p, m, r, h, n);
	narrow<<<blocks, THREADS, 0, s>>>((uint16_t *)io->out[P16].data + at, p, n);
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t at = 0;

	(void)state;
	for (int64_t t = 0; t < n_tensors(io->param); t++) {
		int64_t n = tensor_elems(io->param, t);

		step_tensor(io, t, at, n);
		at += n;
	}
	return aisp_launched();
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a kernel for each tensor and line of the formula",
	.run = run,
};
