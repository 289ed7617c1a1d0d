/* SPDX-License-Identifier: MIT
 *
 * cudnn_graph.h - graphs of operations for cuDNN's backend interface.  The library is
 * looked up at run time, so that a machine without it can say so.
 *
 * The first status that is not success stays: calls after it do nothing.
 */
#ifndef CUDNN_GRAPH_H
#define CUDNN_GRAPH_H

#include <aisp/cuda.h>
#include <cudnn.h>
#include <dlfcn.h>
#include <stdlib.h>

#define MOST_DESCRIPTORS 128

typedef cudnnBackendDescriptor_t descriptor;

struct graph {
	void *library;
	decltype(&cudnnCreate) create_handle;
	decltype(&cudnnDestroy) destroy_handle;
	decltype(&cudnnSetStream) set_stream;
	decltype(&cudnnBackendCreateDescriptor) create;
	decltype(&cudnnBackendDestroyDescriptor) destroy;
	decltype(&cudnnBackendSetAttribute) set;
	decltype(&cudnnBackendGetAttribute) get;
	decltype(&cudnnBackendFinalize) finalize;
	decltype(&cudnnBackendExecute) execute;
	cudnnHandle_t handle;
	cudnnStatus_t status;
	int64_t shape[4]; /* of the hidden tensors */
	int64_t n_tensors;
	descriptor plan, ops[MOST_DESCRIPTORS], made[MOST_DESCRIPTORS];
	int n_ops, n_made;
};

/* Returns 0, or -ENOTSUP if there is no cuDNN 9. */
static int graph_init(graph *g)
{
	g->library = dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL);
	if (!g->library)
		return -ENOTSUP;
#define LOOK_UP(member, name)                                                          \
	if (!(g->member = (decltype(g->member))dlsym(g->library, #name)))              \
		return -ENOTSUP;
	LOOK_UP(create_handle, cudnnCreate)
	LOOK_UP(destroy_handle, cudnnDestroy)
	LOOK_UP(set_stream, cudnnSetStream)
	LOOK_UP(create, cudnnBackendCreateDescriptor)
	LOOK_UP(destroy, cudnnBackendDestroyDescriptor)
	LOOK_UP(set, cudnnBackendSetAttribute)
	LOOK_UP(get, cudnnBackendGetAttribute)
	LOOK_UP(finalize, cudnnBackendFinalize)
	LOOK_UP(execute, cudnnBackendExecute)
#undef LOOK_UP
	return g->create_handle(&g->handle) == CUDNN_STATUS_SUCCESS ? 0 : -ENOTSUP;
}

static void graph_release(graph *g)
{
	for (int i = 0; i < g->n_made; i++)
		g->destroy(g->made[i]);
	if (g->handle)
		g->destroy_handle(g->handle);
}

static descriptor begin(graph *g, cudnnBackendDescriptorType_t type)
{
	descriptor d = NULL;

	if (g->n_made == MOST_DESCRIPTORS)
		g->status = CUDNN_STATUS_INTERNAL_ERROR;
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->status = g->create(type, &d);
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->made[g->n_made++] = d;
	return d;
}

static void set(graph *g, descriptor d, cudnnBackendAttributeName_t name,
		cudnnBackendAttributeType_t type, int64_t n, const void *value)
{
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->status = g->set(d, name, type, n, value);
}

static void link(graph *g, descriptor d, cudnnBackendAttributeName_t name,
		 descriptor value)
{
	if (value)
		set(g, d, name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &value);
}

static descriptor end(graph *g, descriptor d)
{
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->status = g->finalize(d);
	return d;
}

enum kind { SEEN, HIDDEN, BY_VALUE };

/* Its unique id is the number of tensors before it. */
static descriptor tensor(graph *g, cudnnDataType_t type, const int64_t *shape,
			 const int64_t *stride, enum kind kind)
{
	descriptor d = begin(g, CUDNN_BACKEND_TENSOR_DESCRIPTOR);
	bool is_hidden = kind == HIDDEN, is_value = kind == BY_VALUE;
	int64_t id = g->n_tensors++, bytes = 16;

	set(g, d, CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, 1, &type);
	set(g, d, CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, 4, shape);
	set(g, d, CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, 4, stride);
	set(g, d, CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, 1, &id);
	set(g, d, CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, 1, &bytes);
	set(g, d, CUDNN_ATTR_TENSOR_IS_VIRTUAL, CUDNN_TYPE_BOOLEAN, 1, &is_hidden);
	set(g, d, CUDNN_ATTR_TENSOR_IS_BY_VALUE, CUDNN_TYPE_BOOLEAN, 1, &is_value);
	return end(g, d);
}

/* A hidden tensor of g->shape except for the last dimension. */
static descriptor hidden(graph *g, cudnnDataType_t type, int64_t last)
{
	const int64_t *n = g->shape, shape[] = { n[0], n[1], n[2], last };
	const int64_t stride[] = { n[1] * n[2] * last, n[2] * last, last, 1 };

	return tensor(g, type, shape, stride, HIDDEN);
}

static void multiply(graph *g, descriptor a, descriptor b, descriptor c)
{
	descriptor how = begin(g, CUDNN_BACKEND_MATMUL_DESCRIPTOR), op;
	cudnnDataType_t type = CUDNN_DATA_FLOAT;

	set(g, how, CUDNN_ATTR_MATMUL_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, 1, &type);
	end(g, how);
	op = begin(g, CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR);
	link(g, op, CUDNN_ATTR_OPERATION_MATMUL_ADESC, a);
	link(g, op, CUDNN_ATTR_OPERATION_MATMUL_BDESC, b);
	link(g, op, CUDNN_ATTR_OPERATION_MATMUL_CDESC, c);
	link(g, op, CUDNN_ATTR_OPERATION_MATMUL_DESC, how);
	g->ops[g->n_ops++] = end(g, op);
}

/* y = mode(x, b, t) in arithmetic of `type`; axis: of an index, else -1. */
static descriptor pointwise(graph *g, cudnnPointwiseMode_t mode, cudnnDataType_t type,
			    descriptor x, descriptor b, descriptor t, descriptor y,
			    int64_t axis)
{
	descriptor how = begin(g, CUDNN_BACKEND_POINTWISE_DESCRIPTOR), op;

	set(g, how, CUDNN_ATTR_POINTWISE_MODE, CUDNN_TYPE_POINTWISE_MODE, 1, &mode);
	set(g, how, CUDNN_ATTR_POINTWISE_MATH_PREC, CUDNN_TYPE_DATA_TYPE, 1, &type);
	if (axis >= 0)
		set(g, how, CUDNN_ATTR_POINTWISE_AXIS, CUDNN_TYPE_INT64, 1, &axis);
	end(g, how);
	op = begin(g, CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR);
	link(g, op, CUDNN_ATTR_OPERATION_POINTWISE_PW_DESCRIPTOR, how);
	link(g, op, CUDNN_ATTR_OPERATION_POINTWISE_XDESC, x);
	link(g, op, CUDNN_ATTR_OPERATION_POINTWISE_BDESC, b);
	link(g, op, CUDNN_ATTR_OPERATION_POINTWISE_TDESC, t);
	link(g, op, CUDNN_ATTR_OPERATION_POINTWISE_YDESC, y);
	g->ops[g->n_ops++] = end(g, op);
	return y;
}

/* y is x with another shape. */
static descriptor reshape(graph *g, descriptor x, descriptor y)
{
	descriptor op = begin(g, CUDNN_BACKEND_OPERATION_RESHAPE_DESCRIPTOR);

	link(g, op, CUDNN_ATTR_OPERATION_RESHAPE_XDESC, x);
	link(g, op, CUDNN_ATTR_OPERATION_RESHAPE_YDESC, y);
	g->ops[g->n_ops++] = end(g, op);
	return y;
}

/* Reduces x along the last dimension. */
static descriptor reduce(graph *g, cudnnReduceTensorOp_t how_to, descriptor x)
{
	descriptor how = begin(g, CUDNN_BACKEND_REDUCTION_DESCRIPTOR), op, y;
	cudnnDataType_t type = CUDNN_DATA_FLOAT;

	set(g, how, CUDNN_ATTR_REDUCTION_OPERATOR, CUDNN_TYPE_REDUCTION_OPERATOR_TYPE,
	    1, &how_to);
	set(g, how, CUDNN_ATTR_REDUCTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, 1, &type);
	end(g, how);
	y = hidden(g, type, 1);
	op = begin(g, CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR);
	link(g, op, CUDNN_ATTR_OPERATION_REDUCTION_XDESC, x);
	link(g, op, CUDNN_ATTR_OPERATION_REDUCTION_YDESC, y);
	link(g, op, CUDNN_ATTR_OPERATION_REDUCTION_DESC, how);
	g->ops[g->n_ops++] = end(g, op);
	return y;
}

#endif
