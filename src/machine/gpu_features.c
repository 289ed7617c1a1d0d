/* SPDX-License-Identifier: MIT
 *
 * gpu_features.c - which newer features a GPU has.  The driver reports clusters and
 * tensor maps; the rest follows from the compute capability (PTX ISA, "Target ISA
 * Notes" of wgmma and tcgen05; CUDA C++ Programming Guide, "Compute Capabilities").
 */
#include "gpu_hw.h"

const char *aisp_gpu_feature_name(enum aisp_gpu_feature feature)
{
	static const char *const names[] = { "TMA", "clusters", "DSMEM", "wgmma",
					     "tcgen05" };

	return names[feature];
}

static int told_or_since_hopper(int told, int capability)
{
	return told >= 0 ? told : capability >= 90;
}

int aisp_gpu_has(const struct aisp_gpu_hw *gpu, enum aisp_gpu_feature feature)
{
	int cc = gpu->capability;

	if (cc < 0)
		return -1;
	switch (feature) {
	case AISP_GPU_HAS_TMA:
		return told_or_since_hopper(gpu->tensor_maps, cc);
	case AISP_GPU_HAS_CLUSTERS:
		return told_or_since_hopper(gpu->clusters, cc);
	case AISP_GPU_HAS_DSMEM: /* a GB10 was seen with clusters and without it */
		return cc == 121 ? -1 : told_or_since_hopper(gpu->clusters, cc);
	case AISP_GPU_HAS_WGMMA:
		return cc == 90;
	case AISP_GPU_HAS_TCGEN05: /* 11.0 was 10.1 until CUDA 13 */
		return cc / 10 == 10 || cc == 110;
	default:
		return -1;
	}
}
