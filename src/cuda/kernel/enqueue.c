/* SPDX-License-Identifier: MIT
 *
 * enqueue.c - pass the arguments and attributes of a planned launch to the driver.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include <aisp/ranks.h>

#include "launcher.h"

/* The value of a kernel's parameter. */
union value {
	int64_t integer;
	float f32;
	double f64;
	CUtensorMap map;
	struct aisp_ranks peers;
};

static CUdeviceptr address_of(const struct aisp_kernel_module *m, uint32_t buffer,
			      const struct aisp_io *io)
{
	if (buffer == AISP_BUFFER_SCRATCH)
		return m->scratch;
	if (buffer == AISP_BUFFER_WORKSPACE)
		return (CUdeviceptr)io->workspace;
	return (CUdeviceptr)(buffer >= AISP_BUFFER_OUT
				     ? io->out[buffer - AISP_BUFFER_OUT].data
				     : io->in[buffer].data);
}

static CUtensorMapDataType type_of(uint32_t dtype)
{
	switch (dtype) {
	case AISP_F32:
		return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
	case AISP_F64:
		return CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
	case AISP_F16:
		return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
	case AISP_BF16:
		return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
	case AISP_I32:
		return CU_TENSOR_MAP_DATA_TYPE_INT32;
	case AISP_I64:
		return CU_TENSOR_MAP_DATA_TYPE_INT64;
	case AISP_U16:
		return CU_TENSOR_MAP_DATA_TYPE_UINT16;
	case AISP_U32:
		return CU_TENSOR_MAP_DATA_TYPE_UINT32;
	case AISP_U64:
		return CU_TENSOR_MAP_DATA_TYPE_UINT64;
	case AISP_TF32:
		return CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
	default:
		return CU_TENSOR_MAP_DATA_TYPE_UINT8;
	}
}

static CUresult encode(const struct aisp_tensor_map *t, CUdeviceptr at,
		       CUtensorMap *map)
{
	const CUtensorMapSwizzle swizzle =
		t->swizzle_bytes == 32    ? CU_TENSOR_MAP_SWIZZLE_32B
		: t->swizzle_bytes == 64  ? CU_TENSOR_MAP_SWIZZLE_64B
		: t->swizzle_bytes == 128 ? CU_TENSOR_MAP_SWIZZLE_128B
					  : CU_TENSOR_MAP_SWIZZLE_NONE;
	const CUtensorMapL2promotion l2 =
		t->l2_bytes == 64    ? CU_TENSOR_MAP_L2_PROMOTION_L2_64B
		: t->l2_bytes == 128 ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
		: t->l2_bytes == 256 ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B
				     : CU_TENSOR_MAP_L2_PROMOTION_NONE;
	static const cuuint32_t steps[AISP_TENSOR_MAP_RANK] = { 1, 1, 1, 1, 1 };

	return cuTensorMapEncodeTiled(
		map, type_of(t->dtype), t->rank, (void *)at, (const cuuint64_t *)t->dim,
		(const cuuint64_t *)t->stride + 1, t->box, steps,
		CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, l2,
		t->is_nan ? CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
			  : CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

/* A device that can reach the host's memory must not get addresses there. */
static struct aisp_ranks without_host(const struct aisp_ranks *r)
{
	struct aisp_ranks peers = *r;

	memset(peers.host_signal, 0, sizeof(peers.host_signal));
	return peers;
}

static CUresult set_value(union value *v, const struct aisp_kernel_module *m,
			  const struct aisp_kernel_plan *plan,
			  const struct aisp_kernel_arg *a, const struct aisp_io *io)
{
	switch (a->kind) {
	case AISP_ARG_F32:
		v->f32 = (float)a->real;
		return CUDA_SUCCESS;
	case AISP_ARG_F64:
		v->f64 = a->real;
		return CUDA_SUCCESS;
	case AISP_ARG_ADDRESS:
		v->integer = (int64_t)address_of(m, a->number, io) + a->integer;
		return CUDA_SUCCESS;
	case AISP_ARG_MAP:
		return encode(&plan->map[a->number],
			      address_of(m, plan->map[a->number].buffer, io), &v->map);
	case AISP_ARG_PEERS:
		v->peers = without_host(io->ranks);
		return CUDA_SUCCESS;
	default:
		v->integer = a->integer;
		return CUDA_SUCCESS;
	}
}

static unsigned add_attributes(const struct aisp_kernel_launch *l, CUlaunchAttribute *a)
{
	unsigned n = 0;

	if (l->cluster[0]) {
		a[n].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
		a[n].value.clusterDim.x = l->cluster[0];
		a[n].value.clusterDim.y = l->cluster[1];
		a[n++].value.clusterDim.z = l->cluster[2];
	}
	if (l->is_cooperative) {
		a[n].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
		a[n++].value.cooperative = 1;
	}
	if (l->is_programmatic) {
		a[n].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
		a[n++].value.programmaticStreamSerializationAllowed = 1;
	}
	return n;
}

int aisp_kernel_launch(const struct aisp_kernel_module *m,
		       const struct aisp_kernel_plan *plan, int i,
		       const struct aisp_io *io, char *words, size_t size)
{
	const struct aisp_kernel_launch *l = &plan->launch[i];
	union value values[AISP_MAX_KERNEL_ARGS];
	void *params[AISP_MAX_KERNEL_ARGS];
	CUlaunchAttribute attributes[3];
	CUlaunchConfig config = { .gridDimX = l->grid[0],
				  .gridDimY = l->grid[1],
				  .gridDimZ = l->grid[2],
				  .blockDimX = l->block[0],
				  .blockDimY = l->block[1],
				  .blockDimZ = l->block[2],
				  .sharedMemBytes = l->shared_bytes,
				  .hStream = io->stream,
				  .attrs = attributes };
	CUresult e = CUDA_SUCCESS;

	config.numAttrs = add_attributes(l, attributes);
	for (uint32_t k = 0; k < l->n_args && !e; k++) {
		e = set_value(&values[k], m, plan, &l->arg[k], io);
		params[k] = &values[k];
	}
	if (!e)
		e = cuLaunchKernelEx(&config, m->function[i], params, NULL);
	if (!e)
		return 0;
	aisp_driver_failed(words, size, l->name, e);
	return -EIO;
}

static size_t bytes_of(const struct aisp_kernel_arg *a)
{
	switch (a->kind) {
	case AISP_ARG_F32:
		return sizeof(float);
	case AISP_ARG_MAP:
		return sizeof(CUtensorMap);
	case AISP_ARG_PEERS:
		return sizeof(struct aisp_ranks);
	default:
		return 8;
	}
}

static bool fits(const struct aisp_kernel_arg *a, size_t n_bytes)
{
	int64_t high;

	if (a->kind != AISP_ARG_INTEGER || n_bytes == 8)
		return n_bytes == bytes_of(a);
	if (n_bytes != 1 && n_bytes != 2 && n_bytes != 4)
		return false;
	high = INT64_C(1) << 8 * n_bytes;
	return a->integer < high && a->integer >= -high / 2;
}

static int check(const struct aisp_kernel_module *m, const struct aisp_kernel_launch *l,
		 int i, char *words, size_t size)
{
	size_t at, n_bytes;

	for (uint32_t k = 0; k < l->n_args; k++) {
		if (cuFuncGetParamInfo(m->function[i], k, &at, &n_bytes)) {
			snprintf(words, size, "line %u: %s takes %u arguments, not %u",
				 l->line, l->name, k, l->n_args);
			return -EINVAL;
		}
		if (!fits(&l->arg[k], n_bytes)) {
			snprintf(words, size,
				 "line %u: argument %u of %s has %zu bytes, which "
				 "is another kind of value",
				 l->line, k + 1, l->name, n_bytes);
			return -EINVAL;
		}
	}
	if (!cuFuncGetParamInfo(m->function[i], l->n_args, &at, &n_bytes)) {
		snprintf(words, size, "line %u: %s takes more than %u arguments",
			 l->line, l->name, l->n_args);
		return -EINVAL;
	}
	return 0;
}

int aisp_kernel_check_args(const struct aisp_kernel_module *m,
			   const struct aisp_kernel_plan *plan, char *words,
			   size_t size)
{
	for (uint32_t i = 0; i < plan->n_launches; i++)
		if (check(m, &plan->launch[i], (int)i, words, size))
			return -EINVAL;
	return 0;
}
