/* SPDX-License-Identifier: MIT
 *
 * ZeRO's second stage: a layer's gradients are added up as soon as all ranks have them,
 * while the next layer's are computed, and then their memory is free.  Each rank has
 * room for two layers.
 * FLAGS: -O3 -fno-math-errno
 */
#include "workload_zero2_step.h"

#include "zero2_step_cpu.h"

#define ROOMS 2

enum { MADE, ADDED }; /* signals: how many layers a rank has made, and added up */

static void await(const struct aisp_ranks *r, int what, int64_t n_layers)
{
	for (int k = 0; k < r->n; k++)
		aisp_signal_wait(r, k, what, (uint32_t)n_layers);
}

/* The layer that was made as the i-th: the last comes first. */
static int64_t layer_of(const struct aisp_io *io, int64_t i)
{
	return io->param[LAYERS] - 1 - i;
}

static int64_t shown_at(const struct aisp_io *io, int64_t layer)
{
	return ROOMS * layer_elems(io->param) + layer * part_elems(io->param);
}

static void add_up(const struct aisp_io *io, int64_t i)
{
	int64_t layer = layer_of(io, i);

	await(io->ranks, MADE, i + 1);
	step_layer(io, layer, i % ROOMS * layer_elems(io->param), shown_at(io, layer));
	aisp_signal_set(io->ranks, io->ranks->rank, ADDED, (uint32_t)i + 1);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct aisp_ranks *r = io->ranks;
	int64_t layers = io->param[LAYERS], n = layer_elems(io->param);

	(void)state;
	for (int64_t i = 0; i < layers; i++) {
		/* A rank that has not added up yet still reads what lies there. */
		if (i >= ROOMS)
			await(r, ADDED, i - ROOMS + 1);
		make_gradients(io, layer_of(io, i), own_window(io) + i % ROOMS * n);
		aisp_signal_set(r, r->rank, MADE, (uint32_t)i + 1);
		if (i > 0)
			add_up(io, i - 1);
	}
	add_up(io, layers - 1);
	await(r, ADDED, layers);
	for (int64_t l = 0; l < layers; l++)
		take_parameters(io, l, shown_at(io, l), 0);
	return 0;
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "layer by layer, with memory for two layers' gradients",
	.run = run,
};
