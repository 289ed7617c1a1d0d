/* SPDX-License-Identifier: MIT
 *
 * pages_kv_handoff.h - a layer's pages, made by the rank that prefills, or taken by
 * another.  They lie in its window in the order of the prompt.
 */
#include <aisp/small_product.h>

static inline int64_t page_elems(const struct aisp_io *io)
{
	return PAGE_TOKENS * io->param[ELEMS];
}

static inline float *shown_page(const struct aisp_io *io, int64_t layer, int64_t page)
{
	return (float *)io->ranks->window[0] +
	       (layer * io->param[PAGES] + page) * page_elems(io);
}

static inline float *own_page(const struct aisp_io *io, int64_t layer, int64_t page)
{
	const int32_t *slot = io->in[SLOT].data;

	return aisp_out_f32(io, 0) +
	       (layer * io->param[PAGES] + slot[page]) * page_elems(io);
}

static inline void copy_page(const struct aisp_io *io, float *to, const float *from)
{
	memcpy(to, from, (size_t)page_elems(io) * sizeof(float));
}

/* Computes pages into the cache, and copies each to the window while it is cached. */
static inline void prefill_layer(const struct aisp_io *io, int64_t layer)
{
	int64_t w = io->param[WIDTH], n = io->param[ELEMS];

	for (int64_t page = 0; page < io->param[PAGES]; page++) {
		const struct aisp_product p = { .c = own_page(io, layer, page),
						.a = aisp_in_f32(io, X) +
						     page * PAGE_TOKENS * w,
						.b = aisp_in_f32(io, W) + layer * w * n,
						.m = PAGE_TOKENS,
						.n = n,
						.k = w,
						.row = w,
						.depth = 1 };

		aisp_multiply(&p);
		copy_page(io, shown_page(io, layer, page), p.c);
	}
}

static inline void take_layer(const struct aisp_io *io, int64_t layer)
{
	for (int64_t page = 0; page < io->param[PAGES]; page++)
		copy_page(io, own_page(io, layer, page), shown_page(io, layer, page));
}
