/* SPDX-License-Identifier: MIT
 *
 * export_trace.c - Chrome's Trace Event Format, which Perfetto's viewer opens too: a
 * track an arm, on it its launches with their phases.  When a launch began and how
 * long it lasted is measured, and so are its phases' durations; between samples the
 * judge fills and verifies, which nobody timed, so the samples of a launch stand one
 * behind the other.
 */
#include <math.h>
#include <string.h>

#include "base/field.h"
#include "export.h"

struct trace {
	FILE *f;
	const char *separator; /* before the next event */
	double begin_ns;       /* of the first launch */
	double cursor_ns;      /* where a launch that says no time goes */
	int tid;
};

static void put(struct trace *t, json_t *event)
{
	if (!event)
		return;
	fputs(t->separator, t->f);
	t->separator = ",\n";
	json_dumpf(event, t->f, JSON_COMPACT);
	json_decref(event);
}

static void put_track_name(struct trace *t, const char *what, const char *name)
{
	put(t, json_pack("{ss ss si si s{ss}}", "ph", "M", "name", what, "pid", 1,
			 "tid", t->tid, "args", "name", name));
}

/* From and to in ns; the format has microseconds. */
static void put_span(struct trace *t, const char *category, const char *name,
		     double from_ns, double length_ns, json_t *args)
{
	put(t, json_pack("{ss ss ss si si sf sf so}", "ph", "X", "cat", category,
			 "name", name, "pid", 1, "tid", t->tid, "ts", from_ns / 1e3,
			 "dur", length_ns / 1e3, "args", args));
}

/* What a launch's evidence says of the machine: its unit or its name tells. */
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

static void put_counter(struct trace *t, const char *name, json_t *value, double at_ns)
{
	if (json_is_number(value))
		put(t, json_pack("{ss ss si sf s{sO}}", "ph", "C", "name", name, "pid",
				 1, "ts", at_ns / 1e3, "args", "value", value));
}

static void put_counters(struct trace *t, const json_t *evidence, double at_ns)
{
	const char *fact;
	json_t *v;

	json_object_foreach((json_t *)evidence, fact, v) if (is_counter(fact))
		put_counter(t, fact, v, at_ns);
}

/* Spans of a phase's samples from *at_ns on, which moves behind them. */
static void put_samples(struct trace *t, const json_t *launch, const char *phase,
			const char *member, double *at_ns)
{
	double calls = aisp_field_number(launch, "calls_per_sample");
	const json_t *clocks = strcmp(member, "samples_ns") != 0
				       ? NULL
				       : json_object_get(launch, "sm_mhz");
	const json_t *v;
	size_t i;

	json_array_foreach(json_object_get(launch, member), i, v)
	{
		double length_ns = json_number_value(v) * calls;

		if (!(length_ns >= 0) || !isfinite(*at_ns + length_ns))
			continue;
		put_span(t, phase, phase, *at_ns, length_ns,
			 json_pack("{sI sO}", "sample", (json_int_t)i, "call_ns", v));
		*at_ns += length_ns;
		put_counter(t, "sm_mhz of the sample", json_array_get(clocks, i),
			    *at_ns);
	}
}

/* As far as its phases reach, or to its end where the run noted it. */
static double length_of(const json_t *launch)
{
	static const char *const members[] = { "warmup_ns", "samples_ns" };
	double calls = aisp_field_number(launch, "calls_per_sample");
	double ns = aisp_field_number(launch, "wall_ns");
	const json_t *v;
	size_t i;

	if (ns >= 0)
		return ns;
	ns = fmax(0, aisp_field_number(launch, "spawn_ns"));
	for (int k = 0; k < 2; k++)
		json_array_foreach(json_object_get(launch, members[k]), i,
				   v) if (json_number_value(v) * calls > 0) ns +=
			json_number_value(v) * calls;
	return ns;
}

/* NaN if it was never spawned. */
static double start_of(const json_t *launch)
{
	double ns = aisp_field_number(launch, "start_ns");

	return ns > 0 ? ns : NAN;
}

static void put_launch(struct trace *t, const json_t *launch)
{
	double start_ns = start_of(launch) - t->begin_ns;
	double length_ns = length_of(launch), at_ns;
	double spawn_ns = fmax(0, aisp_field_number(launch, "spawn_ns"));

	if (!(start_ns >= 0))
		start_ns = t->cursor_ns;
	if (!isfinite(start_ns + length_ns) || !isfinite(spawn_ns))
		return;
	t->cursor_ns = start_ns + length_ns;
	put_span(t, "launch", "launch", start_ns, length_ns,
		 json_pack("{sO? sO? sO? sO?}", "block",
			   json_object_get(launch, "block"), "position",
			   json_object_get(launch, "position"), "status",
			   json_object_get(launch, "status"), "cause",
			   json_object_get(launch, "cause")));
	put_span(t, "spawn", "spawn", start_ns, spawn_ns, json_object());
	at_ns = start_ns + spawn_ns;
	put_samples(t, launch, "warmup", "warmup_ns", &at_ns);
	put_samples(t, launch, "sample", "samples_ns", &at_ns);
	put_counters(t, json_object_get(launch, "evidence"), start_ns);
}

static double first_start(const json_t *arms)
{
	const json_t *arm, *launch;
	double first = NAN;
	size_t i, k;

	json_array_foreach(arms, i, arm)
		json_array_foreach(json_object_get(arm, "launches"), k, launch) first =
			fmin(first, start_of(launch));
	return first;
}

int aisp_export_trace(const json_t *results, const json_t *manifest, FILE *f)
{
	const json_t *arms = json_object_get(results, "arms"), *arm, *launch;
	struct trace t = { f, "", first_start(arms), 0, 0 };
	size_t i, k;

	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n", f);
	put_track_name(&t, "process_name", aisp_field_text(manifest, "host"));
	json_array_foreach(arms, i, arm)
	{
		t.tid = (int)i + 1;
		put_track_name(&t, "thread_name", aisp_field_text(arm, "variant"));
		json_array_foreach(json_object_get(arm, "launches"), k, launch)
			put_launch(&t, launch);
	}
	fputs("\n]}\n", f);
	return ferror(f) ? -1 : 0;
}
