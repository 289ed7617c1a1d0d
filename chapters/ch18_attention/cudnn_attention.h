/* SPDX-License-Identifier: MIT
 *
 * cudnn_attention.h - what graphs for cuDNN's fused attention have in common, whatever
 * their shapes and masks: softmax, plan, and the variant's callbacks.
 */
#ifndef CUDNN_ATTENTION_H
#define CUDNN_ATTENTION_H

#include "cudnn_graph.h"

#define TEXT_(x) #x
#define TEXT(x)  TEXT_(x)

/* cuDNN recognises attention only if the logarithms of the sums are there, which need
 * not be stored. */
static descriptor softmax(graph *g, descriptor s)
{
	const cudnnDataType_t f32 = CUDNN_DATA_FLOAT;
	int64_t seq = g->shape[3];
	descriptor max = reduce(g, CUDNN_REDUCE_TENSOR_MAX, s), sum, log;

	s = pointwise(g, CUDNN_POINTWISE_SUB, f32, s, max, NULL, hidden(g, f32, seq),
		      -1);
	s = pointwise(g, CUDNN_POINTWISE_EXP, f32, s, NULL, NULL, hidden(g, f32, seq),
		      -1);
	sum = reduce(g, CUDNN_REDUCE_TENSOR_ADD, s);
	log = pointwise(g, CUDNN_POINTWISE_LOG, f32, sum, NULL, NULL, hidden(g, f32, 1),
			-1);
	pointwise(g, CUDNN_POINTWISE_ADD, f32, max, log, NULL, hidden(g, f32, 1), -1);
	return pointwise(g, CUDNN_POINTWISE_DIV, f32, s, sum, NULL,
			 hidden(g, CUDNN_DATA_BFLOAT16, seq), -1);
}

/* Scores of keys behind their query's become the lowest number. */
static descriptor mask(graph *g, descriptor s, descriptor lowest)
{
	int64_t seq = g->shape[3];
	descriptor row = hidden(g, CUDNN_DATA_INT32, seq);
	descriptor column = hidden(g, CUDNN_DATA_INT32, seq);
	descriptor is_seen = hidden(g, CUDNN_DATA_BOOLEAN, seq);

	pointwise(g, CUDNN_POINTWISE_GEN_INDEX, CUDNN_DATA_INT32, s, NULL, NULL, row,
		  2);
	pointwise(g, CUDNN_POINTWISE_GEN_INDEX, CUDNN_DATA_INT32, s, NULL, NULL, column,
		  3);
	pointwise(g, CUDNN_POINTWISE_CMP_GE, CUDNN_DATA_BOOLEAN, row, column, NULL,
		  is_seen, -1);
	return pointwise(g, CUDNN_POINTWISE_BINARY_SELECT, CUDNN_DATA_FLOAT, s, lowest,
			 is_seen, hidden(g, CUDNN_DATA_FLOAT, seq), -1);
}

/* Builds the first of the heuristic's proposals that works. */
static void plan(graph *g)
{
	descriptor ops = begin(g, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
	descriptor advice = begin(g, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
	descriptor engine = begin(g, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
	cudnnBackendHeurMode_t mode = CUDNN_HEUR_MODE_A;
	int64_t n = 0;

	set(g, ops, CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, 1, &g->handle);
	set(g, ops, CUDNN_ATTR_OPERATIONGRAPH_OPS, CUDNN_TYPE_BACKEND_DESCRIPTOR,
	    g->n_ops, g->ops);
	end(g, ops);
	link(g, advice, CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, ops);
	set(g, advice, CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, 1, &mode);
	end(g, advice);
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->status = g->get(advice, CUDNN_ATTR_ENGINEHEUR_RESULTS,
				   CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &n, &engine);
	g->plan = begin(g, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
	set(g, g->plan, CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, 1,
	    &g->handle);
	link(g, g->plan, CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, engine);
	end(g, g->plan);
}

/* Plans the operations, which are described before. */
static int prepare(graph *g, const struct aisp_io *io)
{
	int64_t bytes = 0, n;

	plan(g);
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->status = g->get(g->plan, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE,
				   CUDNN_TYPE_INT64, 1, &n, &bytes);
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->status = g->set_stream(g->handle, aisp_stream(io));
	if (g->status != CUDNN_STATUS_SUCCESS)
		return -ENOTSUP;
	return (size_t)bytes > io->workspace_bytes ? -ENOMEM : 0;
}

/* Executes the plan with tensors 0 to n - 1 at data[]. */
static int execute(graph *g, const struct aisp_io *io, int64_t n, void **data)
{
	descriptor pack = begin(g, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
	int64_t ids[MOST_DESCRIPTORS];

	for (int64_t i = 0; i < n; i++)
		ids[i] = i;
	set(g, pack, CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, CUDNN_TYPE_INT64, n, ids);
	set(g, pack, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS, CUDNN_TYPE_VOID_PTR, n,
	    data);
	set(g, pack, CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, 1,
	    &io->workspace);
	end(g, pack);
	if (g->status == CUDNN_STATUS_SUCCESS)
		g->status = g->execute(g->handle, g->plan, pack);
	if (pack)
		g->destroy(g->made[--g->n_made]);
	return g->status == CUDNN_STATUS_SUCCESS ? aisp_launched() : -EIO;
}

static void teardown(void *state)
{
	graph *g = (graph *)state;

	if (g)
		graph_release(g);
	free(g);
}

#endif
