/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "prove_judge.h"
#include "prove_text.h"
#include "report/format.h"

static size_t append(char *buf, size_t size, size_t n, const char *a, const char *b)
{
	if (n < size)
		n += (size_t)snprintf(buf + n, size - n, "%s%s", a, b);
	return n;
}

void prove_side_text(char *buf, size_t size, const struct prove_side *side,
		     const char *id)
{
	size_t n = append(buf, size, 0, "", side ? prove_outcome(side) : "not tried");
	char number[32];

	if (!side)
		return;
	for (int i = 0; i < side->failed.n; i++) {
		const char *name = side->failed.at[i];

		n = append(buf, size, n, i ? ", " : " by ",
			   strcmp(name, id) != 0 ? name : "this check");
	}
	if (side->verdict == AISP_WORD_NONE)
		append(buf, size, n, ": ", side->why);
	if (prove_is_win(side) && !isnan(side->speedup)) {
		aisp_format_number(number, sizeof(number), side->speedup);
		n = append(buf, size, n, " ", number);
		append(buf, size, n, "x", "");
	}
}

static void print_side(FILE *f, const char *before, const struct prove_side *side,
		       const char *id)
{
	char text[160], clean[600];

	prove_side_text(text, sizeof(text), side, id);
	aisp_format_text(clean, sizeof(clean), text);
	fprintf(f, "%s%s", before, clean);
}

void prove_print_record(FILE *f, const struct prove_record *record)
{
	const char *id = record->check;
	char name[96], clean[600];

	snprintf(name, sizeof(name), "%.80s@%s", id, aisp_device_name(record->device));
	fprintf(f, "%-40s %-10s", name, prove_state_name(record->state));
	print_side(f, "  ", record->attack, id);
	if (record->without)
		print_side(f, "; without it ", record->without, id);
	if (record->n_twins)
		print_side(f, "; twin ", &record->twins[0], id);
	fputc('\n', f);
	if (*record->why) {
		aisp_format_text(clean, sizeof(clean), record->why);
		fprintf(f, "    %s\n", clean);
	}
}

static void print_missing(FILE *f, const struct prove_summary *sum,
			  enum prove_kind kind)
{
	int n = 0;

	for (int i = 0; i < sum->n_missing; i++) {
		const struct aisp_check *c = sum->missing[i];

		if (prove_kind_of(c) != kind)
			continue;
		if (!n++)
			fprintf(f, "without an exploit, though it %s:",
				prove_kind_name(kind));
		fprintf(f, " %s", c->id);
	}
	if (n)
		fputc('\n', f);
}

static void print_corpus(FILE *f, const struct prove_alarms *a)
{
	if (!a)
		return;
	fprintf(f, "corpus: %d false alarms in %d runs of %d honest variants", a->n,
		a->n_runs, a->n_variants);
	if (a->n_disturbed)
		fprintf(f, ", %d runs disturbed by others", a->n_disturbed);
	if (a->n_skipped)
		fprintf(f, ", %d runs skipped", a->n_skipped);
	fputc('\n', f);
}

void prove_print_alarm(FILE *f, const struct prove_alarm *alarm)
{
	const struct prove_side *side = alarm->side;
	char clean[600];

	aisp_format_text(clean, sizeof(clean), alarm->target);
	fprintf(f, "%-40s false alarm: %s", clean, prove_outcome(side));
	for (int i = 0; i < side->failed.n; i++)
		fprintf(f, "%s%s", i ? ", " : " by ", side->failed.at[i]);
	aisp_format_text(clean, sizeof(clean), side->why);
	fprintf(f, "\n    %s\n", clean);
}

void prove_print_summary(FILE *f, const struct prove_result *o)
{
	const struct prove_summary *sum = o->summary;

	fprintf(f, "\n%d checks:", sum->n_checks);
	for (int s = PROVE_N_STATES - 1; s >= 0; s--)
		if (sum->states[s])
			fprintf(f, " %d %s", sum->states[s],
				prove_state_name((enum prove_state)s));
	fprintf(f, "\nrecall: %d of %d exploits stopped\n", sum->n_stopped,
		sum->n_exploits);
	fprintf(f, "false alarms: %d of %d runs of honest twins\n", sum->n_alarms,
		sum->n_twin_runs);
	fprintf(f, "with its check left out %d of %d exploits win\n",
		sum->n_let_through, sum->n_detecting);
	print_corpus(f, o->alarms);
	if (!isnan(o->p->hide_ns))
		fprintf(f, "hide bound: %.3g us of each sample, before the bell\n",
			o->p->hide_ns / 1e3);
	print_missing(f, sum, PROVE_DETECTS);
	print_missing(f, sum, PROVE_PREVENTS);
	fprintf(f, "%.0f s\n", o->seconds);
}
