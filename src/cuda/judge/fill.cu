/* SPDX-License-Identifier: MIT
 *
 * fill.cu - inputs, the same bits as src/device/fill.c.
 */
#include "fill_at.cuh"
#include "fill_put.cuh"
#include "launch.cuh"

/* Elements of a tensor, and the address of the first. */
struct place {
	uint64_t address;
	int64_t first, n;
};

template <class T, class F>
__global__ void fill_kernel(T *data, int64_t first, int64_t n, F at)
{
	for (int64_t i = first_elem(); i < n; i += elem_step())
		put(data + i, at(first + i));
}

template <class T>
__global__ void bits_kernel(T *data, int64_t first, int64_t n,
			    struct structured_bits at)
{
	for (int64_t i = first_elem(); i < n; i += elem_step())
		data[i] = (T)at(first + i);
}

/* One thread stores the elements that share bytes: 4 in 3 bytes, or 2 in one. */
template <int BITS, class F>
__global__ void packed_kernel(uint8_t *data, int64_t first, int64_t n_groups, F code)
{
	const int n_elems = BITS == 6 ? 4 : 2, n_bytes = n_elems * BITS / 8;

	for (int64_t g = first_elem(); g < n_groups; g += elem_step()) {
		uint32_t word = 0;

		for (int k = 0; k < n_elems; k++)
			word |= (uint32_t)code(first + g * n_elems + k) << (k * BITS);
		for (int k = 0; k < n_bytes; k++)
			data[g * n_bytes + k] = (uint8_t)(word >> 8 * k);
	}
}

template <class T, class F>
static void run(struct aisp_device_state *g, struct place to, F at)
{
	fill_kernel<T, F>
		<<<n_blocks(g, to.n), BLOCK_THREADS, 0, (cudaStream_t)g->stream>>>(
			(T *)to.address, to.first, to.n, at);
}

template <int BITS, class F>
static void run_groups(struct aisp_device_state *g, struct place to, F code)
{
	int64_t n_groups = to.n / (BITS == 6 ? 4 : 2);

	packed_kernel<BITS, F>
		<<<n_blocks(g, n_groups), BLOCK_THREADS, 0, (cudaStream_t)g->stream>>>(
			(uint8_t *)to.address, to.first, n_groups, code);
}

template <class F>
static void run_packed(struct aisp_device_state *g, struct place to, enum aisp_dtype t,
		       F code)
{
	if (aisp_type_bits(t) == 6)
		run_groups<6>(g, to, code);
	else
		run_groups<4>(g, to, code);
}

template <class F>
static void run_type(struct aisp_device_state *g, struct place to, enum aisp_dtype t,
		     F at)
{
	switch (t) {
	case AISP_F32:
		run<float>(g, to, at);
		break;
	case AISP_F64:
		run<double>(g, to, at);
		break;
	case AISP_F16:
		run<__half>(g, to, at);
		break;
	case AISP_BF16:
		run<__nv_bfloat16>(g, to, at);
		break;
	case AISP_I8:
		run<int8_t>(g, to, at);
		break;
	case AISP_U8:
		run<uint8_t>(g, to, at);
		break;
	case AISP_I32:
		run<int32_t>(g, to, at);
		break;
	case AISP_I64:
		run<int64_t>(g, to, at);
		break;
	case AISP_F8E4M3:
		run<struct code<AISP_F8E4M3>>(g, to, at);
		break;
	case AISP_F8E5M2:
		run<struct code<AISP_F8E5M2>>(g, to, at);
		break;
	case AISP_E8M0:
		run<struct code<AISP_E8M0>>(g, to, at);
		break;
	case AISP_TF32:
		run<struct tf32>(g, to, at);
		break;
	case AISP_U16:
		run<uint16_t>(g, to, at);
		break;
	case AISP_U32:
		run<uint32_t>(g, to, at);
		break;
	case AISP_U64:
		run<uint64_t>(g, to, at);
		break;
	default:
		run_packed(g, to, t, coded<F>{ at, t });
	}
}

template <class F>
static void run_real(struct aisp_device_state *g, struct place to, enum aisp_dtype t,
		     F at)
{
	run_type(g, to, t, real<F>{ at, t });
}

/* F has a key. */
template <class F>
static void run_drawn(struct aisp_device_state *g, struct place to, enum aisp_dtype t,
		      F at)
{
	if (t == AISP_F64)
		run<double>(g, to, wide<F>{ at });
	else
		run_real(g, to, t, at);
}

template <class F>
static void run_whole(struct aisp_device_state *g, struct place to, enum aisp_dtype t,
		      F at)
{
	run_type(g, to, t, whole<F>{ at, t });
}

template <class T>
static void run_bits(struct aisp_device_state *g, struct place to,
		     struct structured_bits at)
{
	bits_kernel<T>
		<<<n_blocks(g, to.n), BLOCK_THREADS, 0, (cudaStream_t)g->stream>>>(
			(T *)to.address, to.first, to.n, at);
}

static void fill_bits(struct aisp_device_state *g, struct place to,
		      struct structured_bits at)
{
	switch (aisp_type_bits(at.type)) {
	case 64:
		run_bits<uint64_t>(g, to, at);
		break;
	case 32:
		run_bits<uint32_t>(g, to, at);
		break;
	case 16:
		run_bits<uint16_t>(g, to, at);
		break;
	case 8:
		run_bits<uint8_t>(g, to, at);
		break;
	default:
		run_packed(g, to, at.type, at);
	}
}

static int fill_structured(struct aisp_device_state *g, struct place to,
			   const struct aisp_spec *spec, struct aisp_structure s,
			   struct aisp_err *err)
{
	enum aisp_dtype t = spec->dtype;

	if (spec->fill == AISP_FILL_BYTES)
		fill_bits(g, to, structured_bits{ s, t });
	else if (spec->fill == AISP_FILL_UNIT)
		run_type(g, to, t, structured<aisp_structured_unit>{ s });
	else if (spec->fill == AISP_FILL_INDEX || aisp_has_buckets(spec))
		run_type(g, to, t,
			 structured_index{ s, (uint64_t)spec->limit,
					   spec->fill == AISP_FILL_LENGTHS });
	else if (aisp_is_integer(t))
		run_whole(g, to, t, structured<aisp_structured_integer>{ s });
	else if (t == AISP_F64)
		run<double>(g, to, structured<aisp_structured_wide>{ s });
	else
		run_real(g, to, t, structured<aisp_structured_real>{ s });
	return launched("fill an input", err);
}

static int fill_permutation(struct aisp_device_state *g, struct place to,
			    const struct aisp_spec *spec, enum aisp_dist dist,
			    uint64_t key, struct aisp_err *err)
{
	run_type(g, to, spec->dtype,
		 permutation{ aisp_shape_of(spec, dist == AISP_DIST_STRUCTURED, key) });
	return launched("fill an input", err);
}

extern "C" int aisp_gpu_fill(struct aisp_device_state *g, uint64_t address,
			     struct aisp_range part, const struct aisp_spec *spec,
			     enum aisp_dist dist, uint64_t key, struct aisp_err *err)
{
	struct aisp_structure s = aisp_structure_of(spec, part.of, dist, key);
	const struct place to = { address, part.first, part.n };
	enum aisp_dtype t = spec->dtype;

	if (aisp_gpu_enter(g, err))
		return -1;
	if (spec->fill == AISP_FILL_PERMUTATION)
		return fill_permutation(g, to, spec, dist, key, err);
	if (aisp_is_structured(spec, &s, dist))
		return fill_structured(g, to, spec, s, err);
	if (spec->fill == AISP_FILL_BYTES)
		return aisp_gpu_poison_part(g, address, aisp_type_bytes(t, part.first),
					    aisp_type_bytes(t, part.n), key, err);
	if (spec->fill == AISP_FILL_UNIT)
		run_type(g, to, t, uniform{ key });
	else if (aisp_has_buckets(spec))
		run_type(g, to, t, zipf{ aisp_shape_of(spec, 0, key) });
	else if (spec->fill == AISP_FILL_INDEX)
		run_type(g, to, t, index_below{ key, (uint64_t)spec->limit });
	else if (aisp_is_integer(t))
		run_whole(g, to, t, integer{ key });
	else if (dist == AISP_DIST_NORMAL)
		run_drawn(g, to, t, normal{ key });
	else if (dist == AISP_DIST_UNIFORM)
		run_drawn(g, to, t, uniform{ key });
	else if (t == AISP_F64)
		run<double>(g, to, adversarial_wide{ key });
	else
		run_real(g, to, t, adversarial{ key });
	return launched("fill an input", err);
}
