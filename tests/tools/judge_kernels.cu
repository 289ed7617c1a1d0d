/* SPDX-License-Identifier: MIT
 *
 * Fills, poison and what is left of it, by kernels of src/cuda/judge and by a CPU: the
 * same bits, the same counts.
 */
#include "judge_kernels.h"

extern "C" {
#include "base/dtype.h"
#include "device/fill.h"
}
#include "judge.h"
#include "tap.h"

#define N_KINDS (AISP_FILL_LENGTHS + 1)
#define MOST    8200 /* elements */
#define KEYS    6    /* of each distribution */

static uint64_t host[MOST + 8], gpu[MOST + 8];
static uint64_t word, host_word;
static struct aisp_device_state state;
static struct aisp_err err;

/* The driver, as far as it is called. */
extern "C" {
int aisp_gpu_enter(struct aisp_device_state *, struct aisp_err *)
{
	return 0;
}

int aisp_gpu_failed(struct aisp_err *, const char *, CUresult)
{
	return -1;
}

cudaError_t cudaGetLastError(void)
{
	return cudaSuccess;
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t n, CUstream)
{
	memcpy(to, (const void *)from, n);
	return CUDA_SUCCESS;
}

CUresult cuMemsetD32Async(CUdeviceptr to, unsigned x, size_t n, CUstream)
{
	for (size_t i = 0; i < n; i++)
		((unsigned *)to)[i] = x;
	return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream)
{
	return CUDA_SUCCESS;
}
}

/* Indices are as large as the type has room for. */
static int64_t limit_of(enum aisp_dtype t, int64_t limit)
{
	int bits = aisp_type_bits(t) - aisp_is_signed(t);

	if (!aisp_is_integer(t) || bits > 40 || limit < INT64_C(1) << bits)
		return limit;
	return (INT64_C(1) << bits) - 1;
}

/* As many elements as fill whole bytes, in rows that are short, long, or all of it. */
static struct aisp_spec spec_of(int kind, enum aisp_dtype t, uint64_t key)
{
	static const int64_t shapes[][2] = { { 1, 4 },   { 59, 12 }, { 8, 7 },
					     { 4, 513 }, { 2, 512 }, { 1, 8196 } };
	static const int64_t limits[] = { 1, 6, 1000, 50000, INT64_C(1) << 33 };
	const int64_t *shape = shapes[key % 6];
	struct aisp_spec s = {};

	s.name = "a";
	s.dtype = t;
	s.rank = 2;
	s.shape[0] = shape[0];
	s.shape[1] = shape[1];
	s.fill = (enum aisp_fill)kind;
	s.limit = limit_of(t, kind == AISP_FILL_PERMUTATION
				      ? shape[1] + (int64_t)(key % 3)
				      : limits[key % 5]);
	s.exponent = 1 + (double)(key % 3) / 2;
	return s;
}

/* Also compares the bytes behind the tensor, which must stay. */
static bool is_alike(const struct aisp_spec *s, enum aisp_dist dist, uint64_t key)
{
	int64_t n = s->shape[0] * s->shape[1], middle = n / 192 * 64;
	const struct aisp_range all = { 0, n, n }, front = { 0, middle, n },
				back = { middle, n - middle, n };
	uint64_t address = (uint64_t)(uintptr_t)gpu;
	bool is_it;

	memset(host, 0x5a, sizeof(host));
	memset(gpu, 0x5a, sizeof(gpu));
	aisp_fill(host, n, s, dist, key);
	aisp_gpu_fill(&state, address, all, s, dist, key, &err);
	is_it = !memcmp(host, gpu, sizeof(host));
	memset(gpu, 0x5a, sizeof(gpu));
	aisp_gpu_fill(&state, address + aisp_type_bytes(s->dtype, middle), back, s,
		      dist, key, &err);
	aisp_gpu_fill(&state, address, front, s, dist, key, &err);
	return is_it && !memcmp(host, gpu, sizeof(host));
}

static void test_fill(enum aisp_dtype t)
{
	int n_other = 0;
	char name[80];

	for (int kind = 0; kind < N_KINDS; kind++)
		for (uint64_t k = 0; k < KEYS * AISP_N_DISTS; k++) {
			struct aisp_spec s = spec_of(kind, t, k * 977);

			if (kind == AISP_FILL_UNIT && aisp_is_integer(t))
				continue;
			if (s.limit < s.shape[1] && kind == AISP_FILL_PERMUTATION)
				continue; /* a type too small for it */
			n_other += !is_alike(&s, (enum aisp_dist)(k / KEYS), k * 977);
		}
	snprintf(name, sizeof(name), "%s: the same bits", aisp_dtype_name(t));
	ok(!n_other, name);
}

/* Bytes [first, n) after some were changed. */
static bool counts_agree(size_t first, size_t n, uint64_t key)
{
	uint64_t address = (uint64_t)(uintptr_t)gpu;
	int64_t left = -1, changed = -1;
	bool is_it;

	aisp_gpu_poison_changed(&state, address, first, n - first, key, &changed, &err);
	is_it = changed == aisp_poison_changed(gpu, first, n - first, key);
	if (first % 8)
		return is_it;
	aisp_gpu_poison_left(&state, address, first, n - first, key, &left, &err);
	return is_it && left == aisp_poison_left(gpu, first, n - first, key);
}

static void test_poison(void)
{
	static const size_t sizes[] = { 1, 7, 8, 63, 65, 72, 4099 };
	static const size_t firsts[] = { 0, 1, 8, 13, 64 };
	int n_other = 0, n_wrong = 0;

	for (size_t n : sizes) {
		memset(host, 0x5a, sizeof(host));
		memset(gpu, 0x5a, sizeof(gpu));
		aisp_poison(host, n, n);
		aisp_gpu_poison(&state, (uint64_t)(uintptr_t)gpu, n, n, &err);
		n_other += memcmp(host, gpu, sizeof(host)) != 0;
		for (size_t i = 0; i < n; i = i * 3 + 5) {
			for (size_t first : firsts)
				n_wrong += first < n && !counts_agree(first, n, n);
			((uint8_t *)gpu)[i] ^= 1;
		}
	}
	ok(!n_other, "the same poison");
	ok(!n_wrong, "as much is left of it, and as much has changed");
}

int main(void)
{
	state.n_sms = 1;
	state.word = (CUdeviceptr)&word;
	state.host_word = &host_word;
	for (int t = 0; t < AISP_N_DTYPES; t++)
		test_fill((enum aisp_dtype)t);
	test_poison();
	return done();
}
