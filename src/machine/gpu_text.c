/* SPDX-License-Identifier: MIT
 *
 * gpu_text.c - the GPUs as tables, one line per GPU, at most 80 columns wide.
 */
#include <math.h>
#include <stdio.h>

#include "gpu_hw.h"

#define PAIR_COLUMNS 15 /* 4 + 15 * 5 = 79 */

static const char *or_unknown(const char *s)
{
	return s[0] ? s : "?";
}

/* "345/1980", "345/?" */
static void format_of(char *text, size_t size, double now, double most)
{
	int n = isnan(now) ? snprintf(text, size, "?")
			   : snprintf(text, size, "%.0f", now);

	if (isnan(most))
		snprintf(text + n, size - (size_t)n, "/?");
	else
		snprintf(text + n, size - (size_t)n, "/%.0f", most);
}

static void format_count(char *text, size_t size, int64_t n, int64_t unit)
{
	if (n < 0)
		snprintf(text, size, "?");
	else
		snprintf(text, size, "%lld", (long long)(n / unit));
}

static const char *on_off(int on)
{
	return on < 0 ? "?" : on ? "on" : "off";
}

static void print_identity(const struct aisp_gpus *g, FILE *f)
{
	fprintf(f, "GPU %-28.28s %4s %4s %6s %11s  %s\n", "name", "cc", "SMs", "L2 MiB",
		"memory MiB", "bus id");
	for (int i = 0; i < g->n; i++) {
		const struct aisp_gpu_hw *gpu = &g->gpu[i];
		char cc[16] = "?", sms[12], l2[24], memory[24];

		if (gpu->capability >= 0)
			snprintf(cc, sizeof(cc), "%d.%d", gpu->capability / 10,
				 gpu->capability % 10);
		format_count(sms, sizeof(sms), gpu->n_sms, 1);
		format_count(l2, sizeof(l2), gpu->l2_bytes, 1 << 20);
		format_count(memory, sizeof(memory), gpu->memory_bytes, 1 << 20);
		if (gpu->why[0])
			fprintf(f, "%3d %s\n", i, gpu->why);
		else
			fprintf(f, "%3d %-28.28s %4s %4s %6s %11s  %s\n", i,
				or_unknown(gpu->name), cc, sms, l2, memory,
				or_unknown(gpu->bus_id));
	}
}

static void print_state(const struct aisp_gpus *g, FILE *f)
{
	fprintf(f, "GPU %11s %11s %9s %4s %9s  %s\n", "SM MHz", "memory MHz", "W", "C",
		"used MiB", "clocks held by");
	for (int i = 0; i < g->n; i++) {
		const struct aisp_gpu_hw *gpu = &g->gpu[i];
		char sm[32], memory[32], power[32], heat[16] = "?", used[24], why[64];

		if (gpu->why[0])
			continue;
		format_of(sm, sizeof(sm), gpu->state.sm_mhz, gpu->sm_max_mhz);
		format_of(memory, sizeof(memory), gpu->state.memory_mhz,
			  gpu->memory_max_mhz);
		format_of(power, sizeof(power), gpu->state.power_w, gpu->power_limit_w);
		if (!isnan(gpu->state.temperature_c))
			snprintf(heat, sizeof(heat), "%.0f", gpu->state.temperature_c);
		format_count(used, sizeof(used), gpu->used_bytes, 1 << 20);
		aisp_gpu_reasons_format(gpu->state.reasons, why, sizeof(why));
		fprintf(f, "%3d %11s %11s %9s %4s %9s  %.27s\n", i, sm, memory, power,
			heat, used, why);
	}
}

static void print_modes(const struct aisp_gpus *g, FILE *f)
{
	fprintf(f, "GPU  ECC  MIG pers  %-17s %9s %9s %5s %5s  %s\n", "compute mode",
		"PCIe now", "at most", "minor", "NUMA", "CPUs");
	for (int i = 0; i < g->n; i++) {
		const struct aisp_gpu_hw *gpu = &g->gpu[i];
		char now[32], most[32], minor[16];

		if (gpu->why[0])
			continue;
		snprintf(now, sizeof(now), "%d x%d", gpu->pcie_gen, gpu->pcie_width);
		snprintf(most, sizeof(most), "%d x%d", gpu->pcie_max_gen,
			 gpu->pcie_max_width);
		format_count(minor, sizeof(minor), gpu->minor, 1);
		fprintf(f, "%3d %4s %4s %4s  %-17s %9s %9s %5s %5.5s  %.11s\n", i,
			on_off(gpu->ecc), on_off(gpu->mig), on_off(gpu->persistence),
			aisp_gpu_compute_mode_name(gpu->compute_mode),
			gpu->pcie_gen > 0 ? now : "?",
			gpu->pcie_max_gen > 0 ? most : "?", minor,
			or_unknown(gpu->nodes), or_unknown(gpu->cpus));
	}
}

static void print_features(const struct aisp_gpus *g, FILE *f)
{
	fputs("GPU", f);
	for (int k = 0; k < AISP_N_GPU_FEATURES; k++)
		fprintf(f, " %8s", aisp_gpu_feature_name((enum aisp_gpu_feature)k));
	for (int i = 0; i < g->n; i++) {
		if (g->gpu[i].why[0])
			continue;
		fprintf(f, "\n%3d", i);
		for (int k = 0; k < AISP_N_GPU_FEATURES; k++) {
			int has = aisp_gpu_has(&g->gpu[i], (enum aisp_gpu_feature)k);

			fprintf(f, " %8s", has < 0 ? "?" : has ? "yes" : "no");
		}
	}
	putc('\n', f);
}

static void print_names(const struct aisp_gpus *g, FILE *f)
{
	fprintf(f, "GPU %-41s %s\n", "UUID", "NVLinks");
	for (int i = 0; i < g->n; i++) {
		const struct aisp_gpu_hw *gpu = &g->gpu[i];

		if (gpu->why[0])
			continue;
		fprintf(f, "%3d %-41s %d", i, or_unknown(gpu->uuid), gpu->n_links);
		if (gpu->n_switch)
			fprintf(f, ", %d to a switch", gpu->n_switch);
		putc('\n', f);
	}
}

static void print_processes(const struct aisp_gpus *g, FILE *f)
{
	for (int i = 0; i < g->n; i++)
		for (int k = 0; k < g->gpu[i].state.n_processes; k++) {
			const struct aisp_gpu_process *p =
				&g->gpu[i].state.processes[k];
			char memory[24];

			format_count(memory, sizeof(memory), p->memory_bytes, 1 << 20);
			fprintf(f, "GPU %d is used by process %d (%s), %s MiB\n", i,
				(int)p->pid, or_unknown(p->name), memory);
		}
}

static void print_pairs(const struct aisp_gpus *g, FILE *f)
{
	for (int first = 0; first < g->n; first += PAIR_COLUMNS) {
		int end = first + PAIR_COLUMNS < g->n ? first + PAIR_COLUMNS : g->n;

		fputs("GPU ", f);
		for (int k = first; k < end; k++)
			fprintf(f, " %4d", k);
		for (int i = 0; i < g->n; i++) {
			fprintf(f, "\n%3d ", i);
			for (int k = first; k < end; k++) {
				char link[16] = "-";

				if (k != i)
					aisp_gpu_pair_format(&g->pair[i][k], link);
				fprintf(f, " %4s", link);
			}
		}
		putc('\n', f);
	}
	fputs("NVn: n NVLinks; over PCIe: PIX one switch, PXB several, PHB a host "
	      "bridge,\nNODE one NUMA node, SYS between nodes; PSB one board\n",
	      f);
}

static void print_strangers(const struct aisp_gpus *g, FILE *f)
{
	for (int i = 0; i < g->n; i++)
		for (int k = i + 1; k < g->n; k++)
			if (g->pair[i][k].access == 0)
				fprintf(f,
					"GPU %d and %d cannot read "
					"each other's memory\n",
					i, k);
}

void aisp_gpus_print(const struct aisp_gpus *g, FILE *f)
{
	if (!g->n) {
		fprintf(f, "%-14s none: %s\n", "GPUs", g->why);
		return;
	}
	fprintf(f, "%-14s %s, serves CUDA %d.%d\n", "GPU driver", or_unknown(g->driver),
		g->cuda_version / 1000, g->cuda_version % 1000 / 10);
	print_identity(g, f);
	print_state(g, f);
	print_modes(g, f);
	print_features(g, f);
	print_names(g, f);
	print_processes(g, f);
	if (g->n > 1) {
		print_pairs(g, f);
		print_strangers(g, f);
	}
}
