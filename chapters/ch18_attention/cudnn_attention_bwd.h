/* SPDX-License-Identifier: MIT
 *
 * cudnn_attention_bwd.h - cuDNN's fused attention, backward, as a graph of the
 * operations that it stands for (those of NVIDIA's cudnn-frontend, sdpa_backward).
 * Where dq need not be equal from call to call it is added up in fp32 in memory; where
 * it must, the product is dq itself.
 */
#ifndef CUDNN_ATTENTION_BWD_H
#define CUDNN_ATTENTION_BWD_H

#include <float.h>

#include "cudnn_attention.h"

/* Tensors that have memory or a value: those of every call, then dq's sums, if it has
 * some, then what replaces scores that are masked, if any are. */
constexpr int IN = 6, OUT = 3, ONE = IN + OUT, SCALE = ONE + 1, D = ONE + 2,
	      REST = ONE + 3;

/* From one and the same axis to the next: [heads][rows][columns], or turned. */
static descriptor rows_of(graph *g, cudnnDataType_t type, const int64_t *p,
			  int64_t columns, bool is_turned, enum kind kind)
{
	int64_t heads = p[HEADS], rows = p[SEQ], all = heads * rows * columns;
	const int64_t shape[] = { 1, heads, rows, columns };
	const int64_t stride[] = { all, rows * columns, columns, 1 };
	const int64_t turned[] = { 1, heads, columns, rows };
	const int64_t turned_stride[] = { all, rows * columns, 1, columns };

	return tensor(g, type, is_turned ? turned : shape,
		      is_turned ? turned_stride : stride, kind);
}

static descriptor arithmetic(graph *g, cudnnPointwiseMode_t mode, descriptor x,
			     descriptor b, int64_t columns)
{
	return pointwise(g, mode, CUDNN_DATA_FLOAT, x, b, NULL,
			 hidden(g, CUDNN_DATA_FLOAT, columns), -1);
}

/* d = do o, into memory. */
static void describe_d(graph *g, descriptor of, descriptor o, descriptor one,
		       descriptor d, int64_t dim)
{
	descriptor x = arithmetic(g, CUDNN_POINTWISE_MUL, of, o, dim);

	pointwise(g, CUDNN_POINTWISE_MUL, CUDNN_DATA_FLOAT,
		  reduce(g, CUDNN_REDUCE_TENSOR_ADD, x), one, NULL, d, -1);
}

static descriptor transposed(graph *g, const int64_t *p, descriptor x)
{
	return reshape(g, x, rows_of(g, CUDNN_DATA_BFLOAT16, p, p[SEQ], true, HIDDEN));
}

/* Of t: tensors as the enumerators above say. */
static void describe_rest(graph *g, const int64_t *p, descriptor *t, descriptor sums,
			  descriptor lowest)
{
	int64_t seq = p[SEQ];
	descriptor s = hidden(g, CUDNN_DATA_FLOAT, seq), dp, k;

	multiply(g, t[Q], t[K], s);
	s = arithmetic(g, CUDNN_POINTWISE_MUL, s, t[SCALE], seq);
	s = arithmetic(g, CUDNN_POINTWISE_SUB, s, t[LSE], seq);
	if (lowest)
		s = mask(g, s, lowest);
	s = arithmetic(g, CUDNN_POINTWISE_EXP, s, NULL, seq);
	multiply(g, transposed(g, p, s), t[DO], t[IN + DV]);
	dp = hidden(g, CUDNN_DATA_FLOAT, seq);
	multiply(g, t[DO], t[V], dp);
	dp = arithmetic(g, CUDNN_POINTWISE_SUB, dp, t[D], seq);
	dp = arithmetic(g, CUDNN_POINTWISE_MUL, dp, s, seq);
	dp = arithmetic(g, CUDNN_POINTWISE_MUL, dp, t[SCALE], seq);
	multiply(g, transposed(g, p, dp), t[Q], t[IN + DK]);
	k = reshape(g, t[K], rows_of(g, CUDNN_DATA_BFLOAT16, p, p[DIM], false, HIDDEN));
	multiply(g, dp, k, sums ? sums : t[IN + DQ]);
	if (sums)
		pointwise(g, CUDNN_POINTWISE_IDENTITY, CUDNN_DATA_FLOAT, sums, NULL,
			  NULL, t[IN + DQ], -1);
}

static void describe(graph *g, const int64_t *p, bool is_ordered)
{
	const int64_t one[] = { 1, 1, 1, 1 };
	descriptor t[REST], sums = NULL, lowest = NULL;

	g->shape[0] = 1;
	g->shape[1] = p[HEADS];
	g->shape[2] = g->shape[3] = p[SEQ];
	for (int i = 0; i < IN + OUT; i++)
		t[i] = rows_of(g, i == LSE ? CUDNN_DATA_FLOAT : CUDNN_DATA_BFLOAT16, p,
			       i == LSE ? 1 : p[DIM], i == K || i == V, SEEN);
	t[ONE] = tensor(g, CUDNN_DATA_FLOAT, one, one, BY_VALUE);
	t[SCALE] = tensor(g, CUDNN_DATA_FLOAT, one, one, BY_VALUE);
	t[D] = rows_of(g, CUDNN_DATA_FLOAT, p, 1, false, SEEN);
	if (!is_ordered)
		sums = rows_of(g, CUDNN_DATA_FLOAT, p, p[DIM], false, SEEN);
	if (p[CAUSAL])
		lowest = tensor(g, CUDNN_DATA_FLOAT, one, one, BY_VALUE);
	describe_d(g, t[DO], t[O], t[ONE], t[D], p[DIM]);
	describe_rest(g, p, t, sums, lowest);
}

/* Bytes of d and the sums of dq, with which the workspace begins. */
static size_t own_bytes(const int64_t *p)
{
	size_t bytes = (size_t)(p[HEADS] * p[SEQ] * (p[DIM] + 1)) * sizeof(float);

	return (bytes + 255) / 256 * 256;
}

/* io with a workspace that begins behind own_bytes(). */
static struct aisp_io library_io(const struct aisp_io *io)
{
	struct aisp_io rest = *io;

	rest.workspace = (char *)io->workspace + own_bytes(io->param);
	rest.workspace_bytes -= own_bytes(io->param);
	return rest;
}

template <bool ORDERED> static int setup_bwd(const struct aisp_io *io, void **state)
{
	graph *g = (graph *)calloc(1, sizeof(*g));
	struct aisp_io rest = library_io(io);
	int rc;

	*state = g;
	if (!g)
		return -ENOMEM;
	rc = graph_init(g);
	if (rc)
		return rc;
	describe(g, io->param, ORDERED);
	return prepare(g, &rest);
}

template <bool ORDERED> static int run_bwd(const struct aisp_io *io, void *state)
{
	const int64_t *p = io->param;
	float one = 1, scale = 1 / sqrtf((float)p[DIM]), lowest = -FLT_MAX;
	float *sums = (float *)io->workspace;
	struct aisp_io rest = library_io(io);
	void *data[REST + 2];
	int n = REST;

	for (int i = 0; i < IN; i++)
		data[i] = io->in[i].data;
	for (int o = 0; o < OUT; o++)
		data[IN + o] = io->out[o].data;
	data[ONE] = &one;
	data[SCALE] = &scale;
	data[D] = sums + p[HEADS] * p[SEQ] * p[DIM];
	if (!ORDERED)
		data[n++] = sums;
	if (p[CAUSAL])
		data[n++] = &lowest;
	return execute((graph *)state, &rest, n, data);
}

#endif
