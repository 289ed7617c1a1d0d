/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/rng.h"
#include "device/layout.h"
#include "rank_watch.h"

#define LINE sizeof(((struct aisp_watch *)0)->lines[0])

void aisp_watch_begin(struct aisp_watch *w, const struct aisp_buffers *b, uint32_t slot,
		      uint64_t bits)
{
	const struct aisp_rank_spec *ranks = &b->problem.ranks;
	size_t n_lines = ranks->window_bytes / LINE;

	*w = (struct aisp_watch){
		.n = ranks->n,
		.window_bytes = aisp_round_up(ranks->window_bytes, AISP_PAGE),
		.windows = b->out_map + b->windows_at[slot].file_offset,
		.offset = n_lines ? LINE * aisp_random_below(bits, 0, n_lines) : 0,
		.n_line = n_lines ? LINE : ranks->window_bytes,
	};
	w->signals = w->windows + (size_t)w->n * w->window_bytes;
	aisp_watch_has_changed(w);
}

/* memcmp() and copy may see different bytes: the copy counts at the next look. */
static bool see(char *seen, const char *now, size_t n)
{
	bool is_same = !memcmp(seen, now, n);

	if (!is_same)
		memcpy(seen, now, n);
	return !is_same;
}

bool aisp_watch_has_changed(struct aisp_watch *w)
{
	bool has_changed = see(w->pages, w->signals, (size_t)w->n * AISP_PAGE);

	for (int r = 0; r < w->n; r++)
		has_changed |= see(w->lines[r],
				   w->windows + (size_t)r * w->window_bytes + w->offset,
				   w->n_line);
	return has_changed;
}
