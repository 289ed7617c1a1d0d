/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asks.h"
#include "base/clock.h"
#include "base/dtype.h"
#include "base/fit.h"
#include "base/stats.h"
#include "compile/compile.h"
#include "device/written_files.h"
#include "fault_text.h"
#include "guard.h"
#include "in_process.h"
#include "in_process_tensors.h"
#include "kernel/bundle.h"
#include "memory_fit.h"
#include "stamps.h"
#include "user_inputs.h"

#define VERIFY_NS INT64_C(1000000000)

static void note_status(char why[256], const char *callback, int status)
{
	if (status)
		snprintf(why, 256, "%s returned %d (%s)", callback, status,
			 status > 0 ? "want 0 or -errno" : strerror(-status));
}

static void fill(const struct aisp_tensors *t, uint64_t key)
{
	aisp_contract_fill(t->contract, &t->host_io, (int)t->suite->dist, key);
	aisp_user_inputs_apply(t->suite->user_inputs, t->suite->n_user_inputs,
			       t->contract, &t->host_io);
}

/* An episode runs step by step; a trusted variant sees all inputs at once. */
static int run_call(const struct aisp_tensors *t, const struct aisp_variant *v,
		    void *state)
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

/* A fault of the variant goes to why, one of the harness to err. */
static int call(struct aisp_tensors *t, const struct aisp_variant *v, void *state,
		uint64_t key, char why[256], struct aisp_err *err)
{
	struct aisp_tally tally = { 0 };
	const char *broken = NULL;

	fill(t, key);
	if (aisp_tensors_poison(t, ~key, err) || aisp_tensors_send(t, err))
		return -1;
	note_status(why, "run()", run_call(t, v, state));
	if (why[0])
		return 0;
	if (aisp_tensors_fetch(t, err) ||
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

/* Times calls as a trusting program would: only the clock is between them. */
static int time_calls(const struct aisp_tensors *t, const struct aisp_variant *v,
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

static int call_all(struct aisp_tensors *t, const struct aisp_variant *v, void *state,
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

/* Setup, calls and teardown of a variant; why stays empty if all was right. */
static int live(struct aisp_tensors *t, const struct aisp_variant *v,
		const struct aisp_in_process *bare, uint64_t key,
		struct aisp_in_process_row *row, char why[256], struct aisp_err *err)
{
	int64_t start_ns = aisp_now_ns();
	void *state = NULL;
	int status = 0, rc = 0;

	fill(t, ~key);
	if (aisp_tensors_send(t, err))
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

/* What tell_crash() needs. */
struct crash {
	const struct aisp_in_process *bare;
	const struct aisp_tensors *t;
	const char *target;
};

static void tell_crash(void *arg, const char *wrong)
{
	const struct crash *x = arg;
	char why[400] = "";
	const struct aisp_in_process_row row = { .target = x->target,
						 .has_crashed = true,
						 .why = why };

	aisp_fault_keep(why, sizeof(why), x->t->contract, (int)x->t->suite->dist,
			wrong);
	x->bare->row(x->bare->arg, &row);
}

static int run_object(const struct aisp_suite *s, const struct aisp_in_process *bare,
		      struct aisp_contract *c, const struct aisp_harness *harness,
		      const struct aisp_target *tg, bool is_baseline,
		      struct aisp_err *err)
{
	const char *path = is_baseline ? tg->baseline_object : tg->optimized_object;
	struct aisp_in_process_row row = { is_baseline ? tg->baseline : tg->id };
	struct aisp_tensors t = { .contract = c,
				  .device = harness->device,
				  .suite = s };
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const struct aisp_variant *v = object ? dlsym(object, "aisp_variant") : NULL;
	struct crash crash = { bare, &t, row.target };
	char why[256] = "";
	int rc;

	if (!v)
		return aisp_err_set(err, "%s: %s%s", row.target, dlerror(),
				    aisp_symbol_remedy(object));
	if (!aisp_variant_fits(v, why, sizeof(why))) {
		row.why = why;
		bare->row(bare->arg, &row);
		return 0;
	}
	aisp_guard_watch(tell_crash, &crash);
	rc = aisp_contract_serve_in(c, tg->dir,
				    is_baseline ? tg->baseline : tg->optimized, err) ||
			     aisp_tensors_init(&t, err) ||
			     live(&t, v, bare, aisp_seed_key(&s->seed, 0, 0, 0), &row,
				  why, err)
		     ? -1
		     : 0;
	aisp_guard_watch(NULL, NULL);
	aisp_tensors_release(&t);
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
	struct aisp_err no_memory;

	if (aisp_is_bundle(t->optimized_object) || aisp_is_bundle(t->baseline_object))
		skipped.why = "its kernels are launched by the judge alone";
	else if (reads_files(c))
		skipped.why = "its data lie in a file";
	else if (c->problem.ranks.n)
		skipped.why = "its ranks are processes";
	else if (aisp_memory_fits(c, &c->problem, 1, harness->device, &no_memory))
		skipped.why = no_memory.msg;
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
