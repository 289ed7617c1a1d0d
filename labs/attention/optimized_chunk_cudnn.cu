/* SPDX-License-Identifier: MIT
 *
 * cuDNN's fused attention, as a graph of the operations that it stands for.
 * NEEDS: cudnn.h
 * LIBS: -ldl
 */
#include "workload_chunk.h"
#include <aisp/cuda.h>
#include <float.h>

#include "../../chapters/ch18_attention/cudnn_attention.h"

/* Scores of keys behind their query's become the lowest number: query i is key
 * kv_len - q_len + i. */
static descriptor mask(graph *g, descriptor s, descriptor lowest, descriptor kv_len,
		       descriptor q_len)
{
	const cudnnDataType_t i32 = CUDNN_DATA_INT32;
	int64_t keys = g->shape[3];
	descriptor row = hidden(g, i32, keys), column = hidden(g, i32, keys);
	descriptor past = hidden(g, i32, keys), last = hidden(g, i32, keys);
	descriptor is_seen = hidden(g, CUDNN_DATA_BOOLEAN, keys);

	pointwise(g, CUDNN_POINTWISE_GEN_INDEX, i32, s, NULL, NULL, row, 2);
	pointwise(g, CUDNN_POINTWISE_GEN_INDEX, i32, s, NULL, NULL, column, 3);
	pointwise(g, CUDNN_POINTWISE_ADD, i32, row, kv_len, NULL, past, 3);
	pointwise(g, CUDNN_POINTWISE_SUB, i32, past, q_len, NULL, last, 3);
	pointwise(g, CUDNN_POINTWISE_CMP_GE, CUDNN_DATA_BOOLEAN, last, column, NULL,
		  is_seen, -1);
	return pointwise(g, CUDNN_POINTWISE_BINARY_SELECT, CUDNN_DATA_FLOAT, s, lowest,
			 is_seen, hidden(g, CUDNN_DATA_FLOAT, keys), -1);
}

/* A tensor of heads x rows x HEAD_DIM; is_turned: as the second operand of a product
 * whose sum runs along its rows. */
static descriptor rows_of(graph *g, int64_t heads, int64_t rows, bool is_turned)
{
	const int64_t shape[] = { 1, heads, rows, HEAD_DIM };
	const int64_t stride[] = { heads * rows * HEAD_DIM, rows * HEAD_DIM, HEAD_DIM,
				   1 };
	const int64_t turned[] = { 1, heads, HEAD_DIM, rows };
	const int64_t turned_stride[] = { stride[0], stride[1], 1, HEAD_DIM };

	return tensor(g, CUDNN_DATA_BFLOAT16, is_turned ? turned : shape,
		      is_turned ? turned_stride : stride, SEEN);
}

static descriptor number(graph *g, cudnnDataType_t type)
{
	const int64_t one[] = { 1, 1, 1, 1 };

	return tensor(g, type, one, one, BY_VALUE);
}

static void describe(graph *g, const int64_t *p)
{
	descriptor q = rows_of(g, p[HEADS], p[Q_LEN], false);
	descriptor k = rows_of(g, p[KV_HEADS], p[KV_LEN], true);
	descriptor v = rows_of(g, p[KV_HEADS], p[KV_LEN], false);
	descriptor o = rows_of(g, p[HEADS], p[Q_LEN], false);
	descriptor scale = number(g, CUDNN_DATA_FLOAT);
	descriptor lowest = number(g, CUDNN_DATA_FLOAT);
	descriptor kv_len = number(g, CUDNN_DATA_INT32);
	descriptor q_len = number(g, CUDNN_DATA_INT32), s;
	const int64_t scores[] = { 1, p[HEADS], p[Q_LEN], p[KV_LEN] };

	for (int i = 0; i < 4; i++)
		g->shape[i] = scores[i];
	s = hidden(g, CUDNN_DATA_FLOAT, p[KV_LEN]);
	multiply(g, q, k, s);
	s = pointwise(g, CUDNN_POINTWISE_MUL, CUDNN_DATA_FLOAT, s, scale, NULL,
		      hidden(g, CUDNN_DATA_FLOAT, p[KV_LEN]), -1);
	s = mask(g, s, lowest, kv_len, q_len);
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
	float scale = 1 / sqrtf((float)HEAD_DIM), lowest = -FLT_MAX;
	int32_t kv_len = (int32_t)io->param[KV_LEN], q_len = (int32_t)io->param[Q_LEN];
	/* In the order in which describe() makes the tensors. */
	void *data[] = { io->in[0].data,  io->in[1].data, io->in[2].data,
			 io->out[0].data, &scale,         &lowest,
			 &kv_len,         &q_len };

	return execute((graph *)state, io, 8, data);
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
