/* SPDX-License-Identifier: MIT
 *
 * hw_features.c - which instructions may be used: those that the CPU has and whose
 * registers the kernel saves on a context switch.
 */
#include <string.h>

#include "hw.h"

static void add(struct aisp_hw *hw, const char *name, int has)
{
	if (has && hw->n_features < AISP_MAX_FEATURES)
		hw->features[hw->n_features++] = name;
}

#if defined(__x86_64__)
#include <cpuid.h>

/* gcc 12's __builtin_cpu_supports() does not know these names. */
static void add_leaf7(struct aisp_hw *hw)
{
	unsigned a, b, c, d;

	if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
		add(hw, "amx_tile", d >> 24 & 1);
		add(hw, "amx_bf16", d >> 22 & 1);
		add(hw, "amx_int8", d >> 25 & 1);
		add(hw, "avx512_fp16",
		    (d >> 23 & 1) && __builtin_cpu_supports("avx512f"));
	}
	if (__get_cpuid_count(7, 1, &a, &b, &c, &d))
		add(hw, "avx_vnni", (a >> 4 & 1) && __builtin_cpu_supports("avx2"));
}

void aisp_hw_read_features(struct aisp_hw *hw)
{
	__builtin_cpu_init();
	add(hw, "sse2", __builtin_cpu_supports("sse2"));
	add(hw, "avx", __builtin_cpu_supports("avx"));
	add(hw, "avx2", __builtin_cpu_supports("avx2"));
	add(hw, "fma", __builtin_cpu_supports("fma"));
	add(hw, "f16c", __builtin_cpu_supports("f16c"));
	add(hw, "avx512f", __builtin_cpu_supports("avx512f"));
	add(hw, "avx512bw", __builtin_cpu_supports("avx512bw"));
	add(hw, "avx512vl", __builtin_cpu_supports("avx512vl"));
	add(hw, "avx512_bf16", __builtin_cpu_supports("avx512bf16"));
	add(hw, "avx512_vnni", __builtin_cpu_supports("avx512vnni"));
	add_leaf7(hw);
}

#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>

void aisp_hw_read_features(struct aisp_hw *hw)
{
	unsigned long cap = getauxval(AT_HWCAP), cap2 = getauxval(AT_HWCAP2);

	add(hw, "neon", !!(cap & HWCAP_ASIMD));
	add(hw, "fp16", !!(cap & HWCAP_ASIMDHP));
	add(hw, "dotprod", !!(cap & HWCAP_ASIMDDP));
	add(hw, "sve", !!(cap & HWCAP_SVE));
	add(hw, "sve2", !!(cap2 & HWCAP2_SVE2));
	add(hw, "bf16", !!(cap2 & HWCAP2_BF16));
	add(hw, "i8mm", !!(cap2 & HWCAP2_I8MM));
}

#else
void aisp_hw_read_features(struct aisp_hw *hw)
{
	add(hw, "unknown", 0);
}
#endif
