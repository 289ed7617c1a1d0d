/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "decide/sol.h"
#include "machine/gpu_peak.h"
#include "profile_document.h"

/* Returns null for numbers that JSON does not have. */
static json_t *number(double x)
{
	return isfinite(x) ? json_real(x) : json_null();
}

static json_t *count_json(double value, double n_calls, double share, const char *why)
{
	if (isnan(value))
		return json_pack("{ss}", "why", why);
	return json_pack("{so so so}", "value", number(value), "per_call",
			 number(value / n_calls), "share", number(share));
}

static json_t *counters_json(const struct profile_cpu *p)
{
	json_t *j = json_object();

	for (int i = 0; i < AISP_N_SOFTWARE; i++)
		json_object_set_new(
			j, aisp_software_name((enum aisp_software)i),
			count_json(p->software.count[i], p->n_calls, 1,
				   "this kernel does not tell it in /proc"));
	for (int i = 0; i < AISP_N_HARDWARE; i++)
		json_object_set_new(j, aisp_hardware[i].name,
				    count_json(p->hardware[i].value, p->n_calls,
					       p->hardware[i].share,
					       p->hardware[i].why));
	return j;
}

static json_t *lines_json(const struct profile_cpu *p)
{
	struct aisp_hot_line lines[5];
	int n = aisp_stacks_lines(&p->lines, lines, 5);
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		json_array_append_new(list, json_pack("{ss sf}", "line", lines[i].place,
						      "share", lines[i].share));
	return list;
}

static json_t *stacks_json(const struct profile_subject *s, const struct profile_cpu *p,
			   const char *stem)
{
	const char *hottest;
	double share;

	if (!s->has_stacks)
		return json_pack("{ss}", "why", "not part of this metric set");
	hottest = aisp_stacks_hottest(&p->stacks, &share);
	if (p->no_stacks[0] || !hottest)
		return json_pack("{ss}", "why",
				 p->no_stacks[0] ? p->no_stacks
						 : "no sample fell into a call");
	return json_pack("{sI sI ss sf so ss+ ss+}", "samples", (json_int_t)p->stacks.n,
			 "lost", (json_int_t)p->n_lost, "hottest", hottest, "share",
			 share, "lines", lines_json(p), "svg", stem, ".flame.svg",
			 "folded", stem, ".folded.txt");
}

/* How each rank used its time: on a CPU, waiting for peers or not, or off the CPU. */
static json_t *ranks_json(const struct profile_subject *s, const struct profile_cpu *p)
{
	double time_ns = p->wall_ns * s->group.problem->n_threads;
	json_t *list = json_array();

	for (int i = 0; i < p->n_ranks; i++) {
		const struct profile_rank *r = &p->ranks[i];
		double on_cpu =
			fmin(1, r->software.count[AISP_SW_TASK_CLOCK_NS] / time_ns);

		json_array_append_new(list,
				      json_pack("{so so so sI}", "computing",
						number(on_cpu * (1 - r->waiting)),
						"waiting", number(on_cpu * r->waiting),
						"off_cpu", number(1 - on_cpu),
						"samples", (json_int_t)r->n_samples));
	}
	return list;
}

static int find_roof(const struct profile_subject *s, struct aisp_roof *roof)
{
	return aisp_sol_bound(&s->group, &s->suite->limits, roof);
}

static json_t *roof_json(const struct profile_subject *s, const struct profile_cpu *p)
{
	struct aisp_roof roof;

	if (find_roof(s, &roof))
		return json_null();
	return json_pack("{so ss so}", "ns", number(roof.ns), "name", roof.name,
			 "fraction", number(roof.ns / p->call_ns));
}

json_t *profile_variant_json(const struct profile_subject *s,
			     const struct profile_cpu *p, const char *file,
			     const char *role, const char *stem)
{
	const struct aisp_problem *pr = s->group.problem;
	json_t *j =
		json_pack("{ss# ss ss ss ss ss ss}", "variant", file,
			  (int)strcspn(file, "."), "role", role, "status",
			  aisp_launch_status_name(p->status), "why", p->why, "wrong",
			  p->wrong, "summary", p->summary, "library", p->library);

	json_object_set_new(j, "call_ns", number(p->call_ns));
	json_object_set_new(j, "gflop_per_s", number(pr->flops / p->call_ns));
	json_object_set_new(j, "gb_per_s", number(pr->bytes / p->call_ns));
	json_object_set_new(j, "gpu", json_null());
	if (p->status != AISP_LAUNCH_OK)
		return j;
	json_object_set_new(j, "roof", roof_json(s, p));
	json_object_set_new(j, "profiled",
			    json_pack("{sf sf sf}", "calls", p->n_calls, "rings",
				      p->n_rings, "wall_ns", p->wall_ns));
	json_object_set_new(j, "counters", counters_json(p));
	if (p->n_ranks)
		json_object_set_new(j, "ranks", ranks_json(s, p));
	json_object_set_new(j, "stacks", stacks_json(s, p, stem));
	return j;
}

/* Is it the name of a memory level or a bus, not of a type? */
static bool is_memory(const char *name)
{
	for (int l = 0; l < AISP_N_LEVELS; l++) {
		const char *level = aisp_level_name((enum aisp_level)l);

		if (!strncmp(name, level, strlen(level)))
			return true;
	}
	return !strncmp(name, "the bus", strlen("the bus"));
}

void profile_cpu_clues(const struct profile_subject *s, const struct profile_cpu *p,
		       struct aisp_clues *c)
{
	static struct aisp_roof roof; /* its name is borrowed */
	const struct aisp_count *hw = p->hardware;
	const double *sw = p->software.count;
	int n_threads = s->group.problem->n_threads;

	aisp_clues_init(c);
	c->runs = aisp_device_kind(s->group.device)->driver ? AISP_RUNS_KERNELS
							    : AISP_RUNS_THREADS;
	c->call_ns = p->call_ns;
	if (!find_roof(s, &roof)) {
		c->roof_ns = roof.ns;
		c->roof_name = roof.name;
		c->is_roof_compute = !is_memory(roof.name);
	}
	if (s->suite->limits.peaks.gpu)
		c->launch_ns =
			s->suite->limits.peaks.gpu->latency_ns[AISP_GPU_LAUNCH].best;
	c->cpu_share = sw[AISP_SW_TASK_CLOCK_NS] / (p->wall_ns * n_threads);
	c->cpu_ns = sw[AISP_SW_TASK_CLOCK_NS] / (p->n_calls * n_threads);
	c->queued_share = sw[AISP_SW_QUEUED_NS] / (p->wall_ns * n_threads);
	c->sleeps = sw[AISP_SW_SLEEPS] / p->n_calls;
	c->faults = (sw[AISP_SW_MINOR_FAULTS] + sw[AISP_SW_MAJOR_FAULTS]) / p->n_calls;
	c->ipc = hw[AISP_HW_INSTRUCTIONS].value / hw[AISP_HW_CYCLES].value;
	c->branch_miss_share =
		hw[AISP_HW_BRANCH_MISSES].value / hw[AISP_HW_BRANCHES].value;
	c->cache_miss_share =
		hw[AISP_HW_CACHE_MISSES].value / hw[AISP_HW_CACHE_REFERENCES].value;
}

static int has_chapter(const char *root, const char *chapter)
{
	char pattern[4200];
	glob_t g;
	int rc;

	snprintf(pattern, sizeof(pattern), "%s/chapters/%s_*", root, chapter);
	rc = glob(pattern, GLOB_NOSORT, NULL, &g);
	if (!rc)
		globfree(&g);
	return !rc;
}

void profile_add_verdict(json_t *variant, const struct aisp_clues *c, const char *root)
{
	json_t *advice = json_array();
	struct aisp_bottleneck b;

	aisp_verdict(c, &b);
	for (int i = 0; i < b.n; i++)
		json_array_append_new(advice,
				      json_pack("{ss ss?}", "what", b.advice[i].what,
						"chapter",
						has_chapter(root, b.advice[i].chapter)
							? b.advice[i].chapter
							: NULL));
	json_object_set_new(variant, "verdict",
			    json_pack("{ss ss so}", "bound", aisp_bound_name(b.bound),
				      "why", b.why, "advice", advice));
}
