/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "base/fit.h"
#include "base/near.h"
#include "base/rng.h"
#include "contract.h"
#include "contract_score.h"
#include "device/device.h"
#include "device/fill_chain.h"
#include "guard.h"
#include "null_output.h"
#include "only.h"
#include "params_text.h"

#define MAX_BYTES ((int64_t)1 << 40) /* of one tensor: more is a typing error */

/* Limits of a call's CPU time: if it only fills a struct, and if it computes. */
#define SHORT_S 2
#define LONG_S  300

static const char *const presets[AISP_N_PRESETS] = { "small", "default", "large" };

const char *aisp_preset_name(enum aisp_preset p)
{
	return presets[p];
}

int aisp_preset_parse(enum aisp_preset *p, const char *name, struct aisp_err *err)
{
	char meant[200];

	for (int i = 0; i < AISP_N_PRESETS; i++)
		if (!strcmp(presets[i], name)) {
			*p = (enum aisp_preset)i;
			return 0;
		}
	return aisp_err_set(
		err, "preset '%s': want small, default or large%s", name,
		aisp_near_of(name, presets, AISP_N_PRESETS, meant, sizeof(meant)));
}

/* What a workload cannot do without; NULL: it has all. */
static const char *what_it_lacks(const struct aisp_workload *w)
{
	return !w->problem     ? "problem"
	       : !w->reference ? "reference"
	       : !w->title     ? "title"
			       : NULL;
}

static int check_workload(const struct aisp_workload *w, const char *header,
			  struct aisp_err *err)
{
	if (w->abi != AISP_ABI)
		return aisp_err_set(err,
				    "%s: made for ABI %u of aisp/workload.h, this is "
				    "ABI %d: %s",
				    header, w->abi, AISP_ABI, aisp_abi_remedy(w->abi));
	if (what_it_lacks(w))
		return aisp_err_set(err, "%s: struct aisp_workload needs a .%s", header,
				    what_it_lacks(w));
	if (w->n_params < 0 || w->n_params > AISP_MAX_PARAMS)
		return aisp_err_set(err, "%s: at most %d parameters", header,
				    AISP_MAX_PARAMS);
	for (int i = 0; i < w->n_params; i++)
		if (!w->params[i].name)
			return aisp_err_set(err,
					    "%s: n_params is %d, but params[%d] has no "
					    "name",
					    header, w->n_params, i);
	return 0;
}

/* A call of one of the workload's functions. */
struct call {
	const struct aisp_contract *c;
	const struct aisp_workload *(*get)(void);
	const char *object;
	const struct aisp_workload *workload;
	struct aisp_problem *problem;
	const struct aisp_io *io;
	uint64_t bits;
	int o;
	int64_t first, n;
	double *ref, *mag;
	const char *broken;
};

void aisp_contract_blame(const struct aisp_contract *c, const char *function,
			 const char *why)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&lock);
	if (c->fault && !c->fault->why[0])
		snprintf(c->fault->why, sizeof(c->fault->why), "%s: %s: %s",
			 c->fault->source, function, why);
	pthread_mutex_unlock(&lock);
}

int aisp_contract_call(const struct aisp_contract *c, void (*run)(void *), void *call,
		       const char *function, int limit_s)
{
	char what[sizeof(c->fault->source) + 64], why[200];

	if (c->fault && c->fault->why[0])
		return -1;
	snprintf(what, sizeof(what), "%s: %s", c->fault ? c->fault->source : "",
		 function);
	if (!aisp_guard(run, call, what, limit_s, why, sizeof(why)))
		return 0;
	aisp_null_output_explain(&c->problem, function, why, sizeof(why));
	aisp_contract_blame(c, function, why);
	return -1;
}

int aisp_contract_check(const struct aisp_contract *c, struct aisp_err *err)
{
	return c->fault && c->fault->why[0] ? aisp_err_broken(err, "%s", c->fault->why)
					    : 0;
}

static void load_object(void *arg)
{
	struct call *call = arg;

	call->broken = NULL;
	((struct aisp_contract *)(uintptr_t)call->c)->object =
		dlopen(call->object, RTLD_NOW | RTLD_LOCAL);
}

/* Every text is read, so that a bad pointer is found here. */
static void get_workload(void *arg)
{
	struct call *call = arg;
	const struct aisp_workload *w = call->get();
	size_t n = w->abi == AISP_ABI && w->title ? strlen(w->title) : 0;

	for (int i = 0; n && i < w->n_params && i < AISP_MAX_PARAMS; i++)
		n += (w->params[i].name ? strlen(w->params[i].name) : 0) +
		     (w->params[i].help ? strlen(w->params[i].help) : 0);
	call->n = (int64_t)n;
	call->workload = w;
}

int aisp_contract_open(struct aisp_contract *c, const char *object, const char *header,
		       struct aisp_err *err)
{
	size_t n = strlen(header), room = sizeof(c->fault->source) - 1;
	struct call call = { .c = c, .object = object };

	memset(c, 0, sizeof(*c));
	c->fault = calloc(1, sizeof(*c->fault));
	if (!c->fault)
		return aisp_err_set(err, "out of memory");
	snprintf(c->fault->source, room + 1, "%s", header + (n > room ? n - room : 0));
	if (aisp_contract_call(c, load_object, &call, "while it was loaded", SHORT_S)) {
		aisp_contract_check(c, err);
		goto out;
	}
	if (!c->object) {
		aisp_err_set(err, "%s", dlerror());
		goto out;
	}
	*(void **)&call.get = dlsym(c->object, "aisp_workload");
	if (!call.get) {
		aisp_err_set(err, "%s: no aisp_workload(): is it a workload?", object);
		goto out;
	}
	if (aisp_contract_call(c, get_workload, &call, "struct aisp_workload",
			       SHORT_S)) {
		aisp_contract_check(c, err);
		goto out;
	}
	c->workload = call.workload;
	if (check_workload(c->workload, c->fault->source, err))
		goto out;
	return 0;
out:
	aisp_contract_close(c);
	return -1;
}

/* An object whose function did not return may hold locks: it stays loaded. */
void aisp_contract_close(struct aisp_contract *c)
{
	if (c->object && !(c->fault && c->fault->why[0]))
		dlclose(c->object);
	free(c->fault);
	memset(c, 0, sizeof(*c));
}

int aisp_contract_find(const struct aisp_contract *c, const char *param)
{
	for (int i = 0; i < c->workload->n_params; i++)
		if (!strcmp(c->workload->params[i].name, param))
			return i;
	return -1;
}

static int64_t value_of(const struct aisp_param *q, enum aisp_preset p,
			enum aisp_device device)
{
	if (p == AISP_PRESET_SMALL)
		return q->small;
	if (p == AISP_PRESET_LARGE)
		return q->large;
	return aisp_device_kind(device)->is_large && q->cuda ? q->cuda : q->normal;
}

void aisp_contract_preset(struct aisp_contract *c, enum aisp_preset p,
			  enum aisp_device device)
{
	for (int i = 0; i < c->workload->n_params; i++)
		c->param[i] = value_of(&c->workload->params[i], p, device);
}

/* " (n=0 m=4)", the sizes that a tensor's shape follows from. */
static const char *sizes_text(const struct aisp_contract *c, char *text, size_t size)
{
	char list[400];
	bool has_any = aisp_params_text(list, sizeof(list), c) > 0;

	snprintf(text, size, "%s%s%s", has_any ? " (" : "", list, has_any ? ")" : "");
	return text;
}

static int check_spec(const struct aisp_contract *c, const struct aisp_spec *s,
		      struct aisp_err *err)
{
	char sizes[404];
	int64_t left = MAX_BYTES / (int64_t)aisp_dtype_bytes(s->dtype);

	if (s->rank < 1 || s->rank > AISP_MAX_RANK)
		return aisp_err_set(err, "tensor '%s': rank %d, want 1 to %d", s->name,
				    s->rank, AISP_MAX_RANK);
	for (int i = 0; i < s->rank; i++) {
		if (s->shape[i] < 1)
			return aisp_err_usage(
				err,
				"tensor '%s': dimension %d is %lld, want 1 or more%s",
				s->name, i, (long long)s->shape[i],
				sizes_text(c, sizes, sizeof(sizes)));
		left /= s->shape[i];
	}
	if (left < 1)
		return aisp_err_usage(err, "tensor '%s' is larger than %lld bytes%s",
				      s->name, (long long)MAX_BYTES,
				      sizes_text(c, sizes, sizeof(sizes)));
	return aisp_contract_check_elems(s, err);
}

static bool is_alike(const struct aisp_spec *a, const struct aisp_spec *b)
{
	return a->dtype == b->dtype && a->rank == b->rank && a->on_host == b->on_host &&
	       !memcmp(a->shape, b->shape, (size_t)a->rank * sizeof(a->shape[0]));
}

/* A hidden input starts one output, which must be able to hold it. */
static int check_start(const struct aisp_problem *pr, int o, struct aisp_err *err)
{
	const struct aisp_spec *s = &pr->out[o];
	int i = s->starts_as - 1;

	if (!s->starts_as)
		return 0;
	if (i < 0 || i >= pr->n_in)
		return aisp_err_set(err, "output '%s' starts as input %d of %d",
				    s->name, i, pr->n_in);
	if (pr->in[i].in_file || !is_alike(s, &pr->in[i]))
		return aisp_err_set(err,
				    "output '%s' starts as input '%s', which has "
				    "another type, shape or place",
				    s->name, pr->in[i].name);
	for (int k = 0; k < o; k++)
		if (pr->out[k].starts_as == s->starts_as)
			return aisp_err_set(err,
					    "outputs '%s' and '%s' start as one input",
					    pr->out[k].name, s->name);
	return 0;
}

static bool is_all_ragged(const struct aisp_problem *pr)
{
	int n = 0;

	while (n < pr->n_out && pr->out[n].is_ragged)
		n++;
	return n && n == pr->n_out;
}

static void call_problem(void *arg)
{
	struct call *call = arg;
	struct aisp_problem *pr = call->problem;

	memset(pr, 0, sizeof(*pr));
	pr->n_threads = 1;
	call->c->workload->problem(call->c->param, pr);
	if (pr->invalid)
		call->n = (int64_t)strlen(pr->invalid);
	if (pr->bound_by)
		call->n += (int64_t)strlen(pr->bound_by);
	for (int i = 0; i < pr->n_in && i < AISP_MAX_IO; i++)
		call->n += (int64_t)strlen(pr->in[i].name);
	for (int i = 0; i < pr->n_out && i < AISP_MAX_IO; i++)
		call->n += (int64_t)strlen(pr->out[i].name);
}

int aisp_contract_evaluate(struct aisp_contract *c, struct aisp_err *err)
{
	struct aisp_problem *pr = &c->problem;
	struct call call = { .c = c, .problem = pr };

	if (aisp_contract_call(c, call_problem, &call, "problem()", SHORT_S))
		return aisp_contract_check(c, err)
			       ? -1
			       : aisp_err_set(err, "problem() did not return");
	if (pr->invalid)
		return aisp_err_usage(err, "%s: %s", c->workload->title, pr->invalid);
	for (int i = 0; i < pr->n_in; i++)
		if (check_spec(c, &pr->in[i], err))
			return -1;
	for (int i = 0; i < pr->n_out; i++)
		if (check_spec(c, &pr->out[i], err) || check_start(pr, i, err))
			return -1;
	if (aisp_contract_check_figure(c, err) || aisp_contract_check_ranks(pr, err))
		return -1;
	if (is_all_ragged(pr))
		return aisp_err_set(err, "%s: no output counts the elements of '%s'",
				    c->workload->title, pr->out[0].name);
	if (pr->n_out < 1 || pr->n_threads < 1)
		return aisp_err_set(err, "%s: want at least one output and one thread",
				    c->workload->title);
	return aisp_workspace_says(c, err);
}

uint64_t aisp_contract_input_key(uint64_t key, int i, int dist)
{
	uint64_t own = aisp_sub_key(key, (uint64_t)i);

	return dist == AISP_DIST_STRUCTURED ? aisp_chain_key(own, key, i) : own;
}

/* A reference sees an output only if the variant is free to choose it (is_choice). */
static void call_reference(void *arg)
{
	const struct call *call = arg;
	const struct aisp_problem *pr = &call->c->problem;
	struct aisp_tensor out[AISP_MAX_IO];
	struct aisp_io io = *call->io;

	for (int o = 0; o < pr->n_out; o++) {
		out[o] = io.out[o];
		if (!pr->out[o].is_choice)
			out[o].data = NULL;
	}
	io.out = out;
	call->c->workload->reference(&io, call->o, call->first, call->n, call->ref,
				     call->mag);
}

void aisp_contract_reference(const struct aisp_contract *c, const struct aisp_io *io,
			     int o, int64_t first, int64_t n, double *ref, double *mag)
{
	struct call call = {
		.c = c, .io = io, .o = o, .first = first, .n = n, .ref = ref, .mag = mag
	};

	if (!aisp_contract_call(c, call_reference, &call, "reference()", LONG_S))
		return;
	memset(ref, 0, (size_t)n * sizeof(*ref));
	memset(mag, 0, (size_t)n * sizeof(*mag));
}

static void call_invariant(void *arg)
{
	struct call *call = arg;

	call->broken = call->c->workload->invariant(call->io);
	call->n = call->broken ? (int64_t)strlen(call->broken) : 0;
}

const char *aisp_contract_invariant(const struct aisp_contract *c,
				    const struct aisp_io *io)
{
	struct call call = { .c = c, .io = io };

	if (!c->workload->invariant ||
	    aisp_contract_call(c, call_invariant, &call, "invariant()", LONG_S))
		return NULL;
	return call.broken;
}
