/* SPDX-License-Identifier: MIT
 *
 * oneDNN's sgemm, the library to measure up to.
 * LIBS: -ldnnl -lgomp
 * NEEDS: oneapi/dnnl/dnnl.h
 * NEEDS: omp.h
 */
#include "workload_gemm.h"

#include <errno.h>
#include <malloc.h>
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)

static int run(const struct aisp_io *io, void *state)
{
	int64_t m = io->param[M], n = io->param[N], k = io->param[K];

	(void)state;
	return dnnl_sgemm('N', 'N', m, n, k, 1, aisp_in_f32(io, 0), k,
			  aisp_in_f32(io, 1), n, 0, aisp_out_f32(io, 0),
			  n) == dnnl_success
		       ? 0
		       : -EINVAL;
}

/* A first call generates the kernels and starts the threads. */
static int setup(const struct aisp_io *io, void **state)
{
	(void)state;
	/* Keeps the library's packing buffers mapped from one call to the next. */
	mallopt(M_MMAP_MAX, 0);
	mallopt(M_TRIM_THRESHOLD, -1);
	omp_set_num_threads(io->n_threads);
	return run(io, NULL);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.cls = AISP_CLASS_LIBRARY,
	.summary = "dnnl_sgemm",
	.library = "oneDNN " VALUE(DNNL_VERSION_MAJOR) "." VALUE(
		DNNL_VERSION_MINOR) "." VALUE(DNNL_VERSION_PATCH),
	.setup = setup,
	.run = run,
};
