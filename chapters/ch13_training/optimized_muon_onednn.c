/* SPDX-License-Identifier: MIT
 *
 * oneDNN's sgemm by all threads, for whole products.
 * FLAGS: -O3 -fopenmp
 * LIBS: -ldnnl -lgomp
 * NEEDS: oneapi/dnnl/dnnl.h
 * NEEDS: omp.h
 */
#include "workload_muon.h"

#include <errno.h>
#include <malloc.h>
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>
#include <stdbool.h>
#include <string.h>

#include "muon_where.h"

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)

/* c = scale op(a) op(b) + by c, of m x n sums of k terms; b is transposed or not. */
static bool multiply(const struct muon *u, char op, float *c, const float *a,
		     const float *b, int64_t n, int64_t k, float scale, float by)
{
	int64_t ld = op == 'T' ? k : n;

	return dnnl_sgemm('N', op, u->m, n, k, scale, a, k, b, ld, by, c, n) ==
	       dnnl_success;
}

static bool make_step(const struct muon *u, const float *x, float *y)
{
	if (!multiply(u, 'T', u->a, x, x, u->m, u->n, 1, 0))
		return false;
	memcpy(u->b, u->a, (size_t)(u->m * u->m) * sizeof(float));
	memcpy(y, x, (size_t)(u->m * u->n) * sizeof(float));
	return multiply(u, 'N', u->b, u->a, u->a, u->m, u->m, (float)POLY_C,
			(float)POLY_B) &&
	       multiply(u, 'N', y, u->b, x, u->n, u->m, 1, (float)POLY_A);
}

static int run(const struct aisp_io *io, void *state)
{
	struct muon u = muon_of(io, 0);
	bool is_right = true;

	(void)state;
	scale_rows(&u, u.x[io->param[STEPS] % 2], 0, u.m);
	for (int64_t left = io->param[STEPS]; left > 0; left--)
		is_right &= make_step(&u, u.x[left % 2], u.x[(left + 1) % 2]);
	return is_right ? 0 : -EINVAL;
}

/* A first call generates the kernels and starts the threads; what it packs into stays
 * mapped for the calls. */
static int setup(const struct aisp_io *io, void **state)
{
	omp_set_num_threads(io->n_threads);
	mallopt(M_TRIM_THRESHOLD, -1);
	mallopt(M_MMAP_MAX, 0);
	return run(io, *state);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "dnnl_sgemm, three times per step",
	.library = "oneDNN " VALUE(DNNL_VERSION_MAJOR) "." VALUE(
		DNNL_VERSION_MINOR) "." VALUE(DNNL_VERSION_PATCH),
	.setup = setup,
	.run = run,
};
