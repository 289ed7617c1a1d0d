/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flush.h"
#include "machine/sysfile.h"

#define LINE_BYTES     64
#define EVICTION_LEAST ((size_t)16 << 20)
#define EVICTION_MOST  ((size_t)512 << 20)

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

	/* Unordered among each other where the machine can: ten times as fast. */
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

/* What lies in CPU 0's cache of that index, by the kernel; 0 without one. */
static size_t cache_bytes(int index)
{
	char path[96], text[64];
	size_t kib = 0;

	snprintf(path, sizeof(path), "/sys/devices/system/cpu/cpu0/cache/index%d/size",
		 index);
	if (aisp_sys_read(path, text, sizeof(text)) || sscanf(text, "%zuK", &kib) != 1)
		return 0;
	return kib << 10;
}

static size_t eviction_bytes(void)
{
	size_t most = EVICTION_LEAST / 2;

	for (int index = 0; index < 6; index++)
		most = cache_bytes(index) > most ? cache_bytes(index) : most;
	return 2 * most < EVICTION_MOST ? 2 * most : EVICTION_MOST;
}

/* Pages of its own: those that were never written are all one, and in the caches. */
static char *evictor;
static size_t evictor_bytes;

int aisp_evictor_init(struct aisp_err *err)
{
	if (evictor)
		return 0;
	evictor_bytes = eviction_bytes();
	evictor = malloc(evictor_bytes);
	if (!evictor)
		return aisp_err_errno(err, "%zu bytes", evictor_bytes);
	memset(evictor, 1, evictor_bytes);
	return 0;
}

void aisp_evict(void)
{
	aisp_touch(evictor, evictor_bytes);
}
