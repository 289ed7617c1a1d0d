/* SPDX-License-Identifier: MIT
 *
 * fill.cu - inputs and poison, the same bits as src/device/fill.c.
 */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

#include "device/fill_structure.h"
#include "launch.cuh"

static __device__ void put(float *p, double x)
{
	*p = (float)x;
}
static __device__ void put(double *p, double x)
{
	*p = x;
}
static __device__ void put(__half *p, double x)
{
	*p = __double2half(x);
}
static __device__ void put(__nv_bfloat16 *p, double x)
{
	*p = __double2bfloat16(x);
}
static __device__ void put(__nv_fp8_e4m3 *p, double x)
{
	p->__x = __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E4M3);
}

/* To binary32 by rounding to odd, as in base/dtype.c, then to nearest. */
struct tf32 {
	uint32_t bits;
};
static __device__ void put(struct tf32 *p, double x)
{
	float f = __double2float_rz(x);
	uint32_t bits = __float_as_uint(f) | ((double)f != x);

	p->bits = (bits + 0xfff + (bits >> 13 & 1)) & ~0x1fffu;
}
static __device__ void put(int8_t *p, double x)
{
	*p = (int8_t)fmin(x, 127.);
}
static __device__ void put(uint8_t *p, double x)
{
	*p = (uint8_t)fmin(fmax(x, 0.), 255.);
}
static __device__ void put(int32_t *p, double x)
{
	*p = (int32_t)x;
}
static __device__ void put(int64_t *p, double x)
{
	*p = (int64_t)x;
}

struct normal {
	uint64_t key;
	__device__ double operator()(int64_t i) const
	{
		return aisp_normal_at(key, i);
	}
};

struct uniform {
	uint64_t key;
	__device__ double operator()(int64_t i) const
	{
		return aisp_uniform_at(key, i);
	}
};

struct adversarial {
	uint64_t key;
	__device__ double operator()(int64_t i) const
	{
		return aisp_adversarial_at(key, i);
	}
};

struct structured_real {
	struct aisp_structure s;
	__device__ double operator()(int64_t i) const
	{
		struct aisp_stretch t = aisp_stretch_at(&s, i);

		return aisp_structured_real(&t, i);
	}
};

struct structured_integer {
	struct aisp_structure s;
	__device__ double operator()(int64_t i) const
	{
		struct aisp_stretch t = aisp_stretch_at(&s, i);

		return aisp_structured_integer(&t, i);
	}
};

struct structured_index {
	struct aisp_structure s;
	uint64_t limit;
	__device__ double operator()(int64_t i) const
	{
		struct aisp_stretch t = aisp_stretch_at(&s, i);

		return (double)aisp_structured_index(&t, i, limit);
	}
};

struct integer {
	uint64_t key;
	__device__ double operator()(int64_t i) const
	{
		return aisp_integer_at(key, i);
	}
};

struct index_below {
	uint64_t key, limit;
	__device__ double operator()(int64_t i) const
	{
		return (double)aisp_random_below(key, i, limit);
	}
};

template <class T, class F> __global__ void fill_kernel(T *data, int64_t n, F at)
{
	for (int64_t i = first_elem(); i < n; i += elem_step())
		put(data + i, at(i));
}

/* No double holds all integers of 8 bytes. */
template <class T>
__global__ void structured_bytes_kernel(T *data, int64_t n, struct aisp_structure s)
{
	for (int64_t i = first_elem(); i < n; i += elem_step()) {
		struct aisp_stretch t = aisp_stretch_at(&s, i);

		data[i] = (T)aisp_structured_bits(&t, i, sizeof(T), (T)-1 < (T)0);
	}
}

__global__ void poison_kernel(uint64_t *data, int64_t n_words, int n_tail, uint64_t key)
{
	for (int64_t i = first_elem(); i < n_words; i += elem_step())
		data[i] = aisp_random_at(key, i);
	if (first_elem() < n_tail)
		((uint8_t *)(data + n_words))[first_elem()] =
			(uint8_t)(aisp_random_at(key, n_words) >> 8 * first_elem());
}

template <class T, class F>
static void run(struct aisp_device_state *g, uint64_t address, int64_t n, F at)
{
	fill_kernel<T, F>
		<<<n_blocks(g, n), BLOCK_THREADS, 0, (cudaStream_t)g->stream>>>(
			(T *)address, n, at);
}

template <class F>
static void run_type(struct aisp_device_state *g, uint64_t address, int64_t n,
		     enum aisp_dtype t, F at)
{
	switch (t) {
	case AISP_F32:
		run<float>(g, address, n, at);
		break;
	case AISP_F64:
		run<double>(g, address, n, at);
		break;
	case AISP_F16:
		run<__half>(g, address, n, at);
		break;
	case AISP_BF16:
		run<__nv_bfloat16>(g, address, n, at);
		break;
	case AISP_I8:
		run<int8_t>(g, address, n, at);
		break;
	case AISP_U8:
		run<uint8_t>(g, address, n, at);
		break;
	case AISP_I32:
		run<int32_t>(g, address, n, at);
		break;
	case AISP_I64:
		run<int64_t>(g, address, n, at);
		break;
	case AISP_F8E4M3:
		run<__nv_fp8_e4m3>(g, address, n, at);
		break;
	case AISP_TF32:
		run<struct tf32>(g, address, n, at);
		break;
	}
}

static bool is_real(enum aisp_dtype t)
{
	return t == AISP_F32 || t == AISP_F64 || t == AISP_F16 || t == AISP_BF16 ||
	       t == AISP_F8E4M3 || t == AISP_TF32;
}

static size_t elem_bytes(enum aisp_dtype t)
{
	switch (t) {
	case AISP_F64:
	case AISP_I64:
		return 8;
	case AISP_F32:
	case AISP_I32:
	case AISP_TF32:
		return 4;
	case AISP_I8:
	case AISP_U8:
	case AISP_F8E4M3:
		return 1;
	default:
		return 2;
	}
}

template <class T>
static void run_bytes(struct aisp_device_state *g, uint64_t address, int64_t n,
		      struct aisp_structure s)
{
	structured_bytes_kernel<T>
		<<<n_blocks(g, n), BLOCK_THREADS, 0, (cudaStream_t)g->stream>>>(
			(T *)address, n, s);
}

static void fill_bytes(struct aisp_device_state *g, uint64_t address, int64_t n,
		       enum aisp_dtype t, struct aisp_structure s)
{
	if (t == AISP_I64)
		run_bytes<int64_t>(g, address, n, s);
	else if (t == AISP_I32)
		run_bytes<int32_t>(g, address, n, s);
	else if (t == AISP_I8)
		run_bytes<int8_t>(g, address, n, s);
	else
		run_bytes<uint8_t>(g, address, n, s);
}

static int fill_structured(struct aisp_device_state *g, uint64_t address, int64_t n,
			   const struct aisp_spec *spec, struct aisp_structure s,
			   struct aisp_err *err)
{
	enum aisp_dtype t = spec->dtype;

	if (spec->fill == AISP_FILL_BYTES)
		fill_bytes(g, address, n, t, s);
	else if (spec->fill == AISP_FILL_INDEX)
		run_type(g, address, n, t,
			 structured_index{ s, (uint64_t)spec->limit });
	else if (is_real(t))
		run_type(g, address, n, t, structured_real{ s });
	else
		run_type(g, address, n, t, structured_integer{ s });
	return launched("fill an input", err);
}

extern "C" int aisp_gpu_fill(struct aisp_device_state *g, uint64_t address, int64_t n,
			     const struct aisp_spec *spec, enum aisp_dist dist,
			     uint64_t key, struct aisp_err *err)
{
	struct aisp_structure s = aisp_structure_of(spec, n, key);
	enum aisp_dtype t = spec->dtype;

	if (dist == AISP_DIST_STRUCTURED && aisp_is_structured(spec, &s))
		return fill_structured(g, address, n, spec, s, err);
	if (spec->fill == AISP_FILL_BYTES)
		return aisp_gpu_poison(g, address, n * elem_bytes(t), key, err);
	if (spec->fill == AISP_FILL_INDEX)
		run_type(g, address, n, t, index_below{ key, (uint64_t)spec->limit });
	else if (!is_real(t))
		run_type(g, address, n, t, integer{ key });
	else if (dist == AISP_DIST_NORMAL)
		run_type(g, address, n, t, normal{ key });
	else if (dist == AISP_DIST_UNIFORM)
		run_type(g, address, n, t, uniform{ key });
	else
		run_type(g, address, n, t, adversarial{ key });
	return launched("fill an input", err);
}

extern "C" int aisp_gpu_poison(struct aisp_device_state *g, uint64_t address,
			       size_t n_bytes, uint64_t key, struct aisp_err *err)
{
	poison_kernel<<<n_blocks(g, n_bytes / 8), BLOCK_THREADS, 0,
			(cudaStream_t)g->stream>>>((uint64_t *)address, n_bytes / 8,
						   n_bytes % 8, key);
	return launched("poison an output", err);
}
