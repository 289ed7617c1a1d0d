/* SPDX-License-Identifier: MIT
 *
 * 32 steps at a time, as products of matrices whose sums stay in registers: a state is
 * read and written once for all of them, and what steps of a chunk do to each other is
 * a small triangle, which all heads share but for their decays.
 * FLAGS: -O3
 */
#include "workload_ssm_scan.h"

#include "ssm_chunk_cpu.h"

static int64_t least(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

AISP_CLONES static void narrow(uint16_t *restrict to, const float *restrict x,
			       int64_t n)
{
	for (int64_t i = 0; i < n; i++)
		to[i] = to_bf16(x[i]);
}

/* Steps [t, t + n) of a head. */
static void take_chunk(const struct aisp_io *io, const struct shared_steps *s,
		       int64_t head, int64_t t, int64_t n)
{
	int64_t dim = io->param[DIM], row = head * io->param[SEQ] + t;
	float *state = (float *)io->workspace + head * STATE * dim;
	struct own_steps o;

	begin_head(&o, s, (const uint16_t *)io->in[IN_X].data + row * dim,
		   aisp_in_f32(io, IN_STEP) + row, rate_of(head), n, dim);
	read_state(&o, s, state, dim);
	narrow((uint16_t *)io->out[0].data + row * dim, o.y, n * dim);
	change_state(&o, s, state, dim);
}

static int run(const struct aisp_io *io, void *unused)
{
	int64_t heads = io->param[HEADS], seq = io->param[SEQ];
	struct shared_steps s;

	(void)unused;
	memset(io->workspace, 0,
	       (size_t)(heads * STATE * io->param[DIM]) * sizeof(float));
	for (int64_t t = 0; t < seq; t += STEPS) {
		int64_t n = least(STEPS, seq - t);

		begin_chunk(&s, (const uint16_t *)io->in[IN_B].data + t * STATE,
			    (const uint16_t *)io->in[IN_C].data + t * STATE, n);
		for (int64_t h = 0; h < heads; h++)
			take_chunk(io, &s, h, t, n);
	}
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "32 steps at a time as products of matrices",
	.run = run,
};
