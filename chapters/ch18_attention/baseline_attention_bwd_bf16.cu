/* SPDX-License-Identifier: MIT
 *
 * The formulas as written, one head after the other: cuBLASLt's products q k^T and do
 * v^T in fp32, a kernel that makes p and ds in bf16 of them, and the products of these.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 12 * seq * round_up(seq, 8) + 4 * round_up(seq, 64) + 33554432
 */
#include "workload_attention_bwd_bf16.h"

#include <aisp/bf16_words.h>
#include <aisp/lt_product.h>
#include <aisp/warp.h>

#define ROOM_BYTES (32 << 20)

/* Scores and dp; dv and dk; dq. */
struct products {
	struct lt scores, across, along;
};

/* The matrices of a head. */
struct matrices {
	float *s, *dp, *d;
	uint16_t *p, *ds;
};

static matrices matrices_in(const struct aisp_io *io)
{
	int64_t seq = io->param[SEQ], elems = seq * ((seq + 7) / 8 * 8);
	char *at = (char *)io->workspace + ROOM_BYTES;
	matrices m = { (float *)at, (float *)at + elems, (float *)at + 3 * elems };

	m.p = (uint16_t *)(m.dp + elems);
	m.ds = m.p + elems;
	return m;
}

/* d = do o: a warp for each row. */
static __global__ void find_d(float *restrict d, const uint16_t *restrict of,
			      const uint16_t *restrict o, int dim)
{
	int row = blockIdx.x * blockDim.y + threadIdx.y;
	float sum = 0;

	for (int c = threadIdx.x; c < dim; c += 32)
		sum += low(of[row * dim + c]) * low(o[row * dim + c]);
	sum = aisp_warp_sum(sum);
	if (threadIdx.x == 0)
		d[row] = sum;
}

static __global__ void find_ds(const matrices m, const float *restrict lse, int seq,
			       float scale, int is_causal)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y;
	int64_t at = (int64_t)i * seq + j;
	float p;

	if (j >= seq)
		return;
	p = is_causal && j > i ? 0 : expf(m.s[at] * scale - lse[i]);
	m.p[at] = (uint16_t)pack(p, 0);
	m.ds[at] = (uint16_t)pack(p * (m.dp[at] - m.d[i]), 0);
}

static int multiply(const struct aisp_io *io, const struct lt *l, const void *a,
		    const void *b, void *c)
{
	struct lt_operands x = { a, b, c, io->workspace, ROOM_BYTES, aisp_stream(io) };

	return lt_product(l, &x, &l->algo);
}

/* Rows of a head of tensor t. */
static uint16_t *rows_of(const struct aisp_tensor *t, int64_t head)
{
	return (uint16_t *)t->data + head * t->shape[1] * t->shape[2];
}

static int run_head(const struct aisp_io *io, struct products *l, int64_t h)
{
	int seq = (int)io->param[SEQ], dim = (int)io->param[DIM], rc;
	float scale = 1 / sqrtf((float)dim);
	const float *lse = (const float *)io->in[LSE].data + h * seq;
	uint16_t *of = rows_of(&io->in[DO], h), *q = rows_of(&io->in[Q], h);
	uint16_t *k = rows_of(&io->in[K], h);
	cudaStream_t stream = aisp_stream(io);
	matrices m = matrices_in(io);

	find_d<<<seq, dim3(32, 1), 0, stream>>>(m.d, of, rows_of(&io->in[O], h), dim);
	rc = multiply(io, &l->scores, q, k, m.s);
	rc = rc ? rc : multiply(io, &l->scores, of, rows_of(&io->in[V], h), m.dp);
	find_ds<<<dim3((unsigned)aisp_ceil_div(seq, 256), seq), 256, 0, stream>>>(
		m, lse, seq, scale, (int)io->param[CAUSAL]);
	l->across.alpha.real = 1;
	rc = rc ? rc : multiply(io, &l->across, m.p, of, rows_of(&io->out[DV], h));
	l->across.alpha.real = scale;
	rc = rc ? rc : multiply(io, &l->across, m.ds, q, rows_of(&io->out[DK], h));
	return rc ? rc : multiply(io, &l->along, m.ds, k, rows_of(&io->out[DQ], h));
}

static int describe(struct products *l, int64_t seq, int64_t dim)
{
	const struct lt_shape scores = { seq, seq, dim, false, true };
	const struct lt_shape across = { seq, dim, seq, true, false };
	const struct lt_shape along = { seq, dim, seq, false, false };
	int rc = lt_describe(&l->scores, &scores, CUDA_R_16BF, CUDA_R_32F,
			     CUBLAS_COMPUTE_32F);

	rc = rc ? rc
		: lt_describe(&l->across, &across, CUDA_R_16BF, CUDA_R_16BF,
			      CUBLAS_COMPUTE_32F);
	rc = rc ? rc
		: lt_describe(&l->along, &along, CUDA_R_16BF, CUDA_R_16BF,
			      CUBLAS_COMPUTE_32F);
	l->along.alpha.real = 1 / sqrtf((float)dim);
	rc = rc ? rc : lt_take_first(&l->scores, ROOM_BYTES);
	rc = rc ? rc : lt_take_first(&l->across, ROOM_BYTES);
	return rc ? rc : lt_take_first(&l->along, ROOM_BYTES);
}

static int setup(const struct aisp_io *io, void **state)
{
	*state = calloc(1, sizeof(struct products));
	return *state ? describe((struct products *)*state, io->param[SEQ],
				 io->param[DIM])
		      : -ENOMEM;
}

static int run(const struct aisp_io *io, void *state)
{
	for (int64_t h = 0; h < io->param[HEADS]; h++) {
		int rc = run_head(io, (struct products *)state, h);

		if (rc)
			return rc;
	}
	return aisp_launched();
}

static void teardown(void *state)
{
	struct products *l = (struct products *)state;

	if (l) {
		lt_release(&l->scores);
		lt_release(&l->across);
		lt_release(&l->along);
	}
	free(state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "both matrices of a head in memory, a library's products of them",
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
