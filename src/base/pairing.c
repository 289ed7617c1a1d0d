/* SPDX-License-Identifier: MIT */
#include "pairing.h"

static int find(const int64_t *blocks, int n, int64_t block)
{
	for (int i = 0; i < n; i++)
		if (blocks[i] == block)
			return i;
	return -1;
}

int aisp_pair_launches(const int64_t *a, int n_a, const int64_t *b, int n_b,
		       struct aisp_pair *pairs)
{
	int n = 0;

	for (int i = 0; i < n_a; i++) {
		int k = a[i] < 0 ? -1 : find(b, n_b, a[i]);

		if (k >= 0)
			pairs[n++] = (struct aisp_pair){ i, k };
	}
	return n;
}
