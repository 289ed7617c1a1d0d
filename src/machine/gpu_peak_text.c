/* SPDX-License-Identifier: MIT
 *
 * gpu_peak_text.c - the peaks of a GPU as a table.
 */
#include <stdio.h>

#include "gpu_peak.h"

#define MICROSECONDS 1e-3 /* in a nanosecond */

static void print_row(FILE *f, const char *what, const struct aisp_gpu_figure *x,
		      double scale, const char *unit)
{
	int digits = scale == MICROSECONDS ? 2 : 1;
	char mhz[16] = "";

	if (!(x->best > 0))
		return;
	if (x->sm_mhz > 0)
		snprintf(mhz, sizeof(mhz), "%.0f", x->sm_mhz);
	fprintf(f, "%-22s %10.*f %10.*f   %-7s %6s  %s\n", what, digits,
		x->best * scale, digits, x->median * scale, unit, mhz, x->how);
}

static void print_flops(FILE *f, const struct aisp_gpu_peaks *p)
{
	char what[32];

	for (int op = 0; op < AISP_N_GPU_OPS; op++)
		for (int e = 0; e < AISP_N_GPU_ENGINES; e++) {
			snprintf(what, sizeof(what), "%s %s",
				 aisp_gpu_op_name((enum aisp_gpu_op)op),
				 aisp_gpu_engine_name((enum aisp_gpu_engine)e));
			print_row(f, what, &p->flops[op][e], 1e-12,
				  op == AISP_GPU_I8 ? "Top/s" : "TFLOP/s");
		}
}

static void print_peers(FILE *f, const struct aisp_gpu_peaks *p)
{
	for (int i = 0; i < p->n_peers; i++) {
		const struct aisp_gpu_peer *peer = &p->peers[i];

		fprintf(f, "peer %s, %s\n", peer->uuid,
			peer->is_direct ? "direct" : "through the host");
		print_row(f, "  copy to it", &peer->copy, 1e-9, "GB/s");
		print_row(f, "  loads from it", &peer->load, 1e-9, "GB/s");
		print_row(f, "  one load from it", &peer->latency_ns, MICROSECONDS,
			  "us");
	}
}

int aisp_gpu_peaks_print(FILE *f, const struct aisp_gpu_peaks *p)
{
	if (p->grade == 'D')
		fprintf(f,
			"these peaks may be too low, grade D: %s; `aisp peak --gpu "
			"--refresh` on a quiet machine measures them again\n",
			p->grade_why);
	fprintf(f, "GPU %d, %s, driver %s, measured %s, grade %c\n%s\n\n", p->gpu.index,
		p->gpu.name, p->gpu.driver, p->measured, p->grade, p->gpu.uuid);
	fprintf(f, "%-22s %10s %10s   %-7s %6s  %s\n", "", "best", "median", "",
		"SM MHz", "how");
	print_flops(f, p);
	for (int i = 0; i < AISP_N_GPU_PATHS; i++)
		print_row(f, aisp_gpu_path_name((enum aisp_gpu_path)i),
			  &p->bandwidth[i], 1e-9, "GB/s");
	for (int i = 0; i < AISP_N_GPU_LATENCIES; i++)
		print_row(f, aisp_gpu_latency_name((enum aisp_gpu_latency)i),
			  &p->latency_ns[i], MICROSECONDS, "us");
	print_peers(f, p);
	for (int i = 0; i < p->n_missing; i++)
		fprintf(f, "missing: %s: %s\n", p->missing[i].step, p->missing[i].why);
	return ferror(f);
}
