/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/field.h"
#include "size_text.h"

static double width(const struct aisp_size_demand *d)
{
	return d->is_fp8 ? 1 : 2;
}

static void print_demand(const struct aisp_size_demand *d, FILE *f)
{
	fprintf(f,
		"asked for: %.6g requests/s, prompts of %.6g tokens, answers of %.6g; "
		"the first token\nwithin %.6g ms, each further one within %.6g ms\n\n",
		d->requests_per_s, d->prompt, d->output, 1e3 * d->first_s,
		1e3 * d->token_s);
}

static void print_table(const struct aisp_size_table *t, FILE *f)
{
	fprintf(f, "measured on %s\n", t->machine);
	for (int r = 0; r < AISP_SIZE_N_RATES; r++)
		if (t->value[r] > 0)
			fprintf(f, "  %-14s = %.4g (%s)\n",
				aisp_size_rate_name((enum aisp_size_rate)r),
				t->value[r], t->source[r]);
}

static void print_model(const struct aisp_size_plan *p, const struct aisp_size_model *m,
			const struct aisp_size_demand *d, FILE *f)
{
	fprintf(f, "model %s (%s)\n", m->name, m->source[0] ? m->source : "no source");
	fprintf(f,
		"  parameters of layers = %.0f x (%.0f x %.0f x (2 x %.0f + 2 x %.0f) "
		"+ "
		"3 x %.0f x %.0f + 2 x %.0f) = %.4g\n",
		m->layers, m->hidden, m->head_dim, m->heads, m->kv_heads, m->hidden,
		m->ffn, m->hidden, p->layer_params);
	fprintf(f, "  parameters           = layers + %.0f + %d x %.0f x %.0f = %.4g\n",
		m->hidden, m->is_tied ? 1 : 2, m->vocab, m->hidden, p->params);
	fprintf(f, "  weights              = %.4g x %.0f B = %.4g GB\n", p->params,
		width(d), p->weight_bytes / 1e9);
	fprintf(f,
		"  keys, values a token = 2 x %.0f x %.0f x %.0f x 2 B = %.0f B, of a "
		"request %.0f x (%.0f + %.0f) = %.4g GB\n",
		m->layers, m->kv_heads, m->head_dim, p->kv_bytes, p->kv_bytes,
		d->prompt, d->output, p->kv_bytes * (d->prompt + d->output) / 1e9);
}

static void print_prefill(const struct aisp_size_plan *p,
			  const struct aisp_size_table *t,
			  const struct aisp_size_demand *d,
			  const struct aisp_size_split *s, FILE *f)
{
	double gemm = t->value[p->gemm], attention = t->value[AISP_SIZE_ATTENTION];

	fprintf(f,
		"  prefill        = (2 x %.4g x %.0f flop / %.4g/s + %.4g flop / "
		"%.4g/s) "
		"/ %d = %.4g ms\n",
		p->layer_params, d->prompt, gemm, p->attention_flop, attention,
		s->n_split, 1e3 * s->prefill_s);
}

static void print_step(const struct aisp_size_plan *p, const struct aisp_size_table *t,
		       const struct aisp_size_demand *d,
		       const struct aisp_size_split *s, FILE *f)
{
	fprintf(f,
		"  decode step    = (max(%.4g x %.0f B / %.4g/s, 2 x %.4g x %.0f flop "
		"/ "
		"%.4g/s) + %.0f x %.0f B x (%.0f + %.0f / 2) / %.4g/s) / %d = %.4g "
		"ms\n",
		p->read_params, width(d), t->value[AISP_SIZE_READ], p->read_params,
		s->batch, t->value[p->gemm], s->batch, p->kv_bytes, d->prompt,
		d->output, t->value[AISP_SIZE_KV], s->n_split, 1e3 * s->step_s);
	fprintf(f,
		"  a token        = step + %.0f / %.0f x prefill = %.4g ms, within "
		"%.6g "
		"ms\n",
		s->batch, d->output, 1e3 * s->token_s, 1e3 * d->token_s);
	fprintf(f, "  the first one  = prefill + step = %.4g ms, within %.6g ms\n",
		1e3 * (s->prefill_s + s->step_s), 1e3 * d->first_s);
}

static void print_best(const struct aisp_size_plan *p, const struct aisp_size_table *t,
		       const struct aisp_size_demand *d, FILE *f)
{
	const struct aisp_size_split *s = &p->splits[p->best];

	fprintf(f, "a replica of %d GPU%s\n", s->n_split, s->n_split > 1 ? "s" : "");
	fprintf(f,
		"  room           = (%d x %.4g GB x (1 - %.4g) - %.4g GB) / %.4g GB a "
		"request = %.0f requests\n",
		s->n_split, t->value[AISP_SIZE_MEMORY] / 1e9, d->reserve,
		p->weight_bytes / 1e9, p->kv_bytes * (d->prompt + d->output) / 1e9,
		floor(s->room));
	fprintf(f, "  at once        = %.0f requests, the most that keep the limits\n",
		s->batch);
	print_prefill(p, t, d, s, f);
	print_step(p, t, d, s, f);
	fprintf(f, "  tokens         = %.0f / %.4g ms = %.4g/s\n", s->batch,
		1e3 * s->token_s, s->tokens_per_s);
	fprintf(f,
		"replicas = %.6g/s x %.0f tokens / (%.4g x %.4g/s), rounded up = "
		"%.0f\n",
		d->requests_per_s, d->output, d->load, s->tokens_per_s, s->n_replicas);
	fprintf(f, "GPUs = %.0f x %d = %.0f\n", s->n_replicas, s->n_split, s->n_gpus);
}

static void print_cost(const struct aisp_size_plan *p, const struct aisp_size_demand *d,
		       FILE *f)
{
	if (isnan(d->price_per_hour)) {
		fputs("cost: --price says what a GPU costs an hour\n", f);
		return;
	}
	fprintf(f, "cost = %.0f x %.6g = %.6g an hour\n", p->splits[p->best].n_gpus,
		d->price_per_hour, p->cost_per_hour);
	fprintf(f,
		"     = %.6g / (3600 s x %.6g/s x %.0f tokens) x 10^6 = %.4g for 10^6 "
		"tokens of answers\n",
		p->cost_per_hour, d->requests_per_s, d->output, p->cost_per_million);
}

static void print_splits(const struct aisp_size_plan *p, FILE *f)
{
	fputs("\nGPUs of a replica  requests at once  tokens/s of it  replicas  GPUs\n",
	      f);
	for (int i = 0; i < AISP_SIZE_N_SPLITS; i++) {
		const struct aisp_size_split *s = &p->splits[i];

		if (s->batch > 0)
			fprintf(f, "%-17d  %-16.0f  %-14.4g  %-8.0f  %.0f\n",
				s->n_split, s->batch, s->tokens_per_s, s->n_replicas,
				s->n_gpus);
		else
			fprintf(f, "%-17d  none: %s\n", s->n_split, s->why);
	}
}

static void print_caveats(FILE *f)
{
	fputs("\nnot included: communication between the GPUs of a replica (it is in "
	      "no "
	      "table, so replicas of\nseveral GPUs are too fast here), routers, uneven "
	      "arrivals except by --load, launches, sampling.\nThe rates are those of "
	      "single kernels at the sizes named above: measure your own model before\n"
	      "you buy.\n",
	      f);
}

void aisp_size_print(const struct aisp_size_plan *p, const struct aisp_size_model *m,
		     const struct aisp_size_table *t, const struct aisp_size_demand *d,
		     FILE *f)
{
	print_demand(d, f);
	print_table(t, f);
	print_model(p, m, d, f);
	if (p->best >= 0) {
		print_best(p, t, d, f);
		print_cost(p, d, f);
	}
	print_splits(p, f);
	if (p->best < 0)
		fputs("nothing keeps these limits: allow more time (--first, --token), "
		      "shorter prompts, or --weights fp8\n",
		      f);
	print_caveats(f);
}

static json_t *rates_json(const struct aisp_size_table *t)
{
	json_t *all = json_object();

	for (int r = 0; r < AISP_SIZE_N_RATES; r++)
		if (t->value[r] > 0)
			json_object_set_new(all,
					    aisp_size_rate_name((enum aisp_size_rate)r),
					    json_pack("{sf ss}", "value", t->value[r],
						      "source", t->source[r]));
	return all;
}

static json_t *splits_json(const struct aisp_size_plan *p)
{
	json_t *all = json_array();

	for (int i = 0; i < AISP_SIZE_N_SPLITS; i++) {
		const struct aisp_size_split *s = &p->splits[i];

		json_array_append_new(
			all, json_pack("{si sf sf sf sf sf sf sf ss}",
				       "gpus_of_replica", s->n_split, "batch", s->batch,
				       "prefill_s", s->prefill_s, "step_s", s->step_s,
				       "token_s", s->token_s, "tokens_per_s",
				       s->tokens_per_s, "replicas", s->n_replicas,
				       "gpus", s->n_gpus, "why", s->why));
	}
	return all;
}

json_t *aisp_size_json(const struct aisp_size_plan *p, const struct aisp_size_model *m,
		       const struct aisp_size_table *t,
		       const struct aisp_size_demand *d)
{
	const struct aisp_size_split *s = p->best < 0 ? NULL : &p->splits[p->best];

	return json_pack(
		"{si ss ss s{sf sf sf sf sf sf sb} ss so sf sf sf so so so so so}",
		"schema", 1, "model", m->name, "model_source", m->source, "demand",
		"prompt", d->prompt, "output", d->output, "requests_per_s",
		d->requests_per_s, "first_s", d->first_s, "token_s", d->token_s, "load",
		d->load, "is_fp8", d->is_fp8, "machine", t->machine, "rates",
		rates_json(t), "params", p->params, "weight_bytes", p->weight_bytes,
		"kv_bytes_per_token", p->kv_bytes, "splits", splits_json(p), "gpus",
		s ? json_real(s->n_gpus) : json_null(), "gpus_of_replica",
		s ? json_integer(s->n_split) : json_null(), "cost_per_hour",
		aisp_number_json(p->cost_per_hour), "cost_per_million_tokens",
		aisp_number_json(p->cost_per_million));
}
