/* SPDX-License-Identifier: MIT
 *
 * contract_prepare.c - inputs as the workload wants them: prepare(), then its parts on
 * several CPUs.
 */
#include "base/rng.h"
#include "base/spread.h"
#include "contract.h"
#include "device/device.h"

#define LIMIT_S 300
/* Elements of inputs that are worth a thread: each may be a sum over all of a row. */
#define PART_ELEMS 16384

struct call {
	const struct aisp_contract *c;
	const struct aisp_io *io;
	uint64_t bits;
	int64_t part, n_parts;
};

static void call_prepare(void *arg)
{
	const struct call *call = arg;

	call->c->workload->prepare(call->io, call->bits);
}

static void call_part(void *arg)
{
	const struct call *call = arg;

	call->c->workload->prepare_part(call->io, call->bits, call->part,
					call->n_parts);
}

static void prepare_part(void *arg, int64_t i, int64_t n)
{
	struct call part = *(const struct call *)arg;

	part.part = i;
	part.n_parts = n;
	aisp_contract_call(part.c, call_part, &part, "prepare_part()", LIMIT_S);
}

static int64_t n_elems(const struct aisp_io *io, int n_in)
{
	int64_t sum = 0;

	for (int i = 0; i < n_in; i++)
		sum += aisp_elems(&io->in[i]);
	return sum;
}

void aisp_contract_prepare(const struct aisp_contract *c, const struct aisp_io *io,
			   uint64_t key, const cpu_set_t *cpus)
{
	struct call all = { .c = c, .io = io, .bits = aisp_sub_key(key, AISP_MAX_IO) };

	if (c->workload->prepare &&
	    aisp_contract_call(c, call_prepare, &all, "prepare()", LIMIT_S))
		return;
	if (c->workload->prepare_part)
		aisp_spread(cpus, n_elems(io, c->problem.n_in) / PART_ELEMS,
			    prepare_part, &all);
}

/* One input. */
struct fill {
	const struct aisp_tensor *to;
	const struct aisp_spec *spec;
	enum aisp_dist dist;
	uint64_t key;
};

static void fill_part(void *arg, int64_t first, int64_t end)
{
	const struct fill *f = arg;

	aisp_fill_part(f->to->data, first, end, aisp_elems(f->to), f->spec, f->dist,
		       f->key);
}

void aisp_contract_fill(const struct aisp_contract *c, const struct aisp_io *io,
			int dist, uint64_t key)
{
	for (int i = 0; i < c->problem.n_in; i++) {
		enum aisp_dist d = (enum aisp_dist)dist;
		struct fill f = { &io->in[i], &c->problem.in[i], d,
				  aisp_contract_input_key(key, i, d) };

		aisp_spread_elems(aisp_elems(f.to), fill_part, &f);
	}
	aisp_contract_prepare(c, io, key, NULL);
}
