/* SPDX-License-Identifier: MIT
 *
 * dispatch.h - the kernels of ways.h, compiled, and the one that choose.h takes.
 */
#ifndef DISPATCH_H
#define DISPATCH_H

#include "choose.h"
#include "shape.h"
#include "slab_run.h"
#include "split_run.h"

struct entry {
	int (*prepare)(struct state *s);
	int (*start)(const struct aisp_io *io, const struct state *s, int parts);
};

template <class P> static int entry_prepare_split(struct state *s)
{
	int rc = split_prepare<P>();

	return rc ? rc : aisp_find_encode(&s->encode);
}

template <class P>
static int entry_split(const struct aisp_io *io, const struct state *s, int parts)
{
	return split_start<P>(io, s->encode, parts);
}

template <class P>
static int entry_slab(const struct aisp_io *io, const struct state *s, int)
{
	return slab_start<P>(io, s);
}

template <class P>
static int entry_shape(const struct aisp_io *io, const struct state *s, int)
{
	return shape_start<P>(io, s);
}

template <class P> static constexpr struct entry entry_of_split(void)
{
	return { entry_prepare_split<P>, entry_split<P> };
}

template <class P> static constexpr struct entry entry_of_slab(void)
{
	return { slab_prepare<P>, entry_slab<P> };
}

template <int COLS, bool IN_TURN, int DOWN>
static constexpr struct entry entry_of_shape(void)
{
	using P = std::conditional_t<IN_TURN, in_turn<COLS, DOWN, 3 - DOWN>,
				     halved<COLS, DOWN, 3 - DOWN>>;

	return { shape_prepare<P>, entry_shape<P> };
}

#define ENTRY_SPLIT(...)                 entry_of_split<split_plan<__VA_ARGS__>>()
#define ENTRY_SLAB(...)                  entry_of_slab<slab_plan<__VA_ARGS__>>()
#define ENTRY_SHAPE(m, n, in_turn, down) entry_of_shape<n, in_turn, down>()
#define ENTRY_OF(kind, ...)              ENTRY_##kind(__VA_ARGS__)

static constexpr struct entry entries[] = { WAYS(ENTRY_OF) };

static_assert(sizeof(entries) / sizeof(*entries) == N_WAYS);

struct dispatch {
	struct state tiles;
	struct choice chosen;
};

/* Bytes per us: clock in kHz, two transfers a cycle; an H200's if that is unknown. */
static double memory_rate(void)
{
	double clock = aisp_gpu(cudaDevAttrMemoryClockRate);
	double bits = aisp_gpu(cudaDevAttrGlobalMemoryBusWidth);

	return clock * bits > 0 ? clock * 1e-3 * 2 * bits / 8 : H200_MEMORY;
}

static int dispatch_setup(const struct aisp_io *io, void **state)
{
	struct dispatch *d = (struct dispatch *)calloc(1, sizeof(*d));
	struct product p = { io->param[M], io->param[N], io->param[K],
			     aisp_gpu(cudaDevAttrMultiProcessorCount), memory_rate() };

	*state = d;
	if (!d)
		return -ENOMEM;
	d->chosen = choose(&p);
	return entries[d->chosen.way].prepare(&d->tiles);
}

static int dispatch_run(const struct aisp_io *io, void *state)
{
	const struct dispatch *d = (const struct dispatch *)state;

	return entries[d->chosen.way].start(io, &d->tiles, d->chosen.parts);
}

#endif
