/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/field.h"
#include "base/stats.h"
#include "details.h"
#include "details_parts.h"
#include "format.h"

const char *const aisp_details_arms[AISP_DETAILS_ARMS] = { "baseline", "optimized",
							   "library" };

static void print_clean(FILE *f, const char *text)
{
	size_t size = strlen(text) + 1;
	char *buf = malloc(size);

	if (!buf)
		return;
	aisp_format_text(buf, size, text);
	fputs(buf, f);
	free(buf);
}

/* The pilot does not count, and what ended badly has no time. */
static int is_counted(const json_t *launch)
{
	return json_integer_value(json_object_get(launch, "block")) >= 0 &&
	       !strcmp(aisp_field_text(launch, "status"), "ok") &&
	       aisp_field_number(launch, "median_ns") > 0;
}

static void add_launch(struct aisp_details_series *s, const json_t *launch)
{
	const json_t *v;
	size_t i;

	s->medians_ns[s->n_launches] = aisp_field_number(launch, "median_ns");
	s->blocks[s->n_launches++] = aisp_field_number(launch, "block");
	json_array_foreach(json_object_get(launch, "samples_ns"), i,
			   v) if (json_is_number(v)) s->samples_ns[s->n_samples++] =
		json_number_value(v);
}

static size_t count_samples(const json_t *launches)
{
	const json_t *launch;
	size_t i, n = 0;

	json_array_foreach(launches, i, launch) n +=
		json_array_size(json_object_get(launch, "samples_ns"));
	return n;
}

/* Into memory; how many doubles of it were taken. */
static size_t read_series(struct aisp_details_series *s, double *memory)
{
	const json_t *launches = json_object_get(s->arm, "launches"), *launch;
	size_t i, n_launches = json_array_size(launches);

	s->medians_ns = memory;
	s->blocks = s->medians_ns + n_launches;
	s->samples_ns = s->blocks + n_launches;
	json_array_foreach(launches, i, launch) if (is_counted(launch))
		add_launch(s, launch);
	aisp_sort(s->samples_ns, s->n_samples);
	return 2 * n_launches + count_samples(launches);
}

/* What the series of all arms point into: free it after them.  NULL without memory. */
static double *read_all(struct aisp_details *d, const json_t *results)
{
	double *memory;
	size_t n = 1;

	for (int k = 0; k < AISP_DETAILS_ARMS; k++) {
		const json_t *launches;

		d->series[k].arm =
			aisp_result_arm(results, d->result, aisp_details_arms[k]);
		launches = json_object_get(d->series[k].arm, "launches");
		n += 2 * json_array_size(launches) + count_samples(launches);
	}
	memory = calloc(n, sizeof(*memory));
	n = 0;
	for (int k = 0; memory && k < AISP_DETAILS_ARMS; k++)
		n += read_series(&d->series[k], memory + n);
	return memory;
}

/* Every check; what passed on one line. */
static void print_ledger(const struct aisp_details *d)
{
	const json_t *ledger = json_object_get(d->result, "ledger"), *entry;
	int n_fine = 0, n = 0;
	size_t i;

	json_array_foreach(ledger, i, entry)
	{
		const char *verdict = aisp_field_text(entry, "verdict");

		n++;
		n_fine += !strcmp(verdict, "PASS") || !strcmp(verdict, "PREVENTED") ||
			  !strcmp(verdict, "N/A");
	}
	fprintf(d->f,
		"  ledger      %d of %d checks passed, were prevented or do not "
		"apply\n",
		n_fine, n);
	json_array_foreach(ledger, i, entry)
	{
		const char *verdict = aisp_field_text(entry, "verdict");

		if (!strcmp(verdict, "PASS") || !strcmp(verdict, "PREVENTED") ||
		    !strcmp(verdict, "N/A"))
			continue;
		fprintf(d->f, "    ");
		print_clean(d->f, verdict);
		fputc(' ', d->f);
		print_clean(d->f, aisp_field_text(entry, "check"));
		fputs(", ", d->f);
		print_clean(d->f, aisp_field_text(entry, "arm"));
		fputs(*aisp_field_text(entry, "why") ? ": " : "", d->f);
		print_clean(d->f, aisp_field_text(entry, "why"));
		fputc('\n', d->f);
	}
}

static void print_launches(const struct aisp_details *d)
{
	const json_t *launch;
	size_t i;

	for (int k = 0; k < AISP_DETAILS_ARMS; k++)
		json_array_foreach(json_object_get(d->series[k].arm, "launches"), i,
				   launch)
		{
			if (!strcmp(aisp_field_text(launch, "status"), "ok"))
				continue;
			fprintf(d->f,
				"  launch      %s, block %" JSON_INTEGER_FORMAT ": ",
				aisp_details_arms[k],
				json_integer_value(json_object_get(launch, "block")));
			print_clean(d->f, aisp_field_text(launch, "status"));
			fputc(' ', d->f);
			print_clean(d->f, aisp_field_text(launch, "cause"));
			fputc('\n', d->f);
		}
}

static void print_build(const struct aisp_details *d)
{
	fputs("  build\n", d->f);
	for (int k = 0; k < AISP_DETAILS_ARMS; k++) {
		const json_t *arm = d->series[k].arm;

		if (!arm)
			continue;
		fprintf(d->f, "    %-10s", aisp_details_arms[k]);
		print_clean(d->f, aisp_field_text(arm, "variant"));
		fputs(", ", d->f);
		print_clean(d->f, aisp_field_text(arm, "class"));
		fputs(*aisp_field_text(arm, "summary") ? ": " : "", d->f);
		print_clean(d->f, aisp_field_text(arm, "summary"));
		if (*aisp_field_text(arm, "hash"))
			fprintf(d->f, "\n    %-10s%.64s", "SHA-256",
				aisp_field_text(arm, "hash"));
		if (*aisp_field_text(arm, "build")) {
			fprintf(d->f, "\n    %-10s", "line");
			print_clean(d->f, aisp_field_text(arm, "build"));
		}
		fputc('\n', d->f);
	}
}

/* Nothing where none is recorded. */
static void print_expectation(const struct aisp_details *d)
{
	const json_t *e = json_object_get(d->result, "expectation");
	const char *state = aisp_field_text(e, "state");

	if (!*state || !strcmp(state, "NO-EXPECTATION"))
		return;
	fputs("  expected    ", d->f);
	print_clean(d->f, state);
	fputs(*aisp_field_text(e, "class") ? " on " : "", d->f);
	print_clean(d->f, aisp_field_text(e, "class"));
	fputs(*aisp_field_text(e, "why") ? ": " : "", d->f);
	print_clean(d->f, aisp_field_text(e, "why"));
	fputc('\n', d->f);
}

static void print_head(const struct aisp_details *d)
{
	const char *title = aisp_field_text(d->result, "title");

	fprintf(d->f, "  what        %s%s", d->row.verdict,
		*d->row.verdict ? ", " : "");
	print_clean(d->f, *title ? title : aisp_field_text(d->result, "workload"));
	fputs("; ", d->f);
	print_clean(d->f, d->row.params);
	fputs(*d->row.params ? "; " : "", d->f);
	print_clean(d->f, d->row.distribution);
	fputc('\n', d->f);
	print_expectation(d);
	if (!*d->row.reason)
		return;
	fputs("  reason      ", d->f);
	print_clean(d->f, d->row.reason);
	fputc('\n', d->f);
}

int aisp_details_print(const json_t *results, size_t i, int is_utf8, FILE *f)
{
	struct aisp_details d = { .is_utf8 = is_utf8, .f = f };
	double *memory;
	int rc = -1;

	d.result = json_array_get(json_object_get(results, "results"), i);
	aisp_row_read(&d.row, results, i);
	memory = read_all(&d, results);
	if (memory) {
		print_head(&d);
		rc = d.row.optimized_ns > 0 ? aisp_details_print_figures(&d) : 0;
		print_ledger(&d);
		print_launches(&d);
		print_build(&d);
	}
	free(memory);
	return rc;
}

static void print_fact(FILE *f, const char *label, const char *text)
{
	if (!*text)
		return;
	fprintf(f, "  %-12s", label);
	print_clean(f, text);
	fputc('\n', f);
}

void aisp_details_print_run(const json_t *results, const json_t *manifest, FILE *f)
{
	const json_t *run = json_object_get(results, "run"), *word;
	const json_t *hardware = json_object_get(manifest, "hardware");
	const json_t *git = json_object_get(manifest, "git");
	size_t i;

	fputs("  command    ", f);
	json_array_foreach(json_object_get(run, "command"), i, word)
	{
		fputc(' ', f);
		print_clean(f, json_is_string(word) ? json_string_value(word) : "?");
	}
	fputc('\n', f);
	print_fact(f, "started", aisp_field_text(run, "started"));
	print_fact(f, "ended", aisp_field_text(run, "ended"));
	print_fact(f, "seed", aisp_field_text(run, "seed"));
	print_fact(f, "host", aisp_field_text(manifest, "host"));
	print_fact(f, "processor", aisp_field_text(hardware, "cpu_model"));
	print_fact(f, "kernel", aisp_field_text(hardware, "kernel"));
	print_fact(f, "hypervisor", aisp_field_text(hardware, "hypervisor"));
	print_fact(f, "compiler", aisp_field_text(manifest, "compiler"));
	print_fact(f, "commit", aisp_field_text(git, "commit"));
	print_fact(f, "peaks",
		   aisp_field_text(json_object_get(manifest, "peaks"), "measured"));
}
