/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/dtype.h"
#include "base/memfile.h"
#include "blocks.h"
#include "buffers.h"
#include "evict.h"
#include "flush.h"
#include "hidden.h"
#include "layout.h"
#include "slices.h"
#include "written_files.h"

#define ALIGN_BYTES       64
#define ALIGN_BLOCK_BYTES 256
#define STAGE_BYTES       (128 << 10) /* copied in about 10 us */

static int init_file_inputs(struct aisp_buffers *b, const char *dir,
			    struct aisp_err *err)
{
	for (int i = 0; i < b->problem.n_in; i++) {
		const struct aisp_spec *s = &b->problem.in[i];

		if (!s->in_file)
			continue;
		if (!dir || snprintf(b->in_path[i], sizeof(b->in_path[i]), "%s/%s", dir,
				     s->name) >= (int)sizeof(b->in_path[i]))
			return aisp_err_set(err, "no scratch directory, "
						 "or its path is too long");
		b->in_file_data[i] = malloc(aisp_spec_bytes(s));
		if (!b->in_file_data[i])
			return aisp_err_errno(err, "%zu bytes", aisp_spec_bytes(s));
	}
	return 0;
}

static void set_tensor(struct aisp_tensor *t, const struct aisp_spec *s)
{
	t->dtype = s->dtype;
	t->rank = s->rank;
	memcpy(t->shape, s->shape, sizeof(t->shape));
}

static void init_io(struct aisp_buffers *b, const int64_t *param)
{
	for (int s = 0; s < b->n_slots; s++) {
		for (int i = 0; i < b->problem.n_in; i++) {
			set_tensor(&b->in[s][i], &b->problem.in[i]);
			if (b->problem.in[i].in_file)
				b->in[s][i].path = b->in_path[i];
		}
		for (int i = 0; i < b->problem.n_out; i++)
			set_tensor(&b->out[s][i], &b->problem.out[i]);
		b->io[s] =
			(struct aisp_io){ .in = b->in[s],
					  .out = b->out[s],
					  .param = param,
					  .workspace_bytes = b->problem.workspace_bytes,
					  .n_threads = b->problem.n_threads };
	}
}

static int init_blocks(struct aisp_buffers *b, struct aisp_err *err)
{
	if (!b->n_blocks)
		return 0;
	b->mirror = aisp_mirror_new(b->device, b->mirror_bytes, err);
	return b->mirror ? aisp_blocks_new(b, err) : -1;
}

static int init_memory(struct aisp_buffers *b, const char *scratch_dir,
		       struct aisp_err *err)
{
	void *in_map, *out_map;

	if (init_file_inputs(b, scratch_dir, err) ||
	    aisp_written_new(b, scratch_dir, err) || aisp_hidden_new(b, err) ||
	    aisp_slices_new(b, err) ||
	    aisp_memfile_new("aisp-inputs", b->in_bytes, &b->in_fd, &in_map, err))
		return -1;
	b->in_map = in_map;
	if (aisp_memfile_new("aisp-outputs", b->out_bytes, &b->out_fd, &out_map, err))
		return -1;
	b->out_map = out_map;
	aisp_memfile_seal(b->in_fd); /* a worker tests whether the seal holds */
	return init_blocks(b, err);
}

struct aisp_buffers *aisp_buffers_new(const struct aisp_problem *pr,
				      const int64_t *param, int n_slots,
				      const char *scratch_dir,
				      const struct aisp_open_device *device,
				      struct aisp_err *err)
{
	struct aisp_buffers *b = calloc(1, sizeof(*b));

	if (!b) {
		aisp_err_errno(err, "buffers");
		return NULL;
	}
	b->problem = *pr;
	b->n_slots = n_slots;
	b->device = device;
	b->in_fd = b->out_fd = b->flushes_fd = -1;
	init_io(b, param);
	if (aisp_buffers_lay_out(b, err) || init_memory(b, scratch_dir, err) ||
	    (pr->is_cold && device->kind->is_host && aisp_evictor_init(err))) {
		aisp_buffers_free(b);
		return NULL;
	}
	aisp_buffers_place(b, 1);
	return b;
}

void aisp_buffers_free(struct aisp_buffers *b)
{
	if (!b)
		return;
	aisp_mirror_free(b->mirror);
	aisp_blocks_free(b);
	aisp_hidden_free(b);
	aisp_written_free(b);
	aisp_slices_free(b);
	free(b->stage);
	if (b->in_map)
		munmap(b->in_map, b->in_bytes);
	if (b->out_map)
		munmap(b->out_map, b->out_bytes);
	if (b->in_fd >= 0)
		close(b->in_fd);
	if (b->out_fd >= 0)
		close(b->out_fd);
	for (int i = 0; i < AISP_MAX_IO; i++) {
		if (b->in_file_data[i])
			unlink(b->in_path[i]);
		free(b->in_file_data[i]);
	}
	free(b);
}

bool aisp_can_stage(const struct aisp_problem *pr)
{
	size_t bytes = 0;

	for (int i = 0; i < pr->n_in; i++) {
		if (pr->in[i].in_file)
			return false;
		if (!pr->in[i].is_hidden) /* those are not copied */
			bytes += aisp_spec_bytes(&pr->in[i]);
	}
	return !pr->is_cold && bytes <= STAGE_BYTES;
}

int aisp_buffers_stage(struct aisp_buffers *b, struct aisp_err *err)
{
	if (b->stage || !b->device->kind->is_host || !aisp_can_stage(&b->problem))
		return 0;
	b->stage = calloc(1, b->in_bytes + 1);
	return b->stage ? 0 : aisp_err_errno(err, "%zu bytes", b->in_bytes);
}

size_t aisp_buffers_out_bytes(const struct aisp_buffers *b, int o)
{
	return aisp_spec_bytes(&b->problem.out[o]);
}

/* Where the judge sees the first page of a region. */
static char *view_of(const struct aisp_buffers *b, const struct aisp_region *r,
		     char *map)
{
	return (r->block ? aisp_mirror_base(b->mirror) : map) + r->file_offset;
}

/* Places the data alike in each of n slices; returns where the judge sees them. */
static void *place_data(const struct aisp_buffers *b, struct aisp_region *r, int n,
			size_t bytes, int is_flush_end, char *map)
{
	size_t pages = r->pages_bytes / (size_t)n;
	size_t align = r->block ? ALIGN_BLOCK_BYTES : ALIGN_BYTES;

	if (!r->pages_bytes)
		return NULL;
	r->data_offset = is_flush_end ? pages - aisp_round_up(bytes, align) : 0;
	if (r->n_blocks > 1 && !r->is_copied) /* the mirror shows only data */
		return view_of(b, r, map);
	return view_of(b, r, map) + r->data_offset;
}

static void *place_tensor(struct aisp_buffers *b, struct aisp_region *r,
			  const struct aisp_spec *s, int is_flush_end, char *map)
{
	return place_data(b, r, aisp_slices_n(&b->problem, s),
			  aisp_slice_bytes(&b->problem, s), is_flush_end, map);
}

static void *place_input(struct aisp_buffers *b, int slot, int i, int is_flush_end)
{
	char *whole = b->whole_in[slot][i];
	void *data;

	if (b->problem.in[i].in_file)
		return b->in_file_data[i];
	if (b->hidden[slot][i])
		return b->hidden[slot][i];
	data = place_tensor(b, &b->in_at[slot][i], &b->problem.in[i], is_flush_end,
			    b->stage ? b->stage : b->in_map);
	return whole ? whole : data;
}

static void *place_output(struct aisp_buffers *b, int slot, int o, int is_flush_end)
{
	char *whole = b->whole_out[slot][o];
	void *data = place_tensor(b, &b->out_at[slot][o], &b->problem.out[o],
				  is_flush_end, b->out_map);

	return whole ? whole : data;
}

void aisp_buffers_place(struct aisp_buffers *b, int is_flush_end)
{
	const struct aisp_problem *pr = &b->problem;

	for (int s = 0; s < b->n_slots; s++) {
		for (int i = 0; i < pr->n_in; i++)
			b->in[s][i].data = place_input(b, s, i, is_flush_end);
		for (int i = 0; i < pr->n_out; i++)
			b->out[s][i].data = place_output(b, s, i, is_flush_end);
		b->io[s].workspace =
			place_data(b, &b->workspace_at[s], 1, aisp_workspace_part(pr),
				   is_flush_end && !pr->ranks.n, b->out_map);
	}
}

static void describe_ranks(const struct aisp_buffers *b, struct aisp_plan *plan)
{
	plan->ranks = b->problem.ranks;
	memcpy(plan->windows_at, b->windows_at, sizeof(plan->windows_at));
	memcpy(plan->device_windows_at, b->device_windows_at,
	       sizeof(plan->device_windows_at));
	memcpy(plan->device_signals_at, b->device_signals_at,
	       sizeof(plan->device_signals_at));
	plan->is_cut = 0;
	for (int i = 0; i < b->problem.n_in && plan->ranks.n; i++)
		if (b->problem.in[i].part[0] == AISP_PART_RANKS)
			plan->is_cut |= 1u << i;
}

void aisp_buffers_describe(const struct aisp_buffers *b, struct aisp_plan *plan)
{
	plan->n_slots = (uint32_t)b->n_slots;
	plan->n_in = (uint32_t)b->problem.n_in;
	plan->n_out = (uint32_t)b->problem.n_out;
	plan->n_threads = (uint32_t)b->problem.n_threads;
	plan->workspace_bytes = b->problem.workspace_bytes;
	plan->n_blocks = (uint32_t)b->n_blocks;
	plan->block_range_bytes = b->block_range_bytes;
	memcpy(plan->in_at, b->in_at, sizeof(plan->in_at));
	memcpy(plan->out_at, b->out_at, sizeof(plan->out_at));
	memcpy(plan->workspace_at, b->workspace_at, sizeof(plan->workspace_at));
	describe_ranks(b, plan);
	memcpy(plan->in_path, b->in_path, sizeof(plan->in_path));
	for (int i = 0; i < b->problem.n_in; i++)
		set_tensor(&plan->in[i], &b->problem.in[i]);
	for (int i = 0; i < b->problem.n_out; i++)
		set_tensor(&plan->out[i], &b->problem.out[i]);
	aisp_hidden_conceal(b, plan);
	aisp_written_describe(b, plan);
}

int aisp_buffers_sync_file(const struct aisp_buffers *b, int i, struct aisp_err *err)
{
	size_t n = aisp_spec_bytes(&b->problem.in[i]), done = 0;
	/* Truncation removes old pages from a worker's mappings, which would keep them
	 * in the page cache. */
	int fd = open(b->in_path[i], O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int rc = -1;

	if (fd < 0)
		return aisp_err_errno(err, "create %s", b->in_path[i]);
	while (done < n) {
		ssize_t k =
			pwrite(fd, b->in_file_data[i] + done, n - done, (off_t)done);

		if (k <= 0) {
			aisp_err_errno(err, "write %s", b->in_path[i]);
			goto out;
		}
		done += (size_t)k;
	}
	if (fdatasync(fd) ||
	    (errno = posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)) != 0) {
		aisp_err_errno(err, "flush %s", b->in_path[i]);
		goto out;
	}
	rc = 0;
out:
	close(fd);
	return rc;
}

typedef void visit(const void *data, size_t n_bytes);

static void visit_region(const struct aisp_region *r, const char *map, visit *todo)
{
	if (!r->block)
		todo(map + r->file_offset, r->pages_bytes);
}

static void visit_slot(const struct aisp_buffers *b, int slot, visit *todo)
{
	for (int i = 0; i < b->problem.n_in; i++)
		visit_region(&b->in_at[slot][i], b->in_map, todo);
	for (int o = 0; o < b->problem.n_out; o++)
		visit_region(&b->out_at[slot][o], b->out_map, todo);
	visit_region(&b->workspace_at[slot], b->out_map, todo);
	visit_region(&b->windows_at[slot], b->out_map, todo);
}

int aisp_buffers_cool(const struct aisp_buffers *b, int n_slots, struct aisp_err *err)
{
	const struct aisp_open_device *d = b->device;

	for (int slot = 0; slot < n_slots; slot++)
		visit_slot(b, slot, aisp_flush);
	return d->ops->flush(d->state, err) || d->ops->sync(d->state, err) ? -1 : 0;
}

void aisp_buffers_touch(const struct aisp_buffers *b, int n_slots)
{
	for (int slot = 0; slot < n_slots; slot++)
		visit_slot(b, slot, aisp_touch);
}
