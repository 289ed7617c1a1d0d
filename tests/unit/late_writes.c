/* SPDX-License-Identifier: MIT
 *
 * Lines of the outputs that are copied when a call answers: which ones, and which
 * changes are noticed.
 */
#include <stdlib.h>
#include <string.h>

#include "judge/late_writes.h"
#include "tap.h"

enum { ELEMS = 1001, N_SLOTS = 2, LINE = 64 }; /* 4004 bytes: the last line has 36 */

static const int64_t no_params[AISP_MAX_IO];
static struct aisp_buffers *b;
static struct aisp_late_writes w;

static void make(const struct aisp_problem *pr)
{
	struct aisp_err err;

	aisp_buffers_free(b);
	b = aisp_buffers_new(pr, no_params, N_SLOTS, NULL, &aisp_host_device, &err);
	if (!b) {
		printf("Bail out! %s\n", err.msg);
		exit(1);
	}
}

static void start(int64_t elems)
{
	struct aisp_problem pr = { .n_in = 1, .n_out = 2, .n_threads = 1 };

	pr.in[0] = (struct aisp_spec){ "a", AISP_F32, 1, { elems } };
	pr.out[0] = (struct aisp_spec){ "b", AISP_F32, 1, { elems } };
	pr.out[1] = (struct aisp_spec){ "c", AISP_F32, 1, { 5 } };
	make(&pr);
	for (int slot = 0; slot < N_SLOTS; slot++)
		for (int o = 0; o < 2; o++)
			memset(b->io[slot].out[o].data, 1,
			       aisp_buffers_out_bytes(b, o));
}

/* Copies lines of both slots, chosen by `bits`. */
static void look(uint64_t bits)
{
	aisp_late_writes_begin(&w, b, N_SLOTS, bits);
	for (int slot = 0; slot < N_SLOTS; slot++)
		aisp_late_writes_copy_first(&w, b, slot);
	for (int slot = 0; slot < N_SLOTS; slot++)
		aisp_late_writes_copy_rest(&w, b, slot);
}

/* The number of copies that contain that byte of output 0 of slot 1. */
static int n_of(size_t byte)
{
	int n = 0;

	for (int i = 0; i < AISP_N_LINE_COPIES; i++)
		n += w.lines[i].slot == 1 && w.lines[i].output == 0 &&
		     w.lines[i].first_byte <= byte &&
		     byte < w.lines[i].first_byte + w.lines[i].n_bytes;
	return n;
}

static void test_lines(void)
{
	int n_slot = 0, n_output = 0, is_line = 1;

	start(ELEMS);
	look(1);
	for (int i = 0; i < AISP_N_LINE_COPIES; i++) {
		const struct aisp_line_copy *l = &w.lines[i];
		size_t end = aisp_buffers_out_bytes(b, l->output);

		n_slot += l->slot == 1;
		n_output += l->output == 1;
		is_line &=
			l->first_byte % LINE == 0 &&
			l->n_bytes == (end - l->first_byte < LINE ? end - l->first_byte
								  : LINE);
	}
	ok(is_line, "cache lines, and what is left of the last");
	ok(n_slot > 200 && n_slot < 312 && n_output > 200 && n_output < 312,
	   "of all calls and outputs alike");
}

/* Writes to a byte of output 0 of slot 1, late or not at all. */
static void test_changes(void)
{
	static const size_t bytes[] = { 0, 63, 64, 2000, 4000 - 1, 4004 - 1 };
	int n_quiet = 0, n_seen = 0, n_wanted = 0;

	for (size_t i = 0; i < sizeof(bytes) / sizeof(*bytes); i++)
		for (uint64_t bits = 0; bits < 20; bits++) {
			char *data = b->io[1].out[0].data;

			look(bits);
			n_quiet += !aisp_late_writes_changed(&w, b);
			data[bytes[i]] ^= 1;
			n_wanted += n_of(bytes[i]) > 0;
			n_seen += aisp_late_writes_changed(&w, b) == n_of(bytes[i]);
			data[bytes[i]] ^= 1;
		}
	ok(n_quiet == 120, "nothing changed");
	ok(n_seen == 120, "each copy of a line tells whether any byte of it changed");
	ok(n_wanted > 90, "as a rule each line has one, the last as well");
}

/* The share of copies that are the first line of a row, for an output of that shape. */
static double share_at_begins(int is_ragged, int64_t rows, int64_t cols)
{
	struct aisp_problem pr = { .n_out = 2, .n_threads = 1 };
	int n = 0, n_begins = 0;

	pr.out[0] = (struct aisp_spec){ "b", AISP_F32, 2, { rows, cols } };
	pr.out[0].is_ragged = is_ragged;
	pr.out[1] = (struct aisp_spec){ "n", AISP_I32, 1, { 1 } };
	make(&pr);
	for (uint64_t bits = 0; bits < 20; bits++) {
		aisp_late_writes_begin(&w, b, N_SLOTS, bits);
		for (int i = 0; i < AISP_N_LINES_AT_ONCE; i++) {
			const struct aisp_line_copy *l = &w.lines[i];

			n += !l->output;
			n_begins +=
				!l->output && l->first_byte % (4 * (size_t)cols) == 0;
		}
	}
	return n ? (double)n_begins / n : 0;
}

static void test_ragged(void)
{
	ok(share_at_begins(0, 1, 1 << 20) < 0.01, "one line of many is rarely chosen");
	ok(share_at_begins(1, 1, 1 << 20) > 0.02, "unless it is all that is there");
	ok(share_at_begins(1, 64, 1 << 14) > 0.02, "of each row too");
}

static void test_unwritten(void)
{
	const uint64_t poison[N_SLOTS] = { 7, 8 };
	int n;

	for (int slot = 0; slot < N_SLOTS; slot++)
		if (aisp_buffers_poison(b, slot, poison[slot], NULL))
			printf("Bail out! no poison\n");
	look(1);
	ok(aisp_late_writes_unwritten(&w, b, poison) == AISP_N_LINE_COPIES,
	   "lines that nobody wrote");
	((char *)b->io[1].out[0].data)[64]++;
	n = n_of(64);
	ok(n > 0 && aisp_late_writes_unwritten(&w, b, poison) == AISP_N_LINE_COPIES - n,
	   "and one that somebody did");
}

/* The output is poison again by then: only the copies tell what was answered. */
static void test_missed(void)
{
	static char was[ELEMS * 4];
	const uint64_t poison[N_SLOTS] = { 7, 8 };
	char *data;

	start(ELEMS);
	data = b->io[1].out[0].data;
	if (aisp_buffers_poison(b, 1, poison[1], NULL))
		printf("Bail out! no poison\n");
	memcpy(was, data, sizeof(was));
	look(1);
	ok(aisp_late_writes_missed(&w, b, poison), "lines that were not written");
	start(ELEMS);
	data = b->io[1].out[0].data;
	look(1);
	memcpy(data, was, sizeof(was));
	ok(aisp_late_writes_unwritten(&w, b, poison) > 0 &&
		   !aisp_late_writes_missed(&w, b, poison),
	   "none were missed where poison is put back");
}

int main(void)
{
	test_lines();
	test_changes();
	test_unwritten();
	test_missed();
	test_ragged();
	aisp_buffers_free(b);
	return done();
}
