/* SPDX-License-Identifier: MIT
 *
 * alloc_retry_run.h - run() of an allocator that plays the trace by its make_room().
 */
#ifndef ALLOC_RETRY_RUN_H
#define ALLOC_RETRY_RUN_H

static int run(const struct aisp_io *io, void *state)
{
	struct cache c = cache_new(io, (int32_t *)io->out[DROPPED].data);

	(void)state;
	play_cache(&c, make_room);
	return 0;
}

#endif
