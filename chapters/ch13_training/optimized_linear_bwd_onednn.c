/* SPDX-License-Identifier: MIT
 *
 * oneDNN's sgemm by all threads; it transposes while it packs.
 * FLAGS: -O3
 * LIBS: -ldnnl -lgomp
 * NEEDS: oneapi/dnnl/dnnl.h
 * NEEDS: omp.h
 */
#include "workload_linear_bwd.h"

#include <errno.h>
#include <malloc.h>
#include <omp.h>
#include <oneapi/dnnl/dnnl.h>

#include "linear_bias.h"

#define TEXT(x)  #x
#define VALUE(x) TEXT(x)

static int run(const struct aisp_io *io, void *state)
{
	int64_t rows = io->param[ROWS], in = io->param[INPUTS];
	int64_t out = io->param[OUTPUTS];
	const float *dy = aisp_in_f32(io, DY);

	(void)state;
	if (dnnl_sgemm('N', 'N', rows, in, out, 1, dy, out, aisp_in_f32(io, W), in, 0,
		       aisp_out_f32(io, DX), in) != dnnl_success ||
	    dnnl_sgemm('T', 'N', out, in, rows, 1, dy, out, aisp_in_f32(io, X), in, 1,
		       aisp_out_f32(io, DW), in) != dnnl_success)
		return -EINVAL;
	add_columns(aisp_out_f32(io, DB), dy, rows, out, 0, out);
	return 0;
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
	.summary = "dnnl_sgemm, twice",
	.library = "oneDNN " VALUE(DNNL_VERSION_MAJOR) "." VALUE(
		DNNL_VERSION_MINOR) "." VALUE(DNNL_VERSION_PATCH),
	.setup = setup,
	.run = run,
};
