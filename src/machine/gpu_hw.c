/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "gpu_hw.h"

#define N_WORDS   16 /* CPUs and nodes below 1024 */
#define WORD_BITS (8 * (int)sizeof(unsigned long))

static int bit(const unsigned long *set, int i)
{
	return i < N_WORDS * WORD_BITS && set[i / WORD_BITS] >> i % WORD_BITS & 1;
}

/* Writes "0-3,8", cut at a comma if it does not fit. */
static void format_set(const unsigned long *set, char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (int i = 0, last; i < N_WORDS * WORD_BITS; i = last + 1) {
		char range[32];
		int n;

		for (last = i; bit(set, last); last++)
			;
		if (last == i)
			continue;
		n = snprintf(range, sizeof(range), last - 1 > i ? "%s%d-%d" : "%s%d",
			     used ? "," : "", i, last - 1);
		if (used + (size_t)n >= size)
			return;
		memcpy(text + used, range, (size_t)n + 1);
		used += (size_t)n;
	}
}

/* Cores per multiprocessor, CUDA C++ Programming Guide, "Compute Capabilities". */
static int cores_per_sm(int capability)
{
	switch (capability) {
	case 60:
	case 70:
	case 72:
	case 75:
	case 80:
		return 64;
	case 61:
	case 62:
	case 86:
	case 87:
	case 89:
	case 90:
	case 100:
	case 103:
	case 120:
	case 121:
		return 128;
	default:
		return 0;
	}
}

static void read_identity(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			  struct aisp_gpu_hw *gpu)
{
	int64_t cores = aisp_nvml_number(n, d, AISP_NVML_CORES);
	struct aisp_nvml_pci pci;
	int major, minor;

	if (!n->name || n->name(d, gpu->name, sizeof(gpu->name)))
		gpu->name[0] = '\0';
	if (!n->uuid || n->uuid(d, gpu->uuid, sizeof(gpu->uuid)))
		gpu->uuid[0] = '\0';
	if (!n->pci(d, &pci))
		snprintf(gpu->bus_id, sizeof(gpu->bus_id), "%.31s", pci.id);
	gpu->minor = (int)aisp_nvml_number(n, d, AISP_NVML_MINOR);
	gpu->capability = gpu->n_sms = gpu->clusters = gpu->tensor_maps = -1;
	if (n->capability && !n->capability(d, &major, &minor))
		gpu->capability = 10 * major + minor;
	if (cores > 0 && cores_per_sm(gpu->capability))
		gpu->n_sms = (int)cores / cores_per_sm(gpu->capability);
}

static void read_memory(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			struct aisp_gpu_hw *gpu)
{
	struct aisp_nvml_memory2 m2 = { .version = AISP_NVML_MEMORY2 };
	struct aisp_nvml_memory m;

	gpu->l2_bytes = gpu->memory_bytes = gpu->used_bytes = -1;
	if (n->memory2 && !n->memory2(d, &m2)) {
		gpu->memory_bytes = (int64_t)m2.total;
		gpu->used_bytes = (int64_t)m2.used;
	} else if (n->memory && !n->memory(d, &m)) {
		gpu->memory_bytes = (int64_t)m.total;
		gpu->used_bytes = (int64_t)m.used;
	}
}

static double or_nan(int64_t value, double unit)
{
	return value < 0 ? NAN : (double)value * unit;
}

static void read_limits(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			struct aisp_gpu_hw *gpu)
{
	gpu->sm_max_mhz = or_nan(
		aisp_nvml_choice(n, d, AISP_NVML_MAX_CLOCK_MHZ, AISP_NVML_CLOCK_SM), 1);
	gpu->memory_max_mhz = or_nan(
		aisp_nvml_choice(n, d, AISP_NVML_MAX_CLOCK_MHZ, AISP_NVML_CLOCK_MEMORY),
		1);
	gpu->power_limit_w =
		or_nan(aisp_nvml_number(n, d, AISP_NVML_POWER_LIMIT_MW), 1e-3);
	gpu->ecc = aisp_nvml_mode(n, d, AISP_NVML_ECC);
	gpu->mig = aisp_nvml_mode(n, d, AISP_NVML_MIG);
	gpu->persistence = (int)aisp_nvml_number(n, d, AISP_NVML_PERSISTENCE);
	gpu->compute_mode = (int)aisp_nvml_number(n, d, AISP_NVML_COMPUTE_MODE);
}

static void read_place(const struct aisp_nvml *n, struct aisp_nvml_device *d,
		       struct aisp_gpu_hw *gpu)
{
	unsigned long set[N_WORDS] = { 0 };

	gpu->pcie_gen = (int)aisp_nvml_number(n, d, AISP_NVML_PCIE_GEN);
	gpu->pcie_width = (int)aisp_nvml_number(n, d, AISP_NVML_PCIE_WIDTH);
	gpu->pcie_max_gen = (int)aisp_nvml_number(n, d, AISP_NVML_PCIE_MAX_GEN);
	gpu->pcie_max_width = (int)aisp_nvml_number(n, d, AISP_NVML_PCIE_MAX_WIDTH);
	if (n->cpus && !n->cpus(d, N_WORDS, set))
		format_set(set, gpu->cpus, sizeof(gpu->cpus));
	if (n->nodes && !n->nodes(d, N_WORDS, set, AISP_NVML_SCOPE_NODE))
		format_set(set, gpu->nodes, sizeof(gpu->nodes));
}

static void read_gpu(const struct aisp_nvml *n, struct aisp_nvml_device *d,
		     struct aisp_gpu_hw *gpu)
{
	read_identity(n, d, gpu);
	read_memory(n, d, gpu);
	read_limits(n, d, gpu);
	read_place(n, d, gpu);
	aisp_gpu_state_of(n, d, &gpu->state);
}

/* Marks as unknown the fields for which zero has another meaning. */
static void forget(struct aisp_gpu_hw *gpu)
{
	gpu->minor = gpu->capability = gpu->n_sms = -1;
	gpu->clusters = gpu->tensor_maps = -1;
	gpu->l2_bytes = gpu->memory_bytes = gpu->used_bytes = -1;
	gpu->sm_max_mhz = gpu->memory_max_mhz = gpu->power_limit_w = NAN;
	gpu->ecc = gpu->mig = gpu->persistence = gpu->compute_mode = -1;
	gpu->pcie_gen = gpu->pcie_width = -1;
	gpu->pcie_max_gen = gpu->pcie_max_width = -1;
	gpu->state = (struct aisp_gpu_state){ .sm_mhz = NAN,
					      .memory_mhz = NAN,
					      .power_w = NAN,
					      .temperature_c = NAN,
					      .reasons = -1,
					      .n_processes = -1 };
}

static void read_all(const struct aisp_nvml *n, struct aisp_gpus *g)
{
	struct aisp_nvml_device *d[AISP_MAX_GPUS] = { NULL };
	unsigned count = 0;

	if (n->driver_version)
		n->driver_version(g->driver, sizeof(g->driver));
	if (n->cuda_version)
		n->cuda_version(&g->cuda_version);
	n->count(&count);
	g->n = count < AISP_MAX_GPUS ? (int)count : AISP_MAX_GPUS;
	for (int i = 0; i < g->n; i++) {
		int code = n->by_index((unsigned)i, &d[i]);

		if (!code) {
			read_gpu(n, d[i], &g->gpu[i]);
			continue;
		}
		d[i] = NULL;
		forget(&g->gpu[i]);
		snprintf(g->gpu[i].why, sizeof(g->gpu[i].why), "%s",
			 aisp_nvml_explain(code));
	}
	aisp_gpus_read_links(n, d, g);
}

void aisp_gpus_read(struct aisp_gpus *g)
{
	struct aisp_err err;
	struct aisp_nvml n;

	memset(g, 0, sizeof(*g));
	if (aisp_nvml_open(&n, &err))
		memcpy(g->why, err.msg, sizeof(g->why));
	else
		read_all(&n, g);
	g->code = n.code;
	aisp_nvml_close(&n);
	if (g->n)
		aisp_gpus_read_cuda(g);
	else if (!g->why[0])
		snprintf(g->why, sizeof(g->why), "the driver %s sees no GPU",
			 g->driver);
}

const char *aisp_gpu_compute_mode_name(int mode)
{
	static const char *const names[] = { "default", "exclusive thread",
					     "prohibited", "exclusive process" };

	return mode < 0 || mode > AISP_GPU_EXCLUSIVE ? "unknown" : names[mode];
}
