/* SPDX-License-Identifier: MIT
 *
 * By size, as libraries do: what is small pays for rounds of signals, what is large for
 * bytes on the link.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

/*
 * Elements up to which flags in the data are worth their bytes, chosen by a sweep on
 * two H100s: the first between the sizes where packets of 8 bytes won last and those of
 * 12 first; behind the second, times by chunks grew less.
 */
#define HALF_FLAGS_ELEMS    (64 << 10) /* 8 bytes of data in 16 */
#define QUARTER_FLAGS_ELEMS PACKETS_MOST_ELEMS

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];

	(void)state;
	if (n <= HALF_FLAGS_ELEMS)
		return launch_packets<bf16, 1>(io);
	if (n <= QUARTER_FLAGS_ELEMS)
		return launch_packets<bf16, 3>(io);
	if (io->ranks->n == 2) /* one shot sends no more than two do */
		return launch_exchange<bf16, ADD_ALL>(io, n);
	return launch_two_shot_push<bf16>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "packets, one shot or two, by size and ranks",
	.run = run,
};
