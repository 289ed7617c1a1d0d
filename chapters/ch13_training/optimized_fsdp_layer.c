/* SPDX-License-Identifier: MIT
 *
 * Each rank shows its part of the weights one layer ahead and sums gradients one layer
 * behind, so that it waits only for a rank that is a whole layer late; the weights of
 * the last layer are kept for the backward pass.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_fsdp_layer.h"

#include "fsdp_cpu.h"

enum { SHOWN, GRADIENTS }; /* signals: layers that this rank has shown */

static void show_ahead(const struct shard *s, int64_t layer)
{
	if (layer >= s->layers)
		return;
	show_part(s, layer);
	aisp_signal_set(s->r, s->r->rank, SHOWN, (uint32_t)layer + 1);
}

static void await(const struct shard *s, int signal, int64_t layers)
{
	for (int rank = 0; rank < s->r->n; rank++)
		aisp_signal_wait(s->r, rank, signal, (uint32_t)layers);
}

static void sum_behind(const struct shard *s, int64_t layer)
{
	if (layer >= s->layers)
		return;
	await(s, GRADIENTS, s->layers - layer);
	sum_part(s, layer);
}

static int run(const struct aisp_io *io, void *state)
{
	struct shard s = begin_shard(io);

	(void)state;
	show_ahead(&s, 0);
	for (int64_t l = 0; l < s.layers; l++) {
		show_ahead(&s, l + 1);
		await(&s, SHOWN, l + 1);
		gather(&s, l);
		layer_forward(&s, l);
	}
	for (int64_t l = s.layers - 1; l >= 0; l--) {
		if (l < s.layers - 1)
			gather(&s, l);
		layer_back(&s, l);
		aisp_signal_set(s.r, s.r->rank, GRADIENTS, (uint32_t)(s.layers - l));
		sum_behind(&s, l + 1);
	}
	sum_behind(&s, 0);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "weights gathered a layer ahead, gradients summed a layer later",
	.run = run,
};
