/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "in_process_tensors.h"

/* Does the variant work on a copy on the device? */
static bool is_apart(const struct aisp_tensors *t, const struct aisp_spec *s)
{
	return !t->device->kind->is_host && !s->on_host;
}

/* gcc 12 loses track of memory that an array of tensors points to. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
static int alloc_tensor(const struct aisp_tensors *t, const struct aisp_spec *s,
			struct aisp_tensor *host, struct aisp_tensor *its,
			struct aisp_block *block, struct aisp_err *err)
{
	const struct aisp_open_device *d = t->device;

	*host = (struct aisp_tensor){ .dtype = s->dtype, .rank = s->rank };
	memcpy(host->shape, s->shape, sizeof(host->shape));
	host->data = malloc(aisp_tensor_bytes(host));
	*its = *host;
	if (!host->data)
		return aisp_err_errno(err, "%zu bytes", aisp_tensor_bytes(host));
	if (!is_apart(t, s))
		return 0;
	if (d->ops->alloc(d->state, aisp_tensor_bytes(host), false, block, err))
		return -1;
	its->data = (void *)(uintptr_t)block->address;
	return 0;
}
#pragma GCC diagnostic pop

static int alloc_workspace(struct aisp_tensors *t, struct aisp_err *err)
{
	size_t bytes = t->contract->problem.workspace_bytes;

	return bytes ? t->device->ops->alloc(t->device->state, bytes, false,
					     &t->workspace, err)
		     : 0;
}

int aisp_tensors_init(struct aisp_tensors *t, struct aisp_err *err)
{
	const struct aisp_problem *pr = &t->contract->problem;

	for (int i = 0; i < pr->n_in; i++) {
		if (alloc_tensor(t, &pr->in[i], &t->in[i], &t->its_in[i],
				 &t->in_block[i], err))
			return -1;
		if (aisp_is_hidden(pr, i))
			t->its_in[i].data = NULL;
	}
	for (int o = 0; o < pr->n_out; o++)
		if (alloc_tensor(t, &pr->out[o], &t->out[o], &t->its_out[o],
				 &t->out_block[o], err))
			return -1;
	if (alloc_workspace(t, err))
		return -1;
	t->host_io = (struct aisp_io){ .in = t->in,
				       .out = t->out,
				       .param = t->contract->param,
				       .n_threads = pr->n_threads };
	t->io = t->host_io;
	t->io.in = t->its_in;
	t->io.out = t->its_out;
	t->io.workspace = (void *)(uintptr_t)t->workspace.address;
	t->io.stream = t->device->info.stream;
	t->io.workspace_bytes = pr->workspace_bytes;
	return 0;
}

static void release_block(const struct aisp_tensors *t, struct aisp_block *block)
{
	if (block->bytes)
		t->device->ops->free(t->device->state, block);
}

void aisp_tensors_release(struct aisp_tensors *t)
{
	for (int i = 0; i < AISP_MAX_IO; i++) {
		release_block(t, &t->in_block[i]);
		release_block(t, &t->out_block[i]);
		free(t->in[i].data);
		free(t->out[i].data);
	}
	release_block(t, &t->workspace);
}

/* Fill an output that is updated in place with its starting values. */
static int send_start(const struct aisp_tensors *t, int o, struct aisp_err *err)
{
	const struct aisp_spec *s = &t->contract->problem.out[o];
	const struct aisp_open_device *d = t->device;

	if (!s->starts_as)
		return 0;
	memcpy(t->out[o].data, t->in[s->starts_as - 1].data,
	       aisp_tensor_bytes(&t->out[o]));
	return is_apart(t, s) ? d->ops->upload(d->state, t->out_block[o].address,
					       t->out[o].data,
					       aisp_tensor_bytes(&t->out[o]), err)
			      : 0;
}

int aisp_tensors_send(const struct aisp_tensors *t, struct aisp_err *err)
{
	const struct aisp_open_device *d = t->device;

	for (int o = 0; o < t->contract->problem.n_out; o++)
		if (send_start(t, o, err))
			return -1;
	for (int i = 0; i < t->contract->problem.n_in; i++)
		if (is_apart(t, &t->contract->problem.in[i]) &&
		    d->ops->upload(d->state, t->in_block[i].address, t->in[i].data,
				   aisp_tensor_bytes(&t->in[i]), err))
			return -1;
	return d->ops->sync(d->state, err);
}

int aisp_tensors_poison(const struct aisp_tensors *t, uint64_t key,
			struct aisp_err *err)
{
	const struct aisp_open_device *d = t->device;

	for (int o = 0; o < t->contract->problem.n_out; o++) {
		aisp_poison(t->out[o].data, aisp_tensor_bytes(&t->out[o]), key);
		if (is_apart(t, &t->contract->problem.out[o]) &&
		    d->ops->poison(d->state, t->out_block[o].address,
				   aisp_tensor_bytes(&t->out[o]), key, err))
			return -1;
	}
	return 0;
}

int aisp_tensors_fetch(const struct aisp_tensors *t, struct aisp_err *err)
{
	const struct aisp_open_device *d = t->device;

	if (d->ops->sync(d->state, err))
		return -1;
	for (int o = 0; o < t->contract->problem.n_out; o++)
		if (is_apart(t, &t->contract->problem.out[o]) &&
		    d->ops->download(d->state, t->out[o].data, t->out_block[o].address,
				     aisp_tensor_bytes(&t->out[o]), err))
			return -1;
	return 0;
}
