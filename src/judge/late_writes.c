/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/rng.h"
#include "device/slices.h"
#include "device/written_files.h"
#include "late_writes.h"

#define LINE_BYTES 64
#define RARE       16 /* of lines of files only one in so many is read */

static void read_line(const struct aisp_buffers *b, const struct aisp_line_copy *l,
		      char to[LINE_BYTES])
{
	aisp_slices_read(b, l->slot, l->output, l->first_byte, l->n_bytes, to);
}

/* A line of a written file is read from the device. */
static void copy_line(const struct aisp_buffers *b, struct aisp_line_copy *l)
{
	if (b->problem.out[l->output].in_file)
		aisp_written_peek(b, l->slot, l->output, l->first_byte, l->n_bytes,
				  l->copy);
	else
		read_line(b, l, l->copy);
}

/* False for lines of ranks on other nodes, whose outputs come later. */
static bool is_here(const struct aisp_late_writes *w, const struct aisp_buffers *b,
		    const struct aisp_line_copy *l)
{
	size_t slice = aisp_slice_bytes(&b->problem, &b->problem.out[l->output]);
	size_t first = (size_t)w->here.first * slice;

	return !w->here.n ||
	       (l->first_byte >= first &&
		l->first_byte + l->n_bytes <= first + (size_t)w->here.n * slice);
}

static size_t reach_of(size_t block_bytes, uint64_t bits, uint64_t number)
{
	uint64_t n = 1;
	size_t reach;

	for (reach = LINE_BYTES; reach < block_bytes; reach *= 2)
		n++;
	reach = (size_t)LINE_BYTES << aisp_random_below(bits, number, n);
	return reach < block_bytes ? reach : block_bytes;
}

/*
 * The elements of a ragged output stand at the beginning of its blocks, along some
 * axis, and may be few: distances from a block's beginning are drawn so that each power
 * of two is equally likely.
 */
static size_t near_begin(const struct aisp_spec *s, size_t n_bytes, uint64_t bits,
			 uint64_t i)
{
	uint64_t number = UINT64_C(3) * AISP_N_LINE_COPIES + 4 * i, n_blocks = 1;
	int axis = (int)aisp_random_below(bits, number, (uint64_t)s->rank);
	size_t block_bytes, at;

	for (int d = 0; d < axis; d++)
		n_blocks *= (uint64_t)s->shape[d];
	block_bytes = n_bytes / n_blocks;
	at = block_bytes * aisp_random_below(bits, number + 1, n_blocks) +
	     aisp_random_below(bits, number + 2,
			       reach_of(block_bytes, bits, number + 3));
	return at / LINE_BYTES * LINE_BYTES;
}

static void choose(struct aisp_line_copy *l, const struct aisp_buffers *b, int n_slots,
		   uint64_t bits, uint64_t i)
{
	size_t n_bytes, n_lines;

	l->slot = (int)aisp_random_below(bits, 3 * i, (uint64_t)n_slots);
	l->output = (int)aisp_random_below(bits, 3 * i + 1, (uint64_t)b->problem.n_out);
	n_bytes = aisp_buffers_out_bytes(b, l->output);
	n_lines = (n_bytes + LINE_BYTES - 1) / LINE_BYTES;
	l->first_byte = LINE_BYTES * aisp_random_below(bits, 3 * i + 2, n_lines);
	if (b->problem.out[l->output].is_ragged && i % 2)
		l->first_byte =
			near_begin(&b->problem.out[l->output], n_bytes, bits, i);
	l->n_bytes = n_bytes - l->first_byte;
	if (l->n_bytes > LINE_BYTES)
		l->n_bytes = LINE_BYTES;
	if (b->problem.out[l->output].in_file && i % RARE)
		l->slot = -1; /* each is a request to the device */
}

void aisp_late_writes_begin(struct aisp_late_writes *w, const struct aisp_buffers *b,
			    int n_slots, uint64_t bits)
{
	for (uint64_t i = 0; i < AISP_N_LINE_COPIES; i++) {
		choose(&w->lines[i], b, n_slots, bits, i);
		if (!is_here(w, b, &w->lines[i]))
			w->lines[i].slot = -1;
	}
}

static void copy(struct aisp_late_writes *w, const struct aisp_buffers *b, int slot,
		 int from, int to)
{
	for (int i = from; i < to; i++) {
		struct aisp_line_copy *l = &w->lines[i];

		if (l->slot == slot)
			copy_line(b, l);
	}
}

void aisp_late_writes_copy_first(struct aisp_late_writes *w,
				 const struct aisp_buffers *b, int slot)
{
	copy(w, b, slot, 0, AISP_N_LINES_AT_ONCE);
}

void aisp_late_writes_copy_rest(struct aisp_late_writes *w,
				const struct aisp_buffers *b, int slot)
{
	copy(w, b, slot, AISP_N_LINES_AT_ONCE, AISP_N_LINE_COPIES);
}

int64_t aisp_late_writes_changed(const struct aisp_late_writes *w,
				 const struct aisp_buffers *b)
{
	int64_t n = 0;

	for (int i = 0; i < AISP_N_LINE_COPIES; i++) {
		const struct aisp_line_copy *l = &w->lines[i];

		char now[LINE_BYTES];

		if (l->slot < 0)
			continue;
		read_line(b, l, now);
		n += memcmp(l->copy, now, l->n_bytes) != 0;
	}
	return n;
}

/* Are these bytes of the line still poison? */
static bool is_unwritten(const struct aisp_buffers *b, const struct aisp_line_copy *l,
			 const uint64_t *poison_of_slot, const char *bytes)
{
	return l->n_bytes >= 4 && !b->problem.out[l->output].is_ragged &&
	       aisp_buffers_is_poison(b, l->slot, l->output, l->first_byte, l->n_bytes,
				      poison_of_slot[l->slot], bytes);
}

int64_t aisp_late_writes_unwritten(const struct aisp_late_writes *w,
				   const struct aisp_buffers *b,
				   const uint64_t *poison_of_slot)
{
	int64_t n = 0;

	for (int i = 0; i < AISP_N_LINE_COPIES; i++) {
		const struct aisp_line_copy *l = &w->lines[i];
		char now[LINE_BYTES];

		if (l->slot < 0)
			continue;
		read_line(b, l, now);
		n += is_unwritten(b, l, poison_of_slot, now);
	}
	return n;
}

bool aisp_late_writes_missed(const struct aisp_late_writes *w,
			     const struct aisp_buffers *b,
			     const uint64_t *poison_of_slot)
{
	for (int i = 0; i < AISP_N_LINE_COPIES; i++) {
		const struct aisp_line_copy *l = &w->lines[i];
		char now[LINE_BYTES];

		if (l->slot < 0)
			continue;
		if (b->problem.out[l->output].in_file) /* not read back yet */
			read_line(b, l, now);
		else
			memcpy(now, l->copy, sizeof(now));
		if (is_unwritten(b, l, poison_of_slot, now))
			return true;
	}
	return false;
}
