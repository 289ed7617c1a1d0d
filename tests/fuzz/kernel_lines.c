/* SPDX-License-Identifier: MIT
 *
 * libFuzzer target: hostile launch lines.
 */
#include <string.h>

#include "kernel/lines.h"
#include "require.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

static void require_plan(const struct aisp_kernel_plan *p)
{
	require(p->n_launches <= AISP_MAX_KERNELS && p->n_maps <= AISP_MAX_TENSOR_MAPS);
	for (uint32_t i = 0; i < p->n_launches; i++) {
		const struct aisp_kernel_launch *l = &p->launch[i];

		require(l->n_args <= AISP_MAX_KERNEL_ARGS && l->name[0] && l->grid[2] &&
			l->block[0] * l->block[1] * l->block[2] <= 1024);
		for (uint32_t k = 0; k < l->n_args; k++) {
			require(l->arg[k].kind != AISP_ARG_MAP ||
				l->arg[k].number < p->n_maps);
			require(l->arg[k].kind != AISP_ARG_ADDRESS ||
				(l->arg[k].number <= AISP_BUFFER_SCRATCH &&
				 l->arg[k].integer >= 0));
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
	static const struct aisp_workload workload = {
		.n_params = 1,
		.params = { { "n", 5, 5, 5, "", 0 } },
	};
	static const int64_t params[] = { 5 };
	static const struct aisp_problem problem = {
		.n_in = 1,
		.n_out = 1,
		.in = { { .name = "x" } },
		.out = { { .name = "y" } },
	};
	const struct aisp_kernel_world worlds[] = {
		{ 0 }, { &workload, &problem, params, 132, 90, 1 << 20, 1 << 16 }
	};
	static struct aisp_kernel_plan plan;

	for (int i = 0; n_bytes && i < 2; i++) {
		FILE *f = fmemopen((void *)bytes, n_bytes, "r");
		struct aisp_err err = { "" };

		if (aisp_kernel_lines_read(&plan, f, "fuzz", &worlds[i], &err))
			require(!strncmp(err.msg, "fuzz:", 5));
		else
			require_plan(&plan);
		fclose(f);
	}
	return 0;
}
