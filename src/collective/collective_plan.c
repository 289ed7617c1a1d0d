/* SPDX-License-Identifier: MIT
 *
 * collective_plan.c - find the parameters of a workload for sizes in bytes.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/dtype.h"
#include "collective.h"
#include "device/slices.h"

#define MOST_BYTES (INT64_C(1) << 40)

/* A number is followed by a suffix, a colon, or the end. */
static int parse_bytes(int64_t *bytes, const char *text, char **end)
{
	static const char suffixes[] = "KMG";
	const char *at;

	errno = 0;
	*bytes = strtoll(text, end, 10);
	if (*end == text || errno || *bytes < 1 || *bytes > MOST_BYTES)
		return -1;
	at = **end ? strchr(suffixes, **end) : NULL;
	if (at) {
		*bytes <<= 10 * (at - suffixes + 1);
		++*end;
	}
	return *bytes > MOST_BYTES || (**end && **end != ':') ? -1 : 0;
}

int collective_sizes_parse(struct collective_sizes *s, const char *text,
			   struct aisp_err *err)
{
	char *end;
	long factor = 2;

	if (parse_bytes(&s->from, text, &end))
		goto wrong;
	s->to = s->from;
	if (*end && parse_bytes(&s->to, end + 1, &end))
		goto wrong;
	if (*end) {
		text = end + 1;
		factor = strtol(text, &end, 10);
		if (end == text || *end || factor < 2 || factor > 1 << 20)
			goto wrong;
	}
	s->factor = (int)factor;
	if (s->to < s->from)
		goto wrong;
	return 0;
wrong:
	return aisp_err_usage(err,
			      "--sizes: want FROM:TO[:FACTOR], as 4K:16M:4, with FROM "
			      "no more than TO and a whole FACTOR of 2 or more");
}

/* "allreduce" itself, or one variant of it. */
static bool is_collective(const char *op)
{
	static const char *const names[] = { "allreduce", "allgather", "reducescatter",
					     "alltoall" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strncmp(op, names[i], strlen(names[i])))
			return true;
	return false;
}

int collective_target(const char *op, bool is_in_place, char *buf, size_t size,
		      struct aisp_err *err)
{
	bool is_pattern = strpbrk(op, ":/");

	if (is_pattern && is_in_place)
		return aisp_err_usage(err,
				      "--in-place is for a collective of chapter 4; "
				      "'%.200s' says itself where its sums go",
				      op);
	if (!is_pattern && !is_collective(op))
		return aisp_err_usage(err,
				      "'%.60s' is no collective: want allreduce, "
				      "allgather, reducescatter or alltoall, or a "
				      "pattern with a colon",
				      op);
	if (snprintf(buf, size, is_pattern ? "%s" : "ch04:%s%s", op,
		     is_in_place ? "_inplace" : "") < (int)size)
		return 0;
	return aisp_err_usage(err, "'%.60s...' is longer than a target's name", op);
}

static int64_t bytes_of_rank(const struct aisp_problem *pr,
			     const struct aisp_spec *specs, int n)
{
	size_t bytes = 0;

	for (int i = 0; i < n; i++)
		bytes += aisp_slice_bytes(pr, &specs[i]);
	return (int64_t)bytes;
}

/* The contract's number of bytes; else the larger of a rank's inputs and outputs, as
 * nccl-tests count. */
static int64_t bytes_at(struct aisp_contract *c, int size, int64_t value,
			struct aisp_err *err)
{
	const struct aisp_problem *pr = &c->problem;
	int64_t in, out;

	c->param[size] = value;
	if (aisp_contract_evaluate(c, err))
		return -1;
	if (pr->ranks.size_bytes > 0)
		return (int64_t)pr->ranks.size_bytes;
	in = bytes_of_rank(pr, pr->in, pr->n_in);
	out = bytes_of_rank(pr, pr->out, pr->n_out);
	return in > out ? in : out;
}

static double bus_factor(const struct aisp_rank_spec *r)
{
	return r->size_bytes > 0 && r->wire_bytes > 0 ? r->wire_bytes / r->size_bytes
						      : NAN;
}

/* The parameter that sets the size: "pages", or the one beside "ranks". */
static int size_param(const struct aisp_contract *c, int ranks)
{
	int pages = aisp_contract_find(c, "pages");

	if (pages >= 0)
		return pages;
	return c->workload->n_params == 2 ? !ranks : -1;
}

static int add_size(const struct collective *c, struct aisp_contract *contract,
		    struct aisp_sweep *sweep, int param, int64_t bytes, int64_t unit,
		    struct aisp_err *err)
{
	int64_t value = bytes / unit;

	if (bytes % unit || bytes_at(contract, param, value, err) != bytes)
		return aisp_err_usage(err,
				      "%.200s: %" PRId64 " bytes are no size of %d "
				      "ranks; sizes are multiples of %" PRId64,
				      c->target, bytes, c->n_ranks, unit);
	if (sweep->n == AISP_MAX_SWEEP)
		return aisp_err_usage(err, "--sizes: more than %d", AISP_MAX_SWEEP);
	sweep->values[sweep->n++] = value;
	return 0;
}

static int plan_sizes(struct collective *c, struct aisp_contract *contract,
		      struct aisp_sweep *sweep, struct aisp_err *err)
{
	int ranks = aisp_contract_find(contract, "ranks");
	int param = size_param(contract, ranks);
	int64_t unit, bytes = c->sizes.from;

	if (ranks < 0 || param < 0)
		return aisp_err_usage(err,
				      "%.200s is no collective: it lacks a parameter "
				      "'ranks', or one that sets its size, 'pages'",
				      c->target);
	contract->param[ranks] = c->n_ranks;
	unit = bytes_at(contract, param, 1, err);
	if (unit < 1)
		return -1;
	if (contract->problem.ranks.n != c->n_ranks)
		return aisp_err_usage(err, "%.200s has no ranks", c->target);
	c->n_threads = contract->problem.n_threads;
	c->bus_factor = bus_factor(&contract->problem.ranks);
	c->is_sum = contract->problem.ranks.is_sum;
	c->is_in_place = contract->problem.out[0].starts_as;
	c->type = aisp_dtype_name(contract->problem.out[0].dtype);
	c->elem_bits = aisp_type_bits(contract->problem.out[0].dtype);
	snprintf(sweep->name, sizeof(sweep->name), "%s",
		 contract->workload->params[param].name);
	for (; bytes <= c->sizes.to; bytes *= c->sizes.factor)
		if (add_size(c, contract, sweep, param, bytes, unit, err))
			return -1;
	return 0;
}

int collective_plan(struct collective *c, struct aisp_suite *s,
		    struct aisp_sweep sweeps[2], struct aisp_err *err)
{
	struct aisp_contract contract;
	struct aisp_catalogue all;
	int rc;

	memset(sweeps, 0, 2 * sizeof(*sweeps));
	c->is_host = !s->only_on || s->only_on->is_host;
	if (aisp_suite_build(s, &all, err))
		return -1;
	rc = aisp_suite_contract(s, &all.targets[0], 0, &contract, err);
	for (int i = 1; i < all.n && !rc; i++)
		if (strcmp(all.targets[i].workload_object,
			   all.targets[0].workload_object) != 0)
			rc = aisp_err_usage(err, "%.200s is more than one collective",
					    c->target);
	if (!rc) {
		rc = plan_sizes(c, &contract, &sweeps[1], err);
		aisp_contract_close(&contract);
	}
	aisp_catalogue_release(&all);
	snprintf(sweeps[0].name, sizeof(sweeps[0].name), "ranks");
	sweeps[0].values[sweeps[0].n++] = c->n_ranks;
	s->sweeps = sweeps;
	s->n_sweeps = 2;
	return rc;
}
