/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>

#include "size.h"

#define MAX_BATCH 65536

static void count_params(struct aisp_size_plan *p, const struct aisp_size_model *m)
{
	double attention = m->hidden * m->head_dim * (2 * m->heads + 2 * m->kv_heads);
	double ffn = 3 * m->hidden * m->ffn; /* gate, up, down */
	double embedding = m->vocab * m->hidden;

	p->layer_params = m->layers * (attention + ffn + 2 * m->hidden);
	p->read_params = p->layer_params + m->hidden + embedding;
	/* A decode step reads one row per token of the input embedding. */
	p->params = p->read_params + (m->is_tied ? 0 : embedding);
}

static void count_work(struct aisp_size_plan *p, const struct aisp_size_model *m,
		       const struct aisp_size_demand *d)
{
	p->weight_bytes = p->params * (d->is_fp8 ? 1 : 2);
	p->kv_bytes = 2 * m->layers * m->kv_heads * m->head_dim * 2;
	p->linear_flop = 2 * p->layer_params * d->prompt;
	/* Two products; a causal mask leaves half of each. */
	p->attention_flop =
		2 * m->layers * m->heads * m->head_dim * d->prompt * d->prompt;
	p->gemm = d->is_fp8 ? AISP_SIZE_GEMM_FP8 : AISP_SIZE_GEMM_BF16;
}

static double step_s(const struct aisp_size_plan *p, const struct aisp_size_table *t,
		     const struct aisp_size_demand *d, int n_split, double batch)
{
	double read = p->read_params * (d->is_fp8 ? 1 : 2) / t->value[AISP_SIZE_READ];
	double multiply = 2 * p->read_params * batch / t->value[p->gemm];
	double kv = batch * p->kv_bytes * (d->prompt + d->output / 2) /
		    t->value[AISP_SIZE_KV];

	return (fmax(read, multiply) + kv) / n_split;
}

/* While a sequence makes its tokens, each sequence of the batch is replaced once. */
static double token_s(const struct aisp_size_split *s, double step,
		      const struct aisp_size_demand *d, double batch)
{
	return step + batch / d->output * s->prefill_s;
}

static bool is_kept(const struct aisp_size_plan *p, const struct aisp_size_table *t,
		    const struct aisp_size_demand *d, const struct aisp_size_split *s,
		    double batch)
{
	double step = step_s(p, t, d, s->n_split, batch);

	return token_s(s, step, d, batch) <= d->token_s &&
	       s->prefill_s + step <= d->first_s;
}

/* The largest batch that fits and keeps the limits; both grow with it. */
static double find_batch(const struct aisp_size_plan *p,
			 const struct aisp_size_table *t,
			 const struct aisp_size_demand *d,
			 const struct aisp_size_split *s)
{
	double batch = 0, most = fmin(floor(s->room), MAX_BATCH);

	while (batch < most && is_kept(p, t, d, s, batch + 1))
		batch++;
	return batch;
}

static void explain(struct aisp_size_split *s, const struct aisp_size_demand *d,
		    double step)
{
	if (s->room < 1)
		snprintf(s->why, sizeof(s->why),
			 "the weights and one sequence do not fit into its memory");
	else if (s->prefill_s + step > d->first_s)
		snprintf(s->why, sizeof(s->why),
			 "one request alone has its first token after %.4g ms",
			 1e3 * (s->prefill_s + step));
	else
		snprintf(s->why, sizeof(s->why),
			 "one request alone has a token in %.4g ms",
			 1e3 * token_s(s, step, d, 1));
}

static void plan_split(const struct aisp_size_plan *p, const struct aisp_size_table *t,
		       const struct aisp_size_demand *d, struct aisp_size_split *s)
{
	double memory = s->n_split * t->value[AISP_SIZE_MEMORY] * (1 - d->reserve);

	s->room = (memory - p->weight_bytes) / (p->kv_bytes * (d->prompt + d->output));
	s->prefill_s = (p->linear_flop / t->value[p->gemm] +
			p->attention_flop / t->value[AISP_SIZE_ATTENTION]) /
		       s->n_split;
	s->batch = find_batch(p, t, d, s);
	s->step_s = step_s(p, t, d, s->n_split, fmax(1, s->batch));
	if (!(s->batch > 0)) {
		explain(s, d, s->step_s);
		return;
	}
	s->token_s = token_s(s, s->step_s, d, s->batch);
	s->tokens_per_s = s->batch / s->token_s;
	s->n_replicas =
		ceil(d->requests_per_s * d->output / (d->load * s->tokens_per_s));
	s->n_gpus = s->n_replicas * s->n_split;
}

static int check_rates(const struct aisp_size_table *t, enum aisp_size_rate gemm,
		       struct aisp_err *err)
{
	for (int r = 0; r < AISP_SIZE_N_RATES; r++) {
		bool is_other = r != (int)gemm &&
				(r == AISP_SIZE_GEMM_BF16 || r == AISP_SIZE_GEMM_FP8);

		if (!is_other && !(t->value[r] > 0))
			return aisp_err_set(
				err,
				"the table of %.100s has no %s; add the "
				"line, with where it is from",
				t->machine,
				aisp_size_rate_name((enum aisp_size_rate)r));
	}
	return 0;
}

int aisp_size_plan(struct aisp_size_plan *p, const struct aisp_size_model *m,
		   const struct aisp_size_table *t, const struct aisp_size_demand *d,
		   struct aisp_err *err)
{
	*p = (struct aisp_size_plan){ .best = -1 };
	count_params(p, m);
	count_work(p, m, d);
	if (check_rates(t, p->gemm, err))
		return -1;
	for (int i = 0; i < AISP_SIZE_N_SPLITS; i++) {
		struct aisp_size_split *s = &p->splits[i];

		s->n_split = 1 << i;
		plan_split(p, t, d, s);
		if (s->batch > 0 &&
		    (p->best < 0 || s->n_gpus < p->splits[p->best].n_gpus))
			p->best = i;
	}
	p->cost_per_hour = p->cost_per_million = NAN;
	if (p->best >= 0) {
		p->cost_per_hour = p->splits[p->best].n_gpus * d->price_per_hour;
		p->cost_per_million =
			p->cost_per_hour * 1e6 / (3600 * d->requests_per_s * d->output);
	}
	return 0;
}
