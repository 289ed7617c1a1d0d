/* SPDX-License-Identifier: MIT */
#include "tuning_text.h"
#include "tuning_parts.h"

static int count(const struct aisp_tune_history *h, enum aisp_tune_fate fate)
{
	int n = 0;

	for (int i = 0; i < h->n_candidates; i++)
		n += h->candidates[i].fate == fate;
	return n;
}

static void print_fates(const struct tuning *t, FILE *f)
{
	const struct aisp_tune_history *h = &t->history;
	double per_minute = aisp_tune_per_minute(h);

	fprintf(f, "%d candidates of %d points, proposed by %s: %s%s%s\n",
		h->n_candidates, t->space.n_feasible, t->search.proposer,
		aisp_tune_end_name(h->end), *h->end_why ? ": " : "", h->end_why);
	for (int fate = 0; fate < AISP_N_TUNE_FATES; fate++) {
		int n = count(h, (enum aisp_tune_fate)fate);

		if (n)
			fprintf(f, "    %4d %s\n", n,
				aisp_tune_fate_name((enum aisp_tune_fate)fate));
	}
	if (per_minute > 0)
		fprintf(f, "screened: %.1f candidates a minute, with compiling\n",
			per_minute);
}

/* Prints one of each kind; all are in the folder. */
static void print_deaths(const struct tuning *t, FILE *f)
{
	const struct aisp_tune_history *h = &t->history;
	bool is_shown[AISP_N_TUNE_FATES] = { false };

	for (int i = 0; i < h->n_candidates; i++) {
		const struct aisp_tune_candidate *c = &h->candidates[i];

		if (c->fate == AISP_TUNE_ALIVE || is_shown[c->fate])
			continue;
		is_shown[c->fate] = true;
		fprintf(f, "    candidate %d: %s%s%s: %s\n", i,
			aisp_tune_fate_name(c->fate), *c->checks ? " by " : "",
			c->checks, c->why);
	}
}

static void print_final(const struct tuning *t, const struct aisp_tune_record *r,
			FILE *f)
{
	char size[400], ratio[64] = "no ratio";

	aisp_space_size_text(&t->space.size[r->size], size, sizeof(size));
	if (r->ratio_ci[0] > 0)
		snprintf(ratio, sizeof(ratio), "%.3fx [%.3f, %.3f]", r->ratio,
			 r->ratio_ci[0], r->ratio_ci[1]);
	else if (r->ratio > 0)
		snprintf(ratio, sizeof(ratio), "%.3fx, no interval", r->ratio);
	fprintf(f, "    %-12s %s at %s, %s\n", aisp_word_name(r->verdict), ratio, size,
		r->size ? "kept from the search" : "as in the search");
}

/* A candidate chosen for a high reading has a lower one next time. */
static void print_curse(const struct aisp_tune_outcome *o, FILE *f)
{
	if (!(o->screened > 0) || !(o->final > 0))
		return;
	fprintf(f,
		"winner's curse: chosen by %.3fx when screened, %.3fx when measured "
		"anew: %+.1f %%\n",
		o->screened, o->final, 100 * (o->final / o->screened - 1));
}

static void print_last(const struct tuning *t, const struct aisp_tune_outcome *o,
		       FILE *f)
{
	const struct aisp_tune_candidate *c = &t->history.candidates[o->last];
	char point[600] = "a whole source";

	if (c->point >= 0)
		aisp_space_point_text(&t->space, c->point, point, sizeof(point));
	fprintf(f, "%s: candidate %d, %s\n", o->winner < 0 ? "the last one" : "winner",
		o->last, point);
	for (int i = 0; i < t->space.n_sizes; i++) {
		const struct aisp_tune_record *r =
			aisp_tune_find_final(&t->history, o->last, i);

		if (r)
			print_final(t, r, f);
	}
	print_curse(o, f);
}

int tuning_print(const struct tuning *t, FILE *f)
{
	const struct aisp_tune_outcome o = aisp_tune_outcome(&t->history, &t->plan);

	fprintf(f, "%s, seed %s\n", t->search.target, t->search.seed);
	print_fates(t, f);
	print_deaths(t, f);
	if (o.last >= 0)
		print_last(t, &o, f);
	if (o.winner < 0)
		fprintf(f, "no winner: %s\n", o.why);
	else
		fprintf(f, "source: %s/optimized_%s_tuned%s\n", t->folder,
			t->search.pair, t->search.extension);
	fprintf(f, "folder: %s\n", t->folder);
	return ferror(f) ? -1 : 0;
}

int tuning_print_json(const struct tuning *t, FILE *f)
{
	json_t *document = tuning_document(t);
	int rc = document ? json_dumpf(document, f, JSON_INDENT(1)) : -1;

	fputc('\n', f);
	json_decref(document);
	return rc;
}
