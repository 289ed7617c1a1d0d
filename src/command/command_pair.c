/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/clock.h"
#include "base/stats.h"
#include "command_output.h"
#include "command_pair.h"
#include "command_trial.h"
#include "decide/advice.h"
#include "decide/looks.h"
#include "decide/plan.h"
#include "machine/hostload.h"

#define N_TRIES  3    /* for a run in which others had the CPUs */
#define N_EMPTY  5    /* runs of a shell that does nothing */
#define LONG_NS  20e6 /* two of the kernel's ticks */
#define BUDGET_S 15   /* after the first look */

/* Makes one run that counts, if possible. */
static int run_side(struct command_pair *p, const struct command_files *f, int side,
		    bool is_long, struct command_run *r, struct aisp_err *err)
{
	struct command_run next;

	for (int try = 0; try < N_TRIES; try++) {
		if (command_prepare(p, f, err) ||
		    command_text_run(p, p->line[side], f->out, f->error, is_long, &next,
				     err))
			return -1;
		if (*p->limits.is_stopped)
			return 0;
		if (command_check(p, f, side, f->out, &next, err))
			return -1;
		if (!try || aisp_is_less_disturbed(next.state, next.others_ns, r->state,
						   r->others_ns))
			*r = next;
		if (p->is_invalid || next.state != AISP_SAMPLE_SPOILT)
			break;
	}
	return 0;
}

/* Measures a shell that does nothing. */
static int measure_shell(struct command_pair *p, const struct command_files *f,
			 struct aisp_err *err)
{
	double ns[N_EMPTY];
	struct command_run r;

	for (int i = 0; i < N_EMPTY; i++) {
		if (command_text_run(p, ":", f->out, f->error, false, &r, err))
			return -1;
		ns[i] = r.wall_ns;
	}
	p->shell_ns = aisp_median(ns, N_EMPTY);
	return 0;
}

/* Untimed runs: do both run, with equal results, and how long does each take? */
static int pilot(struct command_pair *p, const struct command_files *f, double *ns,
		 struct aisp_err *err)
{
	int n = p->limits.n_warmup > 0 ? p->limits.n_warmup : 1;

	for (int i = 0; i < 2 * n && !*p->limits.is_stopped && !p->is_invalid; i++) {
		int side = i % 2, out = i ? f->out : f->expected;
		struct command_run r;

		if (command_prepare(p, f, err) ||
		    command_text_run(p, p->line[side], out, f->error, false, &r, err))
			return -1;
		if (*p->limits.is_stopped)
			return 0;
		if (!i)
			p->exit_status = WEXITSTATUS(r.status);
		if (command_check(p, f, side, out, &r, err))
			return -1;
		ns[side] = r.wall_ns;
	}
	p->output_bytes = command_output_size(f->expected);
	return 0;
}

static int run_block(struct command_pair *p, const struct command_files *f,
		     bool is_long, struct aisp_err *err)
{
	struct command_block *b = &p->blocks[p->n_blocks];
	int order[2];

	aisp_plan_order(&p->seed, p->n_blocks, 2, order);
	b->first = order[0];
	for (int k = 0; k < 2; k++) {
		if (run_side(p, f, order[k], is_long, &b->run[order[k]], err))
			return -1;
		if (p->is_invalid || *p->limits.is_stopped)
			return 0;
	}
	p->n_blocks++;
	return 0;
}

static bool counts(const struct command_block *b)
{
	return b->run[0].state != AISP_SAMPLE_SPOILT &&
	       b->run[1].state != AISP_SAMPLE_SPOILT;
}

static int count_whole(const struct command_pair *p)
{
	int n = 0;

	for (int i = 0; i < p->n_blocks; i++)
		n += counts(&p->blocks[i]);
	return n;
}

static double wall(const struct command_run *r)
{
	return r->wall_ns;
}

static double cpu(const struct command_run *r)
{
	return r->cpu_ns;
}

/* Takes that figure of one side's runs that count; returns their number. */
static int take(const struct command_pair *p, int side,
		double (*of)(const struct command_run *), double *x)
{
	int n = 0;

	for (int i = 0; i < p->n_blocks; i++)
		if (counts(&p->blocks[i]))
			x[n++] = of(&p->blocks[i].run[side]);
	return n;
}

static void decide(const struct command_pair *p,
		   double (*of)(const struct command_run *), struct aisp_comparison *c)
{
	double a[AISP_MAX_BLOCKS], b[AISP_MAX_BLOCKS];
	int n = take(p, 0, of, a);

	take(p, 1, of, b);
	aisp_decide(a, b, n, p->limits.margin, c);
}

static double median(const struct command_pair *p, int side,
		     double (*of)(const struct command_run *))
{
	double x[AISP_MAX_BLOCKS];

	return aisp_median(x, take(p, side, of, x));
}

static bool has_min_time(const struct command_pair *p)
{
	for (int side = 0; side < 2; side++) {
		double ns = 0;

		for (int i = 0; i < p->n_blocks; i++)
			ns += p->blocks[i].run[side].wall_ns;
		if (ns < 1e9 * p->limits.min_time_s)
			return false;
	}
	return true;
}

/* The first look is awaited, however long a run takes. */
static bool wants_block(const struct command_pair *p, double used_s)
{
	double budget_s = p->limits.until_s > 0 ? p->limits.until_s : BUDGET_S;
	int n = p->n_blocks;

	if (*p->limits.is_stopped || p->is_invalid || n == AISP_MAX_BLOCKS)
		return false;
	if (p->limits.n_pairs)
		return !aisp_has_pairs(n, count_whole(p), &p->limits);
	if (p->wall.outcome != AISP_OUTCOME_INCONCLUSIVE || p->wall.is_too_wide)
		return false;
	if (n < aisp_next_look(0) || !has_min_time(p))
		return true;
	return n < AISP_PLAN_PAIRS && used_s < budget_s;
}

static int run_blocks(struct command_pair *p, const struct command_files *f,
		      const double *ns, struct aisp_err *err)
{
	bool is_long = ns[0] > LONG_NS && ns[1] > LONG_NS;
	int64_t start_ns = aisp_now_ns();

	while (wants_block(p, p->wall_s)) {
		if (p->progress)
			p->progress(p->arg, p->n_blocks,
				    aisp_next_due(p->n_blocks, &p->limits));
		if (run_block(p, f, is_long, err))
			return -1;
		if (aisp_is_due(p->n_blocks, count_whole(p), has_min_time(p),
				&p->limits))
			decide(p, wall, &p->wall);
		p->wall_s = (double)(aisp_now_ns() - start_ns) / 1e9;
	}
	return 0;
}

static int prepare_lines(struct command_pair *p, const struct command_files *f,
			 struct aisp_err *err)
{
	for (int side = 0; side < 2; side++) {
		size_t size = strlen(p->text[side]) + 64;

		p->line[side] = malloc(size);
		if (!p->line[side])
			return aisp_err_errno(err, "memory for a command");
		if (command_become(p, f, p->text[side], p->line[side], size, err))
			return -1;
	}
	return 0;
}

void command_pair_release(struct command_pair *p)
{
	free(p->line[0]);
	free(p->line[1]);
}

static int measure(struct command_pair *p, const struct command_files *f,
		   struct aisp_err *err)
{
	double ns[2] = { 0 };

	if (prepare_lines(p, f, err) || pilot(p, f, ns, err))
		return -1;
	if (p->is_invalid || *p->limits.is_stopped)
		return 0;
	return measure_shell(p, f, err) || run_blocks(p, f, ns, err) ? -1 : 0;
}

static void blame_others(struct command_pair *p)
{
	snprintf(p->why, sizeof(p->why),
		 "others had the CPUs in %d of %d pairs, which do not count%s",
		 p->n_disturbed, p->n_blocks,
		 p->has_waited ? "" : "; --wait-quiet waits until they have ended");
}

static void conclude(struct command_pair *p)
{
	p->is_cut = *p->limits.is_stopped;
	if (!p->n_blocks)
		return;
	decide(p, wall, &p->wall);
	decide(p, cpu, &p->cpu);
	p->n_disturbed = p->n_blocks - p->wall.n_pairs;
	if (p->wall.n_pairs < p->n_disturbed &&
	    p->wall.outcome == AISP_OUTCOME_INCONCLUSIVE)
		blame_others(p);
	for (int side = 0; side < 2; side++)
		p->figures[side] = (struct command_figures){ median(p, side, wall),
							     median(p, side, cpu) };
	aisp_forecast(&p->wall, &p->forecast);
	p->forecast_s = p->forecast.n_pairs * p->wall_s / p->n_blocks;
}

int command_pair_measure(struct command_pair *p, struct aisp_err *err)
{
	struct command_files f = { -1, -1, -1 };
	struct aisp_host_mark from = { 0 };
	struct aisp_host_load load;
	int rc;

	aisp_decide(NULL, NULL, 0, p->limits.margin, &p->wall);
	p->cpu = p->wall;
	if (aisp_seed_new(&p->seed, err) || command_adopt(err))
		return -1;
	rc = command_files_open(&f, err) || aisp_host_mark_init(&from, err) ||
	     measure(p, &f, err);
	if (!rc) {
		conclude(p);
		rc = aisp_grade_since(&from, &load, &p->grading, err);
	}
	if (!rc)
		aisp_host_load_text(&load, p->busy, sizeof(p->busy));
	aisp_host_mark_release(&from);
	command_files_close(&f);
	return rc ? -1 : 0;
}

enum aisp_outcome command_pair_outcome(const struct command_pair *p)
{
	return p->is_invalid ? AISP_OUTCOME_INVALID : p->wall.outcome;
}

void command_pair_advise(const struct command_pair *p, const char *again, char *buf,
			 size_t size)
{
	const struct aisp_advised run = { .command = again,
					  .forecast_s = p->forecast_s,
					  .n_tried = p->n_blocks };

	buf[0] = '\0';
	if (command_pair_outcome(p) == AISP_OUTCOME_INCONCLUSIVE && p->wall.wants_pairs)
		aisp_advice_text(&p->wall, &p->forecast, &run, buf, size);
}
