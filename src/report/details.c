/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/text.h"
#include "details.h"
#include "details_parts.h"
#include "format.h"

static void add_launch(struct aisp_details_series *s, const struct aisp_run_launch *l)
{
	s->medians_ns[s->n_launches] = l->median_ns;
	s->blocks[s->n_launches++] = l->block;
	for (int i = 0; i < l->samples_ns.n; i++)
		if (!isnan(l->samples_ns.at[i]))
			s->samples_ns[s->n_samples++] = l->samples_ns.at[i];
}

/* gcc 12 loses track of what an array of series points to. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wanalyzer-malloc-leak"
static int read_series(struct aisp_details_series *s, const struct aisp_run_arm *arm)
{
	size_t n_samples = 1, n_launches;

	s->arm = arm;
	if (!arm)
		return 0;
	n_launches = (size_t)arm->n_launches + 1;
	for (int i = 0; i < arm->n_launches; i++)
		n_samples += (size_t)arm->launches[i].samples_ns.n;
	s->samples_ns = calloc(n_samples, sizeof(*s->samples_ns));
	s->medians_ns = calloc(n_launches, sizeof(*s->medians_ns));
	s->blocks = calloc(n_launches, sizeof(*s->blocks));
	if (!s->samples_ns || !s->medians_ns || !s->blocks)
		return -1;
	for (int i = 0; i < arm->n_launches; i++)
		if (aisp_launch_counts(&arm->launches[i]))
			add_launch(s, &arm->launches[i]);
	aisp_sort(s->samples_ns, s->n_samples);
	return 0;
}
#pragma GCC diagnostic pop

static void release_series(struct aisp_details_series *s)
{
	free(s->samples_ns);
	free(s->medians_ns);
	free(s->blocks);
}

static bool is_fine(const struct aisp_run_finding *f)
{
	return f->verdict == AISP_VERDICT_PASS ||
	       f->verdict == AISP_VERDICT_PREVENTED || f->verdict == AISP_VERDICT_NA;
}

/* Prints every check; those that passed share a line. */
static void print_ledger(const struct aisp_details *d)
{
	const struct aisp_run_result *r = d->result;
	int n_fine = 0;

	for (int i = 0; i < r->n_ledger; i++)
		n_fine += is_fine(&r->ledger[i]);
	fprintf(d->f,
		"  ledger      %d of %d checks passed, were prevented or do not "
		"apply\n",
		n_fine, r->n_ledger);
	for (int i = 0; i < r->n_ledger; i++) {
		const struct aisp_run_finding *f = &r->ledger[i];

		if (is_fine(f))
			continue;
		fprintf(d->f, "    %s ", aisp_finding_word(f));
		aisp_print_text(d->f, f->check);
		fprintf(d->f, ", %s%s", aisp_role_name(f->arm), *f->why ? ": " : "");
		aisp_print_text(d->f, f->why);
		fputc('\n', d->f);
	}
}

static void print_launches(const struct aisp_details *d)
{
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_run_arm *arm = d->series[k].arm;

		for (int i = 0; arm && i < arm->n_launches; i++) {
			const struct aisp_run_launch *l = &arm->launches[i];

			if (l->status == AISP_ENDED_OK)
				continue;
			fprintf(d->f, "  launch      %s, block %" PRId64 ": %s ",
				aisp_role_name((enum aisp_role)k), l->block,
				aisp_ending_name(l->status));
			aisp_print_text(d->f, l->cause);
			fputc('\n', d->f);
		}
	}
}

static void print_build(const struct aisp_details *d)
{
	fputs("  build\n", d->f);
	for (int k = 0; k < AISP_N_ROLES; k++) {
		const struct aisp_run_arm *arm = d->series[k].arm;

		if (!arm)
			continue;
		fprintf(d->f, "    %-10s", aisp_role_name((enum aisp_role)k));
		aisp_print_text(d->f, arm->variant);
		fprintf(d->f, ", %s", aisp_kind_name(arm->kind));
		if (*arm->tier)
			fputs(", tier ", d->f);
		aisp_print_text(d->f, arm->tier);
		fputs(*arm->summary ? ": " : "", d->f);
		aisp_print_text(d->f, arm->summary);
		if (*arm->hash)
			fprintf(d->f, "\n    %-10s", "SHA-256");
		aisp_print_begin(d->f, arm->hash, 64);
		if (*arm->build) {
			fprintf(d->f, "\n    %-10s", "line");
			aisp_print_text(d->f, arm->build);
		}
		fputc('\n', d->f);
	}
}

/* Prints nothing if no expectation is recorded. */
static void print_expectation(const struct aisp_details *d)
{
	const struct aisp_run_expectation *e = d->result->expectation;

	if (!e || e->state == AISP_EXPECT_NONE)
		return;
	fprintf(d->f, "  expected    %s%s", aisp_expect_state_name(e->state),
		*e->class ? " on " : "");
	aisp_print_text(d->f, e->class);
	fputs(*e->why ? ": " : "", d->f);
	aisp_print_text(d->f, e->why);
	fputc('\n', d->f);
}

static void print_head(const struct aisp_details *d)
{
	const struct aisp_run_result *r = d->result;

	fprintf(d->f, "  what        %s%s%s", aisp_word_name(d->row.verdict),
		d->row.mark, d->row.verdict == AISP_WORD_NONE ? "" : ", ");
	aisp_print_text(d->f, *r->title ? r->title : r->workload);
	fputs("; ", d->f);
	aisp_print_text(d->f, d->row.params);
	fputs(*d->row.params ? "; " : "", d->f);
	aisp_print_text(d->f, d->row.distribution);
	fputc('\n', d->f);
	print_expectation(d);
	if (!*d->row.reason)
		return;
	fputs("  reason      ", d->f);
	aisp_print_text(d->f, d->row.reason);
	fputc('\n', d->f);
}

int aisp_details_print(const struct aisp_run *run, int i, int is_utf8, FILE *f)
{
	const struct aisp_run_result *r = &run->results[i];
	struct aisp_details d = { .result = r, .is_utf8 = is_utf8, .f = f };
	int rc = 0;

	aisp_row_read(&d.row, r);
	for (int k = 0; k < AISP_N_ROLES; k++)
		rc |= read_series(&d.series[k], r->arms[k]);
	if (!rc) {
		print_head(&d);
		rc = d.row.optimized_ns > 0 ? aisp_details_print_figures(&d) : 0;
		print_ledger(&d);
		print_launches(&d);
		print_build(&d);
	}
	for (int k = 0; k < AISP_N_ROLES; k++)
		release_series(&d.series[k]);
	return rc;
}

static void print_fact(FILE *f, const char *label, const char *text)
{
	if (!*text)
		return;
	fprintf(f, "  %-12s", label);
	aisp_print_text(f, text);
	fputc('\n', f);
}

void aisp_details_print_run(const struct aisp_run *run, FILE *f)
{
	const struct aisp_run_machine *m = &run->machine;
	char buf[4200];

	fputs("  command    ", f);
	for (int i = 0; i < run->info.command.n; i++) {
		const char *word = run->info.command.at[i];

		/* The first is the command's name, which has blanks. */
		fputc(' ', f);
		aisp_print_text(f, i ? aisp_shell_word(word, buf, sizeof(buf)) : word);
	}
	fputc('\n', f);
	print_fact(f, "started", run->info.started);
	print_fact(f, "ended", run->info.ended);
	print_fact(f, "seed", run->info.seed);
	print_fact(f, "host", m->host);
	print_fact(f, "processor", m->hardware.cpu_model);
	print_fact(f, "kernel", m->hardware.kernel);
	print_fact(f, "hypervisor", m->hardware.hypervisor);
	print_fact(f, "compiler", m->compiler);
	print_fact(f, "commit", m->commit);
	print_fact(f, "peaks", m->peaks.measured);
}
