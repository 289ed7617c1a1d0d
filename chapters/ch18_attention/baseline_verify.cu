/* SPDX-License-Identifier: MIT
 *
 * A decode for each new token, a block for each of its queries: each of them reads the
 * context.
 */
#include "workload_verify.h"

#include "decode_query.h"

struct tree : bf16_cache {
	const int *parent;
	int n_new;

	__device__ bool is_seen(int j, int n) const
	{
		int token = (int)blockIdx.y % n_new, sequence = (int)blockIdx.y / n_new;
		int i = j - (n - n_new);

		return i < 0 || seen_by(parent + sequence * n_new, token) >> i & 1;
	}
};

static int run(const struct aisp_io *io, void *state)
{
	int n_new = (int)io->param[QUERIES];
	struct tree t = { cache_of(io), (const int *)io->in[IN_PARENT].data, n_new };

	(void)state;
	return decode_queries(io, t, n_new);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.cls = AISP_CLASS_COMMON,
	.summary = "a decode for each new token",
	.run = run,
};
