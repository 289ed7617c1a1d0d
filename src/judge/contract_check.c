/* SPDX-License-Identifier: MIT
 *
 * contract_check.c - do the score, the episodes and the elements of a workload make
 * sense?
 */
#include <math.h>

#include "base/dtype.h"
#include "contract_score.h"
#include "device/buffers.h"

static int check_score(const struct aisp_workload *w, struct aisp_err *err)
{
	const struct aisp_score *s = w->score;

	if (s && (!s->name || !s->compute == !s->is_memory))
		return aisp_err_set(err,
				    "%s: a score needs a name, and either compute() or "
				    "is_memory",
				    w->title);
	return 0;
}

/* Bytes that the kernel or another process holds for a variant would not be counted. */
static int check_memory(const struct aisp_workload *w, const struct aisp_problem *pr,
			struct aisp_err *err)
{
	if (aisp_judges_memory(w) &&
	    (pr->ranks.n || pr->n_steps ||
	     (pr->uses & (AISP_USES_ALLOC | AISP_USES_MANAGED | AISP_USES_FILES |
			  AISP_USES_WRITES))))
		return aisp_err_set(err,
				    "%s: where memory is judged, a call has neither "
				    "ranks nor steps, allocates nothing and uses no "
				    "managed memory and no files",
				    w->title);
	return 0;
}

/* Is there a number for each element, and can its type hold it? */
static int check_fill(const struct aisp_spec *s, struct aisp_err *err)
{
	long long row = s->shape[s->rank - 1], limit = s->limit;

	if (s->fill == AISP_FILL_UNIT && aisp_is_integer(s->dtype))
		return aisp_err_usage(err,
				      "tensor '%s': no %s lies between 0 and 1; "
				      "let its type be one of real numbers",
				      s->name, aisp_dtype_name(s->dtype));
	if (s->fill == AISP_FILL_INDEX && limit < 1)
		return aisp_err_usage(err,
				      "tensor '%s': an index needs a limit, which is "
				      "%lld",
				      s->name, limit);
	if (s->fill == AISP_FILL_PERMUTATION && limit < row)
		return aisp_err_usage(
			err,
			"tensor '%s': no %lld integers below %lld differ; "
			"let its limit be the row's length at least",
			s->name, row, limit);
	if (s->fill == AISP_FILL_ZIPF && (limit < 1 || !isfinite(s->exponent)))
		return aisp_err_usage(err,
				      "tensor '%s': Zipf's law needs a limit, which is "
				      "%lld, and an exponent, which is %g",
				      s->name, limit, s->exponent);
	if (s->fill == AISP_FILL_LENGTHS &&
	    (limit < 1 || !(s->exponent > 0) || !isfinite(s->exponent)))
		return aisp_err_usage(err,
				      "tensor '%s': lengths need a limit, which is "
				      "%lld, and an exponent above 0, which is %g",
				      s->name, limit, s->exponent);
	return 0;
}

int aisp_contract_check_elems(const struct aisp_spec *s, struct aisp_err *err)
{
	long long row = s->shape[s->rank - 1];
	int bits = aisp_type_bits(s->dtype);

	if (row * bits % 8)
		return aisp_err_usage(err,
				      "tensor '%s': %lld elements of %s fill no whole "
				      "bytes; rows of a multiple of %d do",
				      s->name, row, aisp_dtype_name(s->dtype),
				      bits == 6 ? 4 : 2);
	return check_fill(s, err);
}

/* A tensor of an episode has as many rows as there are steps, a counter one number. */
static int check_rows(const struct aisp_spec *s, int64_t n_steps, struct aisp_err *err)
{
	if (s->by_step && s->shape[0] != n_steps)
		return aisp_err_set(err,
				    "tensor '%s' is by step: its axis 0 has %lld rows, "
				    "n_steps is %lld",
				    s->name, (long long)s->shape[0],
				    (long long)n_steps);
	if (s->is_step &&
	    (s->dtype != AISP_I64 || s->rank != 1 || s->shape[0] != 1 || !n_steps))
		return aisp_err_set(err,
				    "input '%s' counts the steps of an episode: want "
				    "one AISP_I64, and n_steps",
				    s->name);
	return 0;
}

/* Is it consistent which inputs a variant sees when, and which it never sees? */
static int check_sight(const struct aisp_workload *w, const struct aisp_problem *pr,
		       const struct aisp_spec *s, struct aisp_err *err)
{
	if (s->by_next && (!w->next || s->by_step || s->is_step || s->is_hidden))
		return aisp_err_set(err,
				    "input '%s' is by next(): that must be there, and "
				    "the input neither hidden nor by step",
				    s->name);
	if (s->is_hidden && (s->by_step || s->is_step || s->in_file))
		return aisp_err_set(err,
				    "input '%s' is hidden: it cannot be shown by step, "
				    "nor lie in a file",
				    s->name);
	if (s->is_clock && (!s->is_hidden || !pr->n_steps || s->dtype != AISP_I64 ||
			    s->rank != 2 || s->shape[0] != pr->n_steps ||
			    s->shape[1] != 2 || !w->score || pr->n_threads > 1))
		return aisp_err_set(err,
				    "input '%s' is the clock of an episode: want "
				    "aisp_add_clock(), a score, and one thread, as no "
				    "clock runs between steps",
				    s->name);
	if (w->next && (!pr->n_steps || !w->score))
		return aisp_err_set(err, "%s: next() needs steps (n_steps) and a score",
				    w->title);
	return 0;
}

/* An output in a file starts empty, has one size, and is written by one process. */
static int check_written(const struct aisp_problem *pr, struct aisp_err *err)
{
	for (int o = 0; o < pr->n_out; o++) {
		const struct aisp_spec *s = &pr->out[o];

		if (!s->in_file)
			continue;
		if (!(pr->uses & AISP_USES_WRITES))
			return aisp_err_set(err,
					    "output '%s' lies in a file: declare "
					    "AISP_USES_WRITES",
					    s->name);
		if (s->starts_as || s->is_ragged || s->by_step || pr->n_steps ||
		    pr->ranks.n)
			return aisp_err_set(err,
					    "output '%s' lies in a file: it starts as "
					    "nothing, is not ragged, and has neither "
					    "steps nor ranks",
					    s->name);
	}
	return 0;
}

const char *aisp_needs_host(const struct aisp_contract *c)
{
	if (c->problem.n_steps)
		return "episodes (n_steps) run on the CPU only";
	if (c->problem.uses & AISP_USES_WRITES)
		return "files are written from the CPU";
	return NULL;
}

/* Does a verdict depend on the time of calls? */
static bool is_timed(const struct aisp_workload *w)
{
	return !w->score || w->score->max_times > 0;
}

int aisp_contract_check_figure(const struct aisp_contract *c, struct aisp_err *err)
{
	const struct aisp_problem *pr = &c->problem;

	if (check_score(c->workload, err) || check_memory(c->workload, pr, err) ||
	    check_written(pr, err))
		return -1;
	for (int i = 0; i < pr->n_in; i++)
		if (check_rows(&pr->in[i], pr->n_steps, err) ||
		    check_sight(c->workload, pr, &pr->in[i], err))
			return -1;
	for (int o = 0; o < pr->n_out; o++)
		if (check_rows(&pr->out[o], pr->n_steps, err))
			return -1;
	if (pr->n_steps && pr->ranks.n)
		return aisp_err_set(
			err, "%s: an episode (n_steps) is of one process, not of ranks",
			c->workload->title);
	if (pr->n_steps && is_timed(c->workload) && pr->n_threads > 1)
		return aisp_err_set(
			err,
			"%s: where the time of an episode is judged, or limited by "
			"max_times, it has one thread: between steps no clock runs",
			c->workload->title);
	if (pr->n_steps < 0 || (pr->n_steps && !aisp_can_stage(pr)))
		return aisp_err_usage(
			err,
			"%s: the inputs of an episode must be small, in "
			"memory and not cold, so that steps to come can be "
			"kept from a variant: take fewer steps than %lld",
			c->workload->title, (long long)pr->n_steps);
	return 0;
}
