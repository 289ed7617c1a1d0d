/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <string.h>

#include "base/dtype.h"
#include "base/near.h"
#include "base/rng.h"
#include "contract.h"
#include "device/fill.h"

#define MAX_BYTES ((int64_t)1 << 40) /* of one tensor: beyond it, a typing error */

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

static int check_workload(const struct aisp_workload *w, const char *object,
			  struct aisp_err *err)
{
	if (w->abi != AISP_ABI)
		return aisp_err_set(err, "%s: abi %u, want %d", object, w->abi,
				    AISP_ABI);
	if (!w->problem || !w->reference || !w->title)
		return aisp_err_set(err,
				    "%s: a workload needs a title, problem() and "
				    "reference()",
				    object);
	if (w->n_params < 0 || w->n_params > AISP_MAX_PARAMS)
		return aisp_err_set(err, "%s: at most %d parameters", object,
				    AISP_MAX_PARAMS);
	return 0;
}

int aisp_contract_open(struct aisp_contract *c, const char *object,
		       struct aisp_err *err)
{
	const struct aisp_workload *(*get)(void);

	memset(c, 0, sizeof(*c));
	c->object = dlopen(object, RTLD_NOW | RTLD_LOCAL);
	if (!c->object)
		return aisp_err_set(err, "%s", dlerror());
	*(void **)&get = dlsym(c->object, "aisp_workload");
	if (!get) {
		aisp_err_set(err, "%s: no aisp_workload(): is it a workload?", object);
		goto out;
	}
	c->workload = get();
	if (check_workload(c->workload, object, err))
		goto out;
	return 0;
out:
	aisp_contract_close(c);
	return -1;
}

void aisp_contract_close(struct aisp_contract *c)
{
	if (c->object)
		dlclose(c->object);
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
	return device == AISP_DEVICE_CUDA && q->cuda ? q->cuda : q->normal;
}

void aisp_contract_preset(struct aisp_contract *c, enum aisp_preset p,
			  enum aisp_device device)
{
	for (int i = 0; i < c->workload->n_params; i++)
		c->param[i] = value_of(&c->workload->params[i], p, device);
}

static int check_spec(const struct aisp_spec *s, struct aisp_err *err)
{
	int64_t left = MAX_BYTES / (int64_t)aisp_dtype_bytes(s->dtype);

	if (s->rank < 1 || s->rank > AISP_MAX_RANK)
		return aisp_err_set(err, "tensor '%s': rank %d", s->name, s->rank);
	for (int i = 0; i < s->rank; i++) {
		if (s->shape[i] < 1)
			return aisp_err_usage(err, "tensor '%s': dimension %d is %lld",
					      s->name, i, (long long)s->shape[i]);
		left /= s->shape[i];
	}
	if (left < 1)
		return aisp_err_usage(err, "tensor '%s' is larger than %lld bytes",
				      s->name, (long long)MAX_BYTES);
	return 0;
}

int aisp_contract_evaluate(struct aisp_contract *c, struct aisp_err *err)
{
	struct aisp_problem *pr = &c->problem;

	memset(pr, 0, sizeof(*pr));
	pr->n_threads = 1;
	c->workload->problem(c->param, pr);
	if (pr->invalid)
		return aisp_err_usage(err, "%s: %s", c->workload->title, pr->invalid);
	for (int i = 0; i < pr->n_in; i++)
		if (check_spec(&pr->in[i], err))
			return -1;
	for (int i = 0; i < pr->n_out; i++)
		if (check_spec(&pr->out[i], err))
			return -1;
	if (pr->n_out < 1 || pr->n_threads < 1)
		return aisp_err_set(err, "%s: want at least one output and one thread",
				    c->workload->title);
	return 0;
}

uint64_t aisp_contract_input_key(uint64_t key, int i)
{
	return aisp_random_at(key, (uint64_t)i);
}

void aisp_contract_prepare(const struct aisp_contract *c, const struct aisp_io *io,
			   uint64_t key)
{
	if (c->workload->prepare)
		c->workload->prepare(io, aisp_random_at(key, AISP_MAX_IO));
}

void aisp_contract_fill(const struct aisp_contract *c, const struct aisp_io *io,
			int dist, uint64_t key)
{
	for (int i = 0; i < c->problem.n_in; i++)
		aisp_fill(io->in[i].data, aisp_elems(&io->in[i]), &c->problem.in[i],
			  (enum aisp_dist)dist, aisp_contract_input_key(key, i));
	aisp_contract_prepare(c, io, key);
}
