/* SPDX-License-Identifier: MIT
 *
 * beside_gpu.h - a variant's state: a stream beside io->stream, of higher priority.
 */
#ifndef BESIDE_GPU_H
#define BESIDE_GPU_H

#include <aisp/streams.h>

static inline int beside_setup(const struct aisp_io *io, void **state)
{
	(void)io;
	return streams_new((struct streams **)state, 1, streams_first());
}

static inline void beside_teardown(void *state)
{
	streams_free((struct streams *)state);
}

#endif
