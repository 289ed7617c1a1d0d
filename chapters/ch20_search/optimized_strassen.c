/* SPDX-License-Identifier: MIT
 *
 * Seven products of halves by the same tiles: sums are made while packing.
 * FLAGS: -O3
 */
#include "workload_strassen.h"

#include "seven_strassen.h"
#include "strassen_cpu.h"

static const struct seven seven[N_PRODUCTS] = SEVEN;

/* Where quarter q begins. */
static int64_t quarter(int q, int64_t rows, int64_t cols)
{
	return q / 2 * (rows / 2) * cols + q % 2 * (cols / 2);
}

static struct sum sum_of(const signed char sign[4], const float *x, int64_t rows,
			 int64_t cols)
{
	struct sum s = { .pitch = cols };

	for (int q = 0; q < 4; q++)
		if (sign[q]) {
			s.x[s.n] = x + quarter(q, rows, cols);
			s.sign[s.n++] = sign[q];
		}
	return s;
}

static void multiply_one(const struct aisp_io *io, const struct seven *s)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];
	struct product x = { .m = m / 2, .n = n / 2, .k = k / 2, .c_pitch = n };

	x.a = sum_of(s->a, aisp_in_f32(io, 0), m, k);
	x.b = sum_of(s->b, aisp_in_f32(io, 1), k, n);
	for (int q = 0; q < 4; q++)
		if (s->c[q]) {
			x.c[x.n_c] = aisp_out_f32(io, 0) + quarter(q, m, n);
			x.sign[x.n_c++] = s->c[q];
		}
	multiply(&x, (float *)io->workspace);
}

static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	memset(aisp_out_f32(io, 0), 0, (size_t)aisp_elems(&io->out[0]) * sizeof(float));
	for (int i = 0; i < N_PRODUCTS; i++)
		multiply_one(io, &seven[i]);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "seven products of halves, sums made while packing",
	.setup = setup,
	.run = run,
};
