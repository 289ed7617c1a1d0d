/* SPDX-License-Identifier: MIT
 *
 * The same loop, compiled again for the filters that are common: taps and their
 * distance are constants in each.  setup() picks one; others get the loop for every
 * filter.
 */
#include "workload_specialise.h"

/* As many as the longest filter has; else compilers leave a loop over 16. */
#define UNROLL_TAPS _Pragma("GCC unroll 32")
#include "strips_specialise.h"

typedef int64_t filter(float *y, const float *x, const float *c, const int64_t *p);

#define FILTER(name, taps, apart)                                                      \
	AISP_CLONES static int64_t name(float *y, const float *x, const float *c,      \
					const int64_t *p)                              \
	{                                                                              \
		int64_t i = 0;                                                         \
                                                                                       \
		for (; i + STRIP <= p[N]; i += STRIP)                                  \
			filter_sums(y + i, x + i, c, taps, apart);                     \
		return i;                                                              \
	}

FILTER(filter_any, p[TAPS], p[APART])
FILTER(filter_4, 4, 1)
FILTER(filter_8, 8, 1)
FILTER(filter_16, 16, 1)
FILTER(filter_16_by_2, 16, 2)
FILTER(filter_7_by_3, 7, 3)
FILTER(filter_32, 32, 1)

static const struct {
	int64_t taps, apart;
	filter *run;
} known[] = {
	{ 4, 1, filter_4 },   { 8, 1, filter_8 },      { 16, 1, filter_16 },
	{ 32, 1, filter_32 }, { 7, 3, filter_7_by_3 }, { 16, 2, filter_16_by_2 }
};

/* The state is an entry of known[], NULL for none. */
static int setup(const struct aisp_io *io, void **state)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (known[i].taps == io->param[TAPS] &&
		    known[i].apart == io->param[APART])
			*state = (void *)&known[i];
	return 0;
}

static int run(const struct aisp_io *io, void *state)
{
	float *y = aisp_out_f32(io, 0);
	const float *x = aisp_in_f32(io, 0), *c = aisp_in_f32(io, 1);
	filter *f = filter_any;

	if (state)
		f = known[(const __typeof__(known[0]) *)state - known].run;
	filter_rest(y, x, c, io->param, f(y, x, c, io->param));
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "compiled for the most common filters",
	.setup = setup,
	.run = run,
};
