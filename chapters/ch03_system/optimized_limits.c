/* SPDX-License-Identifier: MIT
 *
 * A radix sort within the array, one byte of the keys at a time, the highest first: the
 * keys of each byte have their own part of the array, and a key that lies in another
 * part changes places with one that lies there (P. M. McIlroy, K. Bostic and M. D.
 * McIlroy, Engineering radix sort, Computing Systems 6, 1993).  The memory beside the
 * array does not depend on its size.
 * FLAGS: -O3
 */
#include "workload_limits.h"

#include "runs_limits.h"

#define N_BYTES 256

/* Byte `shift / 8` of a key in the order of signed keys. */
static int byte_of(int32_t key, int shift)
{
	return (int)((((uint32_t)key ^ 0x80000000u) >> shift) & (N_BYTES - 1));
}

static void find_ends(int64_t *end, const int32_t *key, int64_t n, int shift)
{
	memset(end, 0, N_BYTES * sizeof(*end));
	for (int64_t i = 0; i < n; i++)
		end[byte_of(key[i], shift)]++;
	for (int b = 1; b < N_BYTES; b++)
		end[b] += end[b - 1];
}

/* next: where each byte's part begins, then how far it is right. */
static void exchange(int32_t *key, int64_t *next, const int64_t *end, int shift)
{
	for (int b = 0; b < N_BYTES; b++)
		while (next[b] < end[b]) {
			int32_t x = key[next[b]];
			int to = byte_of(x, shift);

			for (; to != b; to = byte_of(x, shift)) {
				int32_t other = key[next[to]];

				key[next[to]++] = x;
				x = other;
			}
			key[next[b]++] = x;
		}
}

static void sort_from(int32_t *key, int64_t n, int shift)
{
	int64_t next[N_BYTES], end[N_BYTES];

	if (n <= 2 * RUN_KEYS) {
		insert_all(key, n);
		return;
	}
	find_ends(end, key, n, shift);
	next[0] = 0;
	memcpy(next + 1, end, (N_BYTES - 1) * sizeof(*next));
	exchange(key, next, end, shift);
	for (int b = 0; shift && b < N_BYTES; b++) {
		int64_t from = b ? end[b - 1] : 0;

		sort_from(key + from, end[b] - from, shift - 8);
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[N];

	(void)state;
	memcpy(io->out[0].data, io->in[0].data, (size_t)n * sizeof(int32_t));
	sort_from(io->out[0].data, n, 24);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "in-place radix sort, a byte at a time",
	.run = run,
};
