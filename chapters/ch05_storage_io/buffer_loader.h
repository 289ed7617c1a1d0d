/* SPDX-License-Identifier: MIT
 *
 * buffer_loader.h - the open file and room for batches.
 */
#ifndef BUFFER_LOADER_H
#define BUFFER_LOADER_H

#include "layer_loader.h"
#include <string.h>

struct loader {
	struct input_file file;
	float *room; /* of as many batches as a step asks for */
};

static inline int loader_open(const struct aisp_io *io, int64_t batches, void **state)
{
	struct loader *l = calloc(1, sizeof(*l));

	*state = l;
	if (!l)
		return -ENOMEM;
	l->file.fd = open(io->in[RECORD].path, O_RDONLY | O_CLOEXEC);
	if (l->file.fd < 0)
		return -errno;
	l->room = malloc((size_t)batches * batch_bytes(io));
	if (!l->room)
		return -ENOMEM;
	memset(l->room, 0, (size_t)batches * batch_bytes(io));
	return 0;
}

static inline void loader_close(void *state)
{
	struct loader *l = state;

	if (l && l->file.fd >= 0)
		close(l->file.fd);
	if (l)
		free(l->room);
	free(l);
}

#endif
