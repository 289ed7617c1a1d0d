/* SPDX-License-Identifier: MIT
 *
 * cuBLASLt with one algorithm for both batches, since its heuristic would choose
 * another for each number of rows: the fastest for `rows` of them or, where that one
 * does not serve the others, the fastest for the others.
 * NEEDS: cublasLt.h
 * LIBS: -lcublasLt
 * WORKSPACE: 67108864
 */
#include "workload_gemm_rows.h"

#include <aisp/cublaslt.h>

#define PRODUCTS 2

struct state {
	void *product[PRODUCTS]; /* struct lt */
	int chosen;              /* whose algorithm both have */
};

/* Product i by itself; p[]: room for its parameters. */
static struct aisp_io one_of(const struct aisp_io *io, int i, int64_t *p)
{
	struct aisp_io one = *io;

	p[0] = io->param[i ? OTHERS : ROWS];
	p[1] = io->param[COLS];
	p[2] = io->param[DEPTH];
	one.param = p;
	one.in = io->in + (i ? XB : X);
	one.out = io->out + (i ? YB : Y);
	return one;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	const struct lt *chosen = (const struct lt *)s->product[s->chosen];
	int rc = 0;

	for (int i = 0; !rc && i < PRODUCTS; i++) {
		int64_t p[3];
		struct aisp_io one = one_of(io, i, p);

		rc = lt_multiply((const struct lt *)s->product[i], &one, &chosen->algo);
	}
	return rc;
}

/* Returns 0 if the fastest algorithm for product i serves both. */
static int choose(const struct aisp_io *io, struct state *s, int i)
{
	int64_t p[3];
	struct aisp_io one = one_of(io, i, p);
	int rc = lt_choose(s->product[i], &one);

	s->chosen = i;
	return rc ? rc : run(io, s);
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = (struct state *)calloc(1, sizeof(*s));
	int rc = s ? 0 : -ENOMEM;

	*state = s;
	for (int i = 0; !rc && i < PRODUCTS; i++) {
		int64_t p[3];
		struct aisp_io one = one_of(io, i, p);

		rc = lt_new(&s->product[i], &one, CUDA_R_16BF, CUDA_R_32F,
			    CUBLAS_COMPUTE_32F);
	}
	if (!rc && choose(io, s, 0) && choose(io, s, 1))
		rc = -ENOTSUP;
	return rc;
}

static void teardown(void *state)
{
	struct state *s = (struct state *)state;

	for (int i = 0; s && i < PRODUCTS; i++)
		lt_teardown(s->product[i]);
	free(s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "cuBLASLt, one algorithm for batches of any size",
	.library = LT_NAME,
	.setup = setup,
	.run = run,
	.teardown = teardown,
};
