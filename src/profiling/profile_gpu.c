/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/field.h"
#include "base/regular.h"
#include "profile_gpu.h"
#include "store/program.h"

#define MAX_WORDS    (AISP_MAX_TOOL_ARGS + 16 + 2 * AISP_MAX_PARAMS)
#define N_CALLS_TEXT "5" /* of a trace; ncu replays one call as often as it must */

/* A tool, and the files that it makes in the run folder. */
struct job {
	const struct profile_gpu *g;
	const char *stem, *role;
	char self[4200], target[4400], param[AISP_MAX_PARAMS][128];
	char name[300]; /* of this job's files, without suffix */
};

static void in_folder(const struct job *j, const char *suffix, char *path, size_t size)
{
	snprintf(path, size, "%s/%s/%s%s", j->g->dir->parent, j->g->dir->tmp, j->name,
		 suffix);
}

/* Appends `aisp profile --bare` for this variant to n words of a tool. */
static void add_self(const struct job *j, const char **words, int n, const char *calls,
		     const char *trace)
{
	const char *tail[] = { j->self,
			       "profile",
			       j->target,
			       "--dist",
			       aisp_dist_name(j->g->suite->dist),
			       "--bare",
			       j->role,
			       "--calls",
			       calls,
			       trace ? "--trace" : NULL,
			       trace,
			       NULL };

	for (int i = 0; tail[i]; i++)
		words[n++] = tail[i];
	for (int i = 0; i < j->g->contract->workload->n_params; i++) {
		words[n++] = "--param";
		words[n++] = j->param[i];
	}
	words[n] = NULL;
}

/* The last line of a log, for a message. */
static void last_line(const char *path, char *line, size_t size)
{
	FILE *f = aisp_regular_open(path, NULL);
	char *text = NULL;
	size_t cap = 0;

	line[0] = '\0';
	while (f && getline(&text, &cap, f) > 0)
		if (text[strspn(text, " \n")])
			snprintf(line, size, "%.*s", (int)strcspn(text, "\n"), text);
	free(text);
	if (f)
		fclose(f);
}

/* Runs words, with all their output in <name>.log. */
static int run_logged(const struct job *j, const char *const *words,
		      struct aisp_err *err)
{
	char path[4800], message[300];
	int fd, status = 0, rc;

	in_folder(j, ".log", path, sizeof(path));
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		return aisp_err_errno(err, "write %s", path);
	rc = aisp_program_run(words, fd, &status, err);
	close(fd);
	if (rc || (WIFEXITED(status) && !WEXITSTATUS(status)))
		return rc;
	if (WIFEXITED(status) && WEXITSTATUS(status) == 124)
		return aisp_err_set(err, "ended after " AISP_TOOL_SECONDS " s");
	last_line(path, message, sizeof(message));
	return aisp_err_set(err, "failed; %s.log ends in: %s", j->name, message);
}

static void name_job(struct job *j, const char *tool)
{
	snprintf(j->name, sizeof(j->name), "%s.%s", j->stem, tool);
}

static json_t *why_json(const struct aisp_err *err)
{
	json_t *j = json_pack("{ss}", "why", err->msg);

	return j ? j : json_pack("{ss}", "why", "its message is not UTF-8");
}

static json_t *run_trace(struct job *j)
{
	const char *words[MAX_WORDS] = { "timeout", "-k", "10", AISP_TOOL_SECONDS };
	json_t *trace = NULL;
	struct aisp_err err;
	char path[4800];

	name_job(j, "trace");
	in_folder(j, ".json", path, sizeof(path));
	add_self(j, words, 4, N_CALLS_TEXT, path);
	if (!run_logged(j, words, &err)) {
		trace = aisp_regular_json(path, 0, NULL);
		if (!trace)
			aisp_err_set(&err, "the trace is no JSON");
	}
	return trace ? trace : why_json(&err);
}

static int write_file(const char *path, const char *text, struct aisp_err *err)
{
	FILE *f = fopen(path, "we");
	int rc = f ? fputs(text, f) : -1;

	if (f && fclose(f))
		rc = -1;
	return rc < 0 ? aisp_err_errno(err, "write %s", path) : 0;
}

/* Converts ncu's report to CSV, keeps it in the folder, and parses it. */
static json_t *import_ncu(struct job *j, const char *tool, const char *report,
			  struct aisp_err *err)
{
	const char *const words[] = { tool,  "--import",      report, "--csv", "--page",
				      "raw", "--print-units", "base", NULL };
	json_t *launches = NULL;
	char *csv, path[4800];

	if (aisp_program_read(words, &csv, err))
		return NULL;
	in_folder(j, ".csv", path, sizeof(path));
	if (!write_file(path, csv, err))
		launches = aisp_ncu_parse(csv, err);
	free(csv);
	return launches;
}

static json_t *run_ncu(struct job *j)
{
	const char *words[MAX_WORDS];
	char tool[4200], report[4800];
	json_t *launches = NULL;
	struct aisp_err err;

	name_job(j, "ncu");
	in_folder(j, ".ncu-rep", report, sizeof(report));
	if (aisp_tool_find(tool, sizeof(tool), "ncu", &err))
		return why_json(&err);
	add_self(j, words, aisp_ncu_command(words, tool, report, j->g->ncu_set), "1",
		 NULL);
	if (!run_logged(j, words, &err))
		launches = import_ncu(j, tool, report, &err);
	if (!launches)
		return why_json(&err);
	return json_pack("{so ss+ ss+ ss+}", "launches", launches, "report", j->name,
			 ".ncu-rep", "csv", j->name, ".csv", "log", j->name, ".log");
}

static json_t *run_nsys(struct job *j)
{
	const char *words[MAX_WORDS];
	char tool[4200], report[4800];
	struct aisp_err err;

	name_job(j, "nsys");
	in_folder(j, ".nsys-rep", report, sizeof(report));
	if (aisp_tool_find(tool, sizeof(tool), "nsys", &err))
		return why_json(&err);
	add_self(j, words, aisp_nsys_command(words, tool, report), N_CALLS_TEXT, NULL);
	if (run_logged(j, words, &err))
		return why_json(&err);
	return json_pack("{ss+ ss+}", "report", j->name, ".nsys-rep", "log", j->name,
			 ".log");
}

static void note_trace(const json_t *trace, struct aisp_clues *c)
{
	double n = aisp_field_number(trace, "n_kernels"), total_ns = 0;
	const json_t *kernel;
	size_t i;

	json_array_foreach(json_object_get(trace, "kernels"), i, kernel)
		total_ns += aisp_field_number(kernel, "total_ns");
	c->n_kernels = n / aisp_field_number(trace, "calls");
	c->kernel_ns = total_ns / n;
	c->busy_share = aisp_field_number(trace, "busy_ns") /
			aisp_field_number(trace, "span_ns");
}

static void note_ncu(const json_t *ncu, struct aisp_clues *c)
{
	const json_t *launches = json_object_get(ncu, "launches");

	c->compute_share = aisp_ncu_mean(launches, AISP_NCU_COMPUTE) / 100;
	c->memory_share = aisp_ncu_mean(launches, AISP_NCU_MEMORY) / 100;
	c->occupancy = aisp_ncu_mean(launches, AISP_NCU_OCCUPANCY) / 100;
}

static void init_job(struct job *j)
{
	const struct aisp_contract *c = j->g->contract;
	const struct aisp_target *t = j->g->target;
	ssize_t n = readlink("/proc/self/exe", j->self, sizeof(j->self) - 1);

	j->self[n > 0 ? n : 0] = '\0';
	snprintf(j->target, sizeof(j->target), "%s:%s@%s", t->dir, t->name,
		 aisp_device_name(t->device));
	for (int i = 0; i < c->workload->n_params; i++)
		snprintf(j->param[i], sizeof(j->param[i]), "%s=%" PRId64,
			 c->workload->params[i].name, c->param[i]);
}

json_t *profile_gpu_run(const struct profile_gpu *g, const char *stem, const char *role,
			struct aisp_clues *c)
{
	struct job j = { .g = g, .stem = stem, .role = role };
	json_t *trace, *ncu, *nsys;

	init_job(&j);
	trace = run_trace(&j);
	ncu = run_ncu(&j);
	nsys = g->set == AISP_METRICS_DEEP_DIVE
		       ? run_nsys(&j)
		       : json_pack("{ss}", "why", "not part of this metric set");
	note_trace(trace, c);
	note_ncu(ncu, c);
	return json_pack("{so so so}", "trace", trace, "ncu", ncu, "nsys", nsys);
}
