/* SPDX-License-Identifier: MIT
 *
 * cuDNN's fused attention, as a graph of the operations that it stands for.
 * NEEDS: cudnn.h
 * LIBS: -ldl
 */
#include "workload_attention_bf16.h"
#include <aisp/cuda.h>
#include <float.h>

#include "cudnn_attention.h"

static void describe(graph *g, const int64_t *p)
{
	int64_t heads = p[HEADS], seq = p[SEQ], dim = p[DIM];
	const int64_t shape[] = { 1, heads, seq, dim }, one[] = { 1, 1, 1, 1 };
	const int64_t stride[] = { heads * seq * dim, seq * dim, dim, 1 };
	const int64_t turned[] = { 1, heads, dim, seq };
	const int64_t turned_stride[] = { heads * seq * dim, seq * dim, 1, dim };
	const int64_t scores[] = { 1, heads, seq, seq };
	descriptor q = tensor(g, CUDNN_DATA_BFLOAT16, shape, stride, SEEN);
	descriptor k = tensor(g, CUDNN_DATA_BFLOAT16, turned, turned_stride, SEEN);
	descriptor v = tensor(g, CUDNN_DATA_BFLOAT16, shape, stride, SEEN);
	descriptor o = tensor(g, CUDNN_DATA_BFLOAT16, shape, stride, SEEN);
	descriptor scale = tensor(g, CUDNN_DATA_FLOAT, one, one, BY_VALUE);
	descriptor lowest = tensor(g, CUDNN_DATA_FLOAT, one, one, BY_VALUE), s;

	for (int i = 0; i < 4; i++)
		g->shape[i] = scores[i];
	s = hidden(g, CUDNN_DATA_FLOAT, seq);
	multiply(g, q, k, s);
	s = pointwise(g, CUDNN_POINTWISE_MUL, CUDNN_DATA_FLOAT, s, scale, NULL,
		      hidden(g, CUDNN_DATA_FLOAT, seq), -1);
	if (p[CAUSAL])
		s = mask(g, s, lowest);
	multiply(g, softmax(g, s), v, o);
}

static int setup(const struct aisp_io *io, void **state)
{
	graph *g = (graph *)calloc(1, sizeof(*g));
	int rc;

	*state = g;
	if (!g)
		return -ENOMEM;
	rc = graph_init(g);
	if (rc)
		return rc;
	describe(g, io->param);
	return prepare(g, io);
}

static int run(const struct aisp_io *io, void *state)
{
	float scale = 1 / sqrtf((float)io->param[DIM]), lowest = -FLT_MAX;
	/* In the order in which describe() makes the tensors. */
	void *data[] = { io->in[0].data,  io->in[1].data, io->in[2].data,
			 io->out[0].data, &scale,         &lowest };

	return execute((graph *)state, io, io->param[CAUSAL] ? 6 : 5, data);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuDNN's fused attention",
	.library = "cuDNN " TEXT(CUDNN_MAJOR) "." TEXT(CUDNN_MINOR) "." TEXT(
		CUDNN_PATCHLEVEL),
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "cuDNN 9",
};
