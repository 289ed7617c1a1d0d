/* SPDX-License-Identifier: MIT */
#include "memory_need.h"

#include <math.h>
#include <stdlib.h>

#include "hidden.h"
#include "layout.h"
#include "slices.h"

/* Inputs in files have one copy, whatever the number of slots. */
static double file_bytes(const struct aisp_problem *pr)
{
	double sum = 0;

	for (int i = 0; i < pr->n_in; i++)
		sum += pr->in[i].in_file ? (double)aisp_spec_bytes(&pr->in[i]) : 0;
	return sum;
}

static double host_bytes(const struct aisp_buffers *b)
{
	bool is_staged = b->device->kind->is_host && aisp_can_stage(&b->problem);

	return (double)b->in_bytes * (is_staged ? 2 : 1) + (double)b->out_bytes +
	       (double)b->mirror_bytes + file_bytes(&b->problem) +
	       (double)aisp_hidden_bytes(b) + (double)aisp_slices_bytes(b);
}

/* A region has a block on each device, or one on the first. */
static double region_bytes(const struct aisp_region *r)
{
	return r->n_blocks ? (double)aisp_block_bytes(r) : 0;
}

static double slot_bytes(const struct aisp_buffers *b, int slot)
{
	double sum = region_bytes(&b->workspace_at[slot]) +
		     region_bytes(&b->device_windows_at[slot]) +
		     region_bytes(&b->device_signals_at[slot]);

	for (int i = 0; i < b->problem.n_in; i++)
		sum += region_bytes(&b->in_at[slot][i]);
	for (int o = 0; o < b->problem.n_out; o++)
		sum += region_bytes(&b->out_at[slot][o]);
	return sum;
}

int aisp_memory_need(struct aisp_memory_need *need, const struct aisp_problem *pr,
		     int n_slots, const struct aisp_open_device *d,
		     struct aisp_err *err)
{
	struct aisp_buffers *b = calloc(1, sizeof(*b));
	int rc;

	*need = (struct aisp_memory_need){ 0 };
	if (!b)
		return aisp_err_errno(err, "buffers");
	b->problem = *pr;
	b->n_slots = n_slots;
	b->device = d;
	rc = aisp_buffers_lay_out(b, err);
	if (!rc)
		need->host_bytes = host_bytes(b);
	for (int s = 0; s < n_slots && !rc; s++)
		need->device_bytes += slot_bytes(b, s);
	free(b);
	return rc;
}

double aisp_device_free_bytes(const struct aisp_open_device *d)
{
	double used;

	if (d->n_members)
		d = &d->members[0];
	if (!d->ops->used || d->ops->used(d->state, &used, NULL))
		return NAN;
	return (double)d->info.memory_bytes - used;
}
