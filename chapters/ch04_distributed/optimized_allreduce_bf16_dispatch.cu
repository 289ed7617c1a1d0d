/* SPDX-License-Identifier: MIT
 *
 * Chooses by size, as libraries do: small tensors pay for rounds of signals, large ones
 * for bytes on the link.
 */
#include "workload_allreduce_bf16.h"

#include "peer_launch.h"

/*
 * Elements up to which flags in the data are worth their bytes, by a sweep on two
 * H100s: packets with 8 bytes of data win below the first, packets with 12 up to the
 * second, and chunks above.
 */
#define HALF_FLAGS_ELEMS    (64 << 10) /* 8 bytes of data in 16 */
#define QUARTER_FLAGS_ELEMS PACKETS_MOST_ELEMS

/*
 * One shot sends everything to each of n - 1 peers; two shots send each an n-th, twice,
 * and take one crossing more, which costs as much time as 400 KiB on NVLink 4.  Returns
 * the elements from which two shots save more bytes than that.
 */
static int64_t one_shot_elems(int64_t ranks)
{
	int64_t saved_of_each = 2 * (ranks - 1) * (ranks - 2) / ranks; /* bytes */

	return saved_of_each ? (400 << 10) / saved_of_each : INT64_MAX;
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t n = io->param[ELEMS];

	(void)state;
	if (n <= HALF_FLAGS_ELEMS)
		return launch_packets<bf16, 1>(io);
	if (n <= QUARTER_FLAGS_ELEMS && n <= one_shot_elems(io->ranks->n))
		return launch_packets<bf16, 3>(io);
	if (n <= QUARTER_FLAGS_ELEMS)
		return launch_two_shot_packets<bf16, 3>(io);
	if (io->ranks->n == 2) /* one shot sends no more than two do */
		return launch_exchange<bf16, ADD_ALL>(io, n);
	return launch_two_shot_push<bf16>(io);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "packets or chunks, one shot or two, by size and ranks",
	.run = run,
};
