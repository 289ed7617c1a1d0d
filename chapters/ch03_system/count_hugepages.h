/* SPDX-License-Identifier: MIT
 *
 * count_hugepages.h - the counting, which both variants share: they differ in
 * the pages that the table lies in.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define ALIGN_BYTES                                                                    \
	((size_t)2 << 20) /* a huge page of x86-64, and of aarch64 with 4 KiB */

/* Allocates a zeroed table with madvise(advice).  Returns 0, or -errno. */
static int table_new(const struct aisp_io *io, int advice, void **state)
{
	size_t bytes = (size_t)io->param[KEYS] * sizeof(int32_t);

	bytes = (bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES;
	*state = aligned_alloc(ALIGN_BYTES, bytes);
	if (!*state)
		return -ENOMEM;
	if (madvise(*state, bytes, advice)) {
		free(*state);
		return -ENOTSUP; /* a kernel without transparent huge pages */
	}
	memset(*state, 0, bytes);
	return 0;
}

/* Counts, looks up, and leaves the table zeroed for the next call. */
static int run(const struct aisp_io *io, void *state)
{
	const int32_t *key = io->in[0].data;
	int32_t *count = io->out[0].data, *table = state;
	int64_t n = io->param[N];

	for (int64_t i = 0; i < n; i++)
		table[key[i]]++;
	for (int64_t i = 0; i < n; i++)
		count[i] = table[key[i]];
	for (int64_t i = 0; i < n; i++)
		table[key[i]] = 0;
	return 0;
}
