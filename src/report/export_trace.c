/* SPDX-License-Identifier: MIT
 *
 * export_trace.c - Chrome's Trace Event Format, which Perfetto's viewer also opens: a
 * track per arm, with its launches and their phases.  Start and length of launches and
 * durations of phases are measured. The judge fills and verifies between samples, which
 * is not timed, so that the samples of a launch are drawn one after the other.
 */
#include <math.h>
#include <string.h>

#include "export.h"

struct trace {
	FILE *f;
	const char *separator; /* before the next event */
	double begin_ns;       /* of the first launch */
	double cursor_ns;      /* where a launch without a time is drawn */
	int tid;
	int has_failed; /* no memory for an event */
};

static void put(struct trace *t, json_t *event)
{
	fputs(t->separator, t->f);
	t->separator = ",\n";
	t->has_failed |= !event || json_dumpf(event, t->f, JSON_COMPACT);
	json_decref(event);
}

static void put_track_name(struct trace *t, const char *what, const char *name)
{
	put(t, json_pack("{ss ss si si s{ss}}", "ph", "M", "name", what, "pid", 1,
			 "tid", t->tid, "args", "name", name));
}

/* Times are in ns; the format has microseconds. */
static void put_span(struct trace *t, const char *category, const char *name,
		     double from_ns, double length_ns, json_t *args)
{
	put(t, json_pack("{ss ss ss si si sf sf so}", "ph", "X", "cat", category,
			 "name", name, "pid", 1, "tid", t->tid, "ts", from_ns / 1e3,
			 "dur", length_ns / 1e3, "args", args));
}

/* Is it a fact about the machine?  Its unit or its name tells. */
static int is_counter(const char *fact)
{
	static const char *const units[] = { "_mhz", "_w", "_c" };
	static const char *const names[] = { "n_preempted", "n_minor_faults",
					     "n_major_faults" };
	size_t n = strlen(fact);

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (n > strlen(units[i]) &&
		    !strcmp(fact + n - strlen(units[i]), units[i]))
			return 1;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(fact, names[i]))
			return 1;
	return strstr(fact, "steal") != NULL;
}

static void put_counter(struct trace *t, const char *name, double value, double at_ns)
{
	if (isfinite(value))
		put(t, json_pack("{ss ss si sf s{sf}}", "ph", "C", "name", name, "pid",
				 1, "ts", at_ns / 1e3, "args", "value", value));
}

static void put_counters(struct trace *t, const struct aisp_map *evidence, double at_ns)
{
	for (int i = 0; i < evidence->n; i++)
		if (is_counter(evidence->at[i].name))
			put_counter(t, evidence->at[i].name, evidence->at[i].value,
				    at_ns);
}

/* Draws the samples of a phase from *at_ns on, and moves *at_ns after them. */
static void put_samples(struct trace *t, const struct aisp_run_launch *l,
			const char *phase, const struct aisp_numbers *ns,
			const struct aisp_numbers *clocks, double *at_ns)
{
	double calls = aisp_whole(l->calls_per_sample);

	for (int i = 0; i < ns->n; i++) {
		double length_ns = ns->at[i] * calls;

		if (!(length_ns >= 0) || !isfinite(*at_ns + length_ns))
			continue;
		put_span(t, phase, phase, *at_ns, length_ns,
			 json_pack("{si sf}", "sample", i, "call_ns", ns->at[i]));
		*at_ns += length_ns;
		if (clocks && i < clocks->n)
			put_counter(t, "sm_mhz of the sample", clocks->at[i], *at_ns);
	}
}

static double sum_of(const struct aisp_numbers *ns, double calls)
{
	double sum = 0;

	for (int i = 0; i < ns->n; i++)
		if (ns->at[i] * calls > 0)
			sum += ns->at[i] * calls;
	return sum;
}

/* The length of the launch, if the run has it; else that of its phases. */
static double length_of(const struct aisp_run_launch *l)
{
	double calls = aisp_whole(l->calls_per_sample);

	if (l->wall_ns >= 0)
		return (double)l->wall_ns;
	return fmax(0, (double)l->spawn_ns) + sum_of(&l->warmup_ns, calls) +
	       sum_of(&l->samples_ns, calls);
}

/* NaN if it was never spawned. */
static double start_of(const struct aisp_run_launch *l)
{
	return l->start_ns > 0 ? (double)l->start_ns : NAN;
}

static json_t *whole_json(int64_t n)
{
	return n == AISP_UNKNOWN ? json_null() : json_integer(n);
}

static void put_launch(struct trace *t, const struct aisp_run_launch *l)
{
	double start_ns = start_of(l) - t->begin_ns;
	double length_ns = length_of(l), at_ns;
	double spawn_ns = fmax(0, (double)l->spawn_ns);

	if (!(start_ns >= 0))
		start_ns = t->cursor_ns;
	if (!isfinite(start_ns + length_ns) || !isfinite(spawn_ns))
		return;
	t->cursor_ns = start_ns + length_ns;
	put_span(t, "launch", "launch", start_ns, length_ns,
		 json_pack("{so so ss ss?}", "block", whole_json(l->block), "position",
			   whole_json(l->position), "status",
			   aisp_ending_name(l->status), "cause",
			   *l->cause ? l->cause : NULL));
	put_span(t, "spawn", "spawn", start_ns, spawn_ns, json_object());
	at_ns = start_ns + spawn_ns;
	put_samples(t, l, "warmup", &l->warmup_ns, NULL, &at_ns);
	put_samples(t, l, "sample", &l->samples_ns, &l->sm_mhz, &at_ns);
	put_counters(t, &l->evidence, start_ns);
}

static double first_start(const struct aisp_run *run)
{
	double first = NAN;

	for (int i = 0; i < run->n_arms; i++)
		for (int k = 0; k < run->arms[i].n_launches; k++)
			first = fmin(first, start_of(&run->arms[i].launches[k]));
	return first;
}

int aisp_export_trace(const struct aisp_run *run, FILE *f)
{
	struct trace t = { f, "", first_start(run), 0, 0, 0 };

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", f);
	put_track_name(&t, "process_name", run->machine.host);
	for (int i = 0; i < run->n_arms; i++) {
		t.tid = i + 1;
		put_track_name(&t, "thread_name", run->arms[i].variant);
		for (int k = 0; k < run->arms[i].n_launches; k++)
			put_launch(&t, &run->arms[i].launches[k]);
	}
	fputs("\n]}\n", f);
	return t.has_failed || ferror(f) ? -1 : 0;
}
