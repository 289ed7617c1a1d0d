/* SPDX-License-Identifier: MIT
 *
 * The judge's buffers and the worker's mappings of them, made here in a child: what is
 * mapped where and how, and that a write beside the data is noticed.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/rng.h"
#include "device/buffers.h"
#include "tap.h"

enum { ELEMS = 1000 }; /* 4000 bytes: 32 short of a whole line, 96 of a page */

static const int64_t no_params[AISP_MAX_IO];
static struct aisp_buffers *b;

static void start(int n_slots)
{
	struct aisp_problem pr = {
		.n_in = 1, .n_out = 2, .workspace_bytes = 100, .n_threads = 1
	};
	struct aisp_err err;

	pr.in[0] = (struct aisp_spec){ "a", AISP_F32, 1, { ELEMS } };
	pr.out[0] = (struct aisp_spec){ "b", AISP_F32, 1, { ELEMS } };
	pr.out[1] = (struct aisp_spec){ "c", AISP_U8, 2, { 100, 100 } };
	b = aisp_buffers_new(&pr, no_params, n_slots, NULL, &aisp_host_device, &err);
	if (!b) {
		printf("Bail out! %s\n", err.msg);
		exit(1);
	}
}

/* Maps as src/worker/map.c does; returns NULL if the kernel refuses. */
static char *map(const struct aisp_region *r, int fd, int prot)
{
	void *p = mmap((void *)(uintptr_t)r->address, r->pages_bytes, prot,
		       MAP_SHARED | MAP_FIXED_NOREPLACE, fd, (off_t)r->file_offset);

	return p == MAP_FAILED ? NULL : p;
}

/* The signal that ends a child which writes to (or reads) address + at. */
static int signal_of(const struct aisp_region *r, int fd, int prot, int64_t at,
		     int is_write)
{
	pid_t pid = fork();
	int status = 0;

	if (!pid) {
		volatile char *p = map(r, fd, prot);

		signal(SIGSEGV, SIG_DFL); /* a sanitizer has its own */
		if (p && is_write)
			p[(int64_t)r->data_offset + at] = 1;
		else if (p)
			(void)p[(int64_t)r->data_offset + at];
		_exit(p ? 0 : 99);
	}
	waitpid(pid, &status, 0);
	return WIFSIGNALED(status) ? WTERMSIG(status) : -WEXITSTATUS(status);
}

static int64_t poison_left(int slot, uint64_t key)
{
	int64_t n = 0;

	return aisp_buffers_poison_left(b, slot, key, &n, NULL) ? -1 : n;
}

static bool is_place(const char *want)
{
	char text[80];

	aisp_buffers_canary_place(b, 0, 5, text, sizeof(text));
	return !strcmp(text, want);
}

static int64_t canary_changed(int slot, uint64_t key)
{
	int64_t n = 0;

	return aisp_buffers_canary_changed(b, slot, key, &n, NULL) ? -1 : n;
}

static void test_layout(void)
{
	uint64_t end = 0;
	int is_apart = 1, is_aligned = 1;

	start(3);
	for (int s = 0; s < 3; s++) {
		const struct aisp_region *r[] = { &b->in_at[s][0], &b->out_at[s][0],
						  &b->out_at[s][1],
						  &b->workspace_at[s] };

		for (int i = 0; i < 4; i++) {
			is_apart &= r[i]->address >= end + (1 << 20);
			end = r[i]->address + r[i]->pages_bytes;
			is_aligned &= r[i]->address % AISP_PAGE == 0 &&
				      (r[i]->address + r[i]->data_offset) % 64 == 0;
		}
		is_aligned &= (uintptr_t)b->io[s].out[0].data % 64 == 0 &&
			      (uintptr_t)b->io[s].workspace % 64 == 0;
	}
	ok(is_apart, "every region has 1 MiB of nothing before it");
	ok(is_aligned, "data is aligned to 64 bytes, here and there");
	ok(aisp_slot_bytes(&b->problem) == 4096 + 4096 + 3 * 4096 + 4096,
	   "bytes of a slot");
	ok(b->out_at[0][1].data_offset == 3 * 4096 - 10048,
	   "data ends at the end of its pages");
	aisp_buffers_place(b, 0);
	ok(b->out_at[0][1].data_offset == 0 &&
		   (char *)b->io[0].out[1].data ==
			   b->out_map + b->out_at[0][1].file_offset,
	   "or begins at their beginning");
	aisp_buffers_free(b);
}

static void test_guards(void)
{
	const int rw = PROT_READ | PROT_WRITE;
	const struct aisp_region *in, *out;

	start(1);
	in = &b->in_at[0][0];
	out = &b->out_at[0][0];
	ok(signal_of(out, b->out_fd, rw, 0, 1) == 0, "an output can be written");
	ok(signal_of(out, b->out_fd, rw, 4000 + 32, 1) == SIGSEGV,
	   "behind its last line there is nothing");
	ok(signal_of(out, b->out_fd, rw, 4000 + 32, 0) == SIGSEGV, "nor to read");
	ok(signal_of(out, b->out_fd, rw, 4000 + 31, 1) == 0,
	   "that line's rest is a canary's");
	aisp_buffers_place(b, 0);
	ok(signal_of(out, b->out_fd, rw, -1, 1) == SIGSEGV,
	   "before it, in every other launch");
	ok(signal_of(in, b->in_fd, PROT_READ, 0, 0) == 0, "an input can be read");
	ok(signal_of(in, b->in_fd, PROT_READ, 0, 1) == SIGSEGV, "but not written");
	ok(signal_of(in, b->in_fd, rw, 0, 1) == -99, "nor mapped for writing");
	aisp_buffers_free(b);
}

static void test_sharing(void)
{
	const struct aisp_region *r;
	pid_t pid;

	start(2);
	r = &b->out_at[1][0];
	((float *)b->io[1].in[0].data)[7] = 42;
	pid = fork();
	if (!pid) {
		float *out = (float *)(map(r, b->out_fd, PROT_READ | PROT_WRITE) +
				       r->data_offset);
		const float *in =
			(const float *)(map(&b->in_at[1][0], b->in_fd, PROT_READ) +
					b->in_at[1][0].data_offset);

		out[7] = in[7] + 1;
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	ok(((float *)b->io[1].out[0].data)[7] == 43,
	   "both sides see the same elements");
	ok(((float *)b->io[0].out[0].data)[7] == 0, "of the same slot");
	aisp_buffers_free(b);
}

static void test_workspace(void)
{
	int64_t n = 0;

	start(2);
	aisp_buffers_poison(b, 0, 5, NULL);
	ok(!aisp_buffers_workspace_changed(b, 0, 5, &n, NULL) && n == 0,
	   "new poison in all of the workspace");
	((char *)b->io[0].workspace)[99]++;
	ok(!aisp_buffers_workspace_changed(b, 0, 5, &n, NULL) && n == 1,
	   "a byte that a call left there");
	aisp_buffers_free(b);
}

static void test_poison(void)
{
	char *out;

	start(2);
	aisp_buffers_poison(b, 0, 5, NULL);
	aisp_buffers_poison(b, 1, 5, NULL);
	ok(memcmp(b->out_map + b->out_at[0][0].file_offset,
		  b->out_map + b->out_at[0][1].file_offset, 4096) != 0,
	   "outputs differ in their poison");
	out = b->io[0].out[0].data;
	ok(poison_left(0, 5) == 63 + 157, "all lines of both outputs");
	ok(aisp_buffers_is_untouched(b, 0, 0, 999, 5) &&
		   !aisp_buffers_is_untouched(b, 0, 0, 999, 6),
	   "an element holds it, and no other key's");
	memset(out, 0, 4000);
	ok(poison_left(0, 5) == 157, "written lines");
	ok(!aisp_buffers_is_untouched(b, 0, 0, 999, 5), "a written element");
	ok(poison_left(1, 5) == 63 + 157, "the other slot is as it was");
	b->problem.out[1].is_ragged = 1;
	ok(poison_left(1, 5) == 63, "what is not there may stay poison");
	b->problem.out[1].is_ragged = 0;
	ok(canary_changed(0, 5) == 0, "no canary changed");
	ok(is_place(""), "nowhere");
	out[4000]++;
	ok(canary_changed(0, 5) == 1, "one byte behind an output");
	ok(is_place("behind output 'b'"), "which is named");
	out[-1]++;
	ok(canary_changed(0, 5) == 2, "and one before it");
	ok(is_place("before output 'b'"), "as the first");
	out[4031]++;
	ok(canary_changed(0, 5) == 3, "and the last before the guard");
	ok(canary_changed(1, 5) == 0, "none of the other slot");
	aisp_buffers_free(b);
}

static int is_named(uint64_t address, const char *want)
{
	char text[200];

	aisp_buffers_name_address(b, address, text, sizeof(text));
	if (!strcmp(text, want))
		return 1;
	printf("# got '%s', want '%s'\n", text, want);
	return 0;
}

static void test_names(void)
{
	const struct aisp_region *in, *out, *work;

	start(2);
	in = &b->in_at[1][0];
	out = &b->out_at[0][0];
	work = &b->workspace_at[0];
	ok(is_named(in->address + in->data_offset + 12,
		    "byte 12 of the read-only input 'a'"),
	   "an input, of any slot");
	ok(is_named(out->address + out->data_offset + 4000,
		    "0 bytes past the end of output 'b'"),
	   "past the end");
	ok(is_named(out->address + out->data_offset - 4, "4 bytes before output 'b'"),
	   "before");
	ok(is_named(work->address + work->data_offset,
		    "byte 0 of the workspace 'scratch'"),
	   "the workspace");
	ok(is_named(0x10, "address 0x10"), "anywhere else");
	aisp_buffers_free(b);
}

static void test_stage(void)
{
	struct aisp_problem large = { .n_in = 1 };
	struct aisp_err err;
	const char *shown;

	start(2);
	ok(!aisp_buffers_stage(b, &err), "small inputs can be kept");
	aisp_buffers_place(b, 1);
	shown = b->in_map + b->in_at[1][0].file_offset + b->in_at[1][0].data_offset;
	memset(b->io[1].in[0].data, 7, ELEMS * sizeof(float));
	ok(shown[0] == 0, "from the worker,");
	aisp_buffers_reveal(b, 0);
	ok(shown[0] == 0, "each slot's by itself,");
	aisp_buffers_reveal(b, 1);
	ok(shown[0] == 7 && shown[ELEMS * sizeof(float) - 1] == 7, "until its call");
	aisp_buffers_free(b);
	large.in[0] = (struct aisp_spec){ "a", AISP_F32, 1, { 1000000 } };
	ok(!aisp_can_stage(&large), "large ones take too long to copy");
	large.in[0].shape[0] = 10;
	large.is_cold = 1;
	ok(!aisp_can_stage(&large), "and a copy is no cold input");
}

/* In an episode the tensors of next() are visible at each step, hidden ones at none. */
static void test_steps(void)
{
	struct aisp_problem pr = { .n_threads = 1, .n_steps = 3 };
	struct aisp_spec state = { "state", AISP_I32, 1, { 2 }, .by_next = 1 };
	struct aisp_spec whole = { "whole", AISP_I32, 1, { 2 } };
	struct aisp_spec hidden = {
		"hidden", AISP_I32, 1, { 1000000 }, .is_hidden = 1
	};
	struct aisp_err err;
	const int32_t *seen[2];

	aisp_add_in(&pr, state);
	aisp_add_in(&pr, whole);
	aisp_add_in(&pr, hidden);
	aisp_add_out(&pr, whole);
	ok(aisp_can_stage(&pr), "what nobody is shown takes no time to show");
	b = aisp_buffers_new(&pr, no_params, 1, NULL, &aisp_host_device, &err);
	aisp_buffers_stage(b, &err);
	aisp_buffers_place(b, 1);
	for (int i = 0; i < 2; i++)
		seen[i] = (const int32_t *)(b->in_map + b->in_at[0][i].file_offset +
					    b->in_at[0][i].data_offset);
	for (int32_t step = 0; step < 3; step++) {
		((int32_t *)b->io[0].in[0].data)[1] = 7 + step;
		((int32_t *)b->io[0].in[1].data)[1] = 7 + step;
		aisp_buffers_reveal_step(b, 0, step);
		ok(seen[0][1] == 7 + step && seen[1][1] == 7,
		   "a step is shown its own, and what the first one was shown");
	}
	ok(b->in_bytes < 1000000 && b->io[0].in[2].data,
	   "what is hidden has no place in the worker's file");
	aisp_buffers_free(b);
}

/* A stream's words reveal its key, so each step's must come from another stream. */
static void test_steps_filled(void)
{
	const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
	struct aisp_problem pr = { .n_threads = 1, .n_steps = 2 };
	uint64_t w[2], expected[2];
	struct aisp_spec words = { "words",  AISP_U64,        2,
				   { 2, 2 }, AISP_FILL_BYTES, .by_step = 1 };
	struct aisp_err err;

	aisp_add_in(&pr, words);
	aisp_add_out(&pr, words);
	b = aisp_buffers_new(&pr, no_params, 1, NULL, &aisp_host_device, &err);
	aisp_fill(expected, 2, &words, AISP_DIST_NORMAL, aisp_sub_key(5, 1));
	aisp_buffers_fill(b, 0, 0, AISP_DIST_NORMAL, 5, &err);
	memcpy(w, (const uint64_t *)b->io[0].in[0].data + 2, sizeof(w));
	ok(!memcmp(w, expected, sizeof(w)) && w[0] != aisp_random_at(5, 2) &&
		   w[0] != aisp_random_at(5 + step, 1),
	   "a step's inputs have a key of their own");
	aisp_buffers_free(b);
}

/* An input that everyone sees, one tensor that is updated in place. */
static void start_in_place(void)
{
	struct aisp_problem pr = { .n_threads = 1 };
	struct aisp_err err;

	aisp_add_in(&pr, (struct aisp_spec){ "a", AISP_F32, 1, { ELEMS } });
	aisp_add_inout(&pr, (struct aisp_spec){ "s", AISP_F32, 1, { ELEMS } });
	b = aisp_buffers_new(&pr, no_params, 2, NULL, &aisp_host_device, &err);
	memset(b->io[0].in[1].data, 7, ELEMS * sizeof(float));
	memset(b->io[1].in[1].data, 8, ELEMS * sizeof(float));
}

static void test_in_place(void)
{
	struct aisp_plan *plan = aligned_alloc(AISP_PAGE, sizeof(*plan));
	const char *hidden, *out;

	start_in_place();
	memset(plan, 0, sizeof(*plan));
	aisp_buffers_describe(b, plan);
	hidden = b->io[0].in[1].data;
	out = b->io[0].out[0].data;
	ok(b->in_bytes == 2 * 4096 && !plan->in_at[0][1].pages_bytes &&
		   (hidden < b->in_map || hidden >= b->in_map + b->in_bytes) &&
		   (hidden < b->out_map || hidden >= b->out_map + b->out_bytes),
	   "what is hidden lies in no file that a worker gets");
	aisp_buffers_poison(b, 0, 5, NULL);
	ok(!memcmp(out, hidden, ELEMS * 4) && canary_changed(0, 5) == 0,
	   "a call finds it in the output, between canaries");
	ok(aisp_buffers_is_untouched(b, 0, 0, 3, 5), "an element as it was");
	((float *)b->io[0].out[0].data)[3] = 1;
	ok(!aisp_buffers_is_untouched(b, 0, 0, 3, 5), "and one that was written");
	aisp_buffers_free(b);
	start_in_place();
	aisp_buffers_stage(b, NULL);
	aisp_buffers_place(b, 1);
	memset(b->io[0].in[1].data, 7, ELEMS * sizeof(float));
	aisp_buffers_poison(b, 0, 5, NULL);
	aisp_buffers_poison(b, 1, 5, NULL);
	out = b->io[0].out[0].data;
	ok(poison_left(0, 5) == 63, "what is kept for its call is poison until then");
	aisp_buffers_reveal(b, 1);
	ok(poison_left(0, 5) == 63 && poison_left(1, 5) == 0, "each slot's by itself,");
	aisp_buffers_reveal(b, 0);
	ok(out[0] == 7 && out[ELEMS * 4 - 1] == 7, "and then what it starts as");
	aisp_buffers_free(b);
	free(plan);
}

static void test_describe(void)
{
	struct aisp_plan *plan = aligned_alloc(AISP_PAGE, sizeof(*plan));

	start(2);
	memset(plan, 0, sizeof(*plan));
	aisp_buffers_describe(b, plan);
	ok(plan->n_slots == 2 && plan->n_in == 1 && plan->n_out == 2 &&
		   plan->workspace_bytes == 100 && plan->n_threads == 1,
	   "the plan's counts");
	ok(!memcmp(plan->out_at, b->out_at, sizeof(plan->out_at)) &&
		   plan->out[1].dtype == AISP_U8 && plan->out[1].rank == 2 &&
		   plan->out[1].shape[1] == 100 && !plan->out[1].data,
	   "regions and tensors, and no address of the judge's");
	aisp_buffers_free(b);
	free(plan);
}

int main(void)
{
	test_layout();
	test_guards();
	test_sharing();
	test_poison();
	test_workspace();
	test_names();
	test_stage();
	test_steps();
	test_steps_filled();
	test_in_place();
	test_describe();
	return done();
}
