/* SPDX-License-Identifier: MIT
 *
 * Chooses an instruction set when it runs.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/horner.h"

__attribute__((target("avx2,fma"))) static void with_fma(float *b, const float *a,
							 int64_t n)
{
	horner_range(b, a, 0, n);
}

static void plain(float *b, const float *a, int64_t n)
{
	horner_range(b, a, 0, n);
}

typedef void compute(float *b, const float *a, int64_t n);

static int setup(const struct aisp_io *io, void **state)
{
	static compute *chosen;

	(void)io;
	__builtin_cpu_init();
	chosen = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
			 ? with_fma
			 : plain;
	*state = &chosen;
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	const float *a = aisp_in_f32(io, 0);
	float *b = aisp_out_f32(io, 0);
	int64_t n = io->param[ELEMS];

	(*(compute **)state)(b, a, n);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "dispatch",
	.setup = setup,
	.run = run,
};
