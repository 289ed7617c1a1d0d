/* SPDX-License-Identifier: MIT */
#include <stdint.h>

#include "flush.h"

#define LINE_BYTES 64

#if defined(__x86_64__)
#include <cpuid.h>
#include <immintrin.h>

__attribute__((target("clflushopt"))) static void flush_weakly(const char *p, size_t n)
{
	for (size_t i = 0; i < n; i += LINE_BYTES)
		_mm_clflushopt((void *)(uintptr_t)(p + i));
}

static int has_clflushopt(void)
{
	unsigned a, b = 0, c, d;

	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & bit_CLFLUSHOPT);
}

void aisp_flush(const void *data, size_t n_bytes)
{
	const char *p = data;

	/* Weakly ordered flushes, where the machine has them: ten times as fast. */
	if (has_clflushopt())
		flush_weakly(p, n_bytes);
	else
		for (size_t i = 0; i < n_bytes; i += LINE_BYTES)
			_mm_clflush(p + i);
	_mm_mfence();
}
#elif defined(__aarch64__)
void aisp_flush(const void *data, size_t n_bytes)
{
	const char *p = data;

	for (size_t i = 0; i < n_bytes; i += LINE_BYTES)
		__asm__ volatile("dc civac, %0" : : "r"(p + i) : "memory");
	__asm__ volatile("dsb ish" : : : "memory");
}
#else
#error "no way to flush caches on this architecture"
#endif

void aisp_touch(const void *data, size_t n_bytes)
{
	const volatile char *p = data;

	for (size_t i = 0; i < n_bytes; i += LINE_BYTES)
		(void)p[i];
}
