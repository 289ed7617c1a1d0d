/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asks.h"
#include "base/clock.h"
#include "base/dtype.h"
#include "base/stats.h"
#include "compile/compile.h"
#include "device/written_files.h"
#include "in_process.h"
#include "kernel/bundle.h"
#include "stamps.h"
#include "user_inputs.h"

#define VERIFY_NS INT64_C(1000000000)

/* The tensors of one call, at the host and where the variant works. */
struct tensors {
	const struct aisp_contract *contract;
	const struct aisp_open_device *device;
	const struct aisp_suite *suite; /* whose inputs the user may have given */
	struct aisp_tensor in[AISP_MAX_IO], out[AISP_MAX_IO]; /* the host's */
	struct aisp_tensor its_in[AISP_MAX_IO], its_out[AISP_MAX_IO];
	struct aisp_block in_block[AISP_MAX_IO], out_block[AISP_MAX_IO], workspace;
	struct aisp_io host_io, io;
};

/* The variant works on a copy. */
static bool is_apart(const struct tensors *t, const struct aisp_spec *s)
{
	return !t->device->kind->is_host && !s->on_host;
}

/* gcc 12 loses track of what an array of tensors points to. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
static int alloc_tensor(const struct tensors *t, const struct aisp_spec *s,
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

static int alloc_workspace(struct tensors *t, struct aisp_err *err)
{
	size_t bytes = t->contract->problem.workspace_bytes;

	return bytes ? t->device->ops->alloc(t->device->state, bytes, false,
					     &t->workspace, err)
		     : 0;
}

static int tensors_init(struct tensors *t, struct aisp_err *err)
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

static void release_block(const struct tensors *t, struct aisp_block *block)
{
	if (block->bytes)
		t->device->ops->free(t->device->state, block);
}

static void tensors_release(struct tensors *t)
{
	for (int i = 0; i < AISP_MAX_IO; i++) {
		release_block(t, &t->in_block[i]);
		release_block(t, &t->out_block[i]);
		free(t->in[i].data);
		free(t->out[i].data);
	}
	release_block(t, &t->workspace);
}

/* What is updated in place, as it is before a call. */
static int send_start(const struct tensors *t, int o, struct aisp_err *err)
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

static int send(const struct tensors *t, struct aisp_err *err)
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

/* What no variant writes is wrong, not what the memory held before. */
static int poison(const struct tensors *t, uint64_t key, struct aisp_err *err)
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

static int fetch(const struct tensors *t, struct aisp_err *err)
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

static void note_status(char why[256], const char *callback, int status)
{
	if (status)
		snprintf(why, 256, "%s returned %d (%s)", callback, status,
			 status > 0 ? "want 0 or -errno" : strerror(-status));
}

static void fill(const struct tensors *t, uint64_t key)
{
	aisp_contract_fill(t->contract, &t->host_io, (int)t->suite->dist, key);
	aisp_user_inputs_apply(t->suite->user_inputs, t->suite->n_user_inputs,
			       t->contract, &t->host_io);
}

/* An episode is rung for step by step; nothing is kept from who is trusted. */
static int run_call(const struct tensors *t, const struct aisp_variant *v, void *state)
{
	const struct aisp_contract *c = t->contract;
	int64_t step = 0, t0;
	int status;

	do {
		for (int i = 0; i < c->problem.n_in; i++)
			if (c->problem.in[i].is_step)
				memcpy(t->in[i].data, &step, sizeof(step));
		aisp_contract_next(c, &t->host_io, step);
		t0 = aisp_now_ns();
		status = v->run(&t->io, state);
		aisp_stamp_answer(c, &t->host_io, step, (double)(aisp_now_ns() - t0));
	} while (!status && ++step < c->problem.n_steps);
	return status;
}

/* The variant's fault goes to why, the harness's to err. */
static int call(struct tensors *t, const struct aisp_variant *v, void *state,
		uint64_t key, char why[256], struct aisp_err *err)
{
	struct aisp_tally tally = { 0 };
	const char *broken = NULL;

	fill(t, key);
	if (poison(t, ~key, err) || send(t, err))
		return -1;
	note_status(why, "run()", run_call(t, v, state));
	if (why[0])
		return 0;
	if (fetch(t, err) ||
	    aisp_verify_some(t->contract, &t->host_io, key, VERIFY_NS, &tally, err))
		return -1;
	broken = aisp_contract_invariant(t->contract, &t->host_io);
	if (aisp_contract_check(t->contract, err))
		return -1;
	if (!aisp_tally_passes(&tally))
		aisp_tally_describe(&tally, t->contract, why, 256);
	else if (broken)
		snprintf(why, 256, "the invariant: %s", broken);
	return 0;
}

/* As who trusts a variant times it: nothing between its calls but the clock. */
static int time_calls(const struct tensors *t, const struct aisp_variant *v,
		      void *state, int n_calls, struct aisp_in_process_row *row,
		      char why[256], struct aisp_err *err)
{
	double *ns = calloc((size_t)n_calls, sizeof(*ns));
	int status = 0, rc = 0;

	if (!ns)
		return aisp_err_errno(err, "memory for %d times", n_calls);
	for (int i = 0; i < n_calls && !status && !rc; i++) {
		int64_t t0 = aisp_now_ns();

		status = run_call(t, v, state);
		rc = t->device->ops->sync(t->device->state, err);
		ns[i] = (double)(aisp_now_ns() - t0);
	}
	note_status(why, "run()", status);
	row->call_ns = aisp_median(ns, n_calls);
	free(ns);
	return rc;
}

static int call_all(struct tensors *t, const struct aisp_variant *v, void *state,
		    const struct aisp_in_process *bare, uint64_t key,
		    struct aisp_in_process_row *row, char why[256],
		    struct aisp_err *err)
{
	int rc = 0;

	if (bare->is_timed)
		return time_calls(t, v, state, bare->n_calls, row, why, err);
	for (int i = 0; i < bare->n_calls && !rc && !why[0]; i++)
		rc = call(t, v, state, key + (uint64_t)i, why, err);
	return rc;
}

/* One life of a variant; why stays empty if all was right. */
static int live(struct tensors *t, const struct aisp_variant *v,
		const struct aisp_in_process *bare, uint64_t key,
		struct aisp_in_process_row *row, char why[256], struct aisp_err *err)
{
	int64_t start_ns = aisp_now_ns();
	void *state = NULL;
	int status = 0, rc = 0;

	fill(t, ~key);
	if (send(t, err))
		return -1;
	if (v->setup)
		status = v->setup(&t->io, &state);
	row->is_skipped = status == -ENOTSUP;
	note_status(why, "setup()", status);
	if (!status)
		rc = call_all(t, v, state, bare, key, row, why, err);
	if (!status && v->teardown)
		v->teardown(state);
	row->life_ns = (double)(aisp_now_ns() - start_ns);
	return rc;
}

static int run_object(const struct aisp_suite *s, const struct aisp_in_process *bare,
		      struct aisp_contract *c, const struct aisp_harness *harness,
		      const struct aisp_target *tg, bool is_baseline,
		      struct aisp_err *err)
{
	const char *path = is_baseline ? tg->baseline_object : tg->optimized_object;
	struct aisp_in_process_row row = { is_baseline ? tg->baseline : tg->id };
	struct tensors t = { .contract = c, .device = harness->device, .suite = s };
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const struct aisp_variant *v = object ? dlsym(object, "aisp_variant") : NULL;
	char why[256] = "";
	int rc;

	if (!v)
		return aisp_err_set(err, "%s: %s", row.target, dlerror());
	rc = aisp_contract_serve_in(c, tg->dir,
				    is_baseline ? tg->baseline : tg->optimized, err) ||
			     tensors_init(&t, err) ||
			     live(&t, v, bare, aisp_seed_key(&s->seed, 0, 0, 0), &row,
				  why, err)
		     ? -1
		     : 0;
	tensors_release(&t);
	row.is_right = !why[0];
	row.why = why;
	if (!rc)
		bare->row(bare->arg, &row);
	return rc; /* the object stays: a GPU's runtime does not unload well */
}

static bool reads_files(const struct aisp_contract *c)
{
	for (int i = 0; i < c->problem.n_in; i++)
		if (c->problem.in[i].in_file)
			return true;
	return aisp_has_written(&c->problem);
}

static int run_variants(const struct aisp_suite *s, const struct aisp_in_process *bare,
			const struct aisp_harness *harness, const struct aisp_target *t,
			struct aisp_contract *c, struct aisp_err *err)
{
	struct aisp_in_process_row skipped = { .target = t->id, .is_skipped = true };

	if (aisp_is_bundle(t->optimized_object) || aisp_is_bundle(t->baseline_object))
		skipped.why = "its kernels are launched by the judge alone";
	else if (reads_files(c))
		skipped.why = "its data lie in a file";
	else if (c->problem.ranks.n)
		skipped.why = "its ranks are processes";
	if (skipped.why) {
		bare->row(bare->arg, &skipped);
		return 0;
	}
	if (bare->with_baselines && run_object(s, bare, c, harness, t, true, err))
		return -1;
	return run_object(s, bare, c, harness, t, false, err);
}

static int run_target(const struct aisp_suite *s, const struct aisp_in_process *bare,
		      struct aisp_harness *harness, const struct aisp_target *t,
		      struct aisp_err *err)
{
	struct aisp_in_process_row skipped = { .target = t->id,
					       .is_skipped = true,
					       .why = t->why };
	struct aisp_contract c;
	struct aisp_err no_device;
	int rc;

	if (!t->why && aisp_harness_use(harness, t->device, 0, &no_device))
		skipped.why = no_device.msg;
	if (skipped.why) {
		skipped.is_skipped = !t->why || !aisp_build_is_broken(t->why);
		bare->row(bare->arg, &skipped);
		return 0;
	}
	if (aisp_suite_contract(s, t, 0, &c, err))
		return -1;
	rc = aisp_user_inputs_check(s->user_inputs, s->n_user_inputs, &c, err);
	if (!rc)
		rc = run_variants(s, bare, harness, t, &c, err);
	aisp_contract_close(&c);
	return rc;
}

int aisp_in_process_run(const struct aisp_suite *s, const struct aisp_in_process *bare,
			struct aisp_err *err)
{
	struct aisp_harness harness = { .paths = s->paths };
	struct aisp_catalogue c;
	int rc = 0;

	if (aisp_suite_build(s, &c, err))
		return -1;
	if (aisp_suite_count(s, &c, err) < 0)
		rc = -1;
	for (int i = 0; i < c.n && !rc; i++)
		rc = run_target(s, bare, &harness, &c.targets[i], err);
	aisp_harness_release(&harness);
	aisp_catalogue_release(&c);
	return rc;
}
