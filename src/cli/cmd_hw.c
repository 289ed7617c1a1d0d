/* SPDX-License-Identifier: MIT
 *
 * cmd_hw.c - aisp hw: describe this machine.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "compile/toolchain.h"
#include "machine/grade.h"
#include "machine/machine_id.h"
#include "machine/nccl_version.h"
#include "machine/picture.h"

struct options {
	int is_json, is_topology;
	const char *svg; /* a path, or NULL */
};

enum { OPT_JSON = 0x100, OPT_TOPOLOGY, OPT_SVG };

#define TEXT_COLUMNS 100
#define SVG_COLUMNS  160

static const struct argp_option argp_options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ "topology", OPT_TOPOLOGY, NULL, 0, "Draw packages, caches and cores as text",
	  0 },
	{ "svg", OPT_SVG, "FILE", 0, "Draw them into FILE as SVG", 0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case OPT_TOPOLOGY:
		o->is_topology = 1;
		return 0;
	case OPT_SVG:
		o->svg = arg;
		return 0;
	case ARGP_KEY_END:
		if (o->is_json + o->is_topology + (o->svg != NULL) > 1)
			argp_error(state,
				   "--json, --topology and --svg exclude each other");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	argp_options,
	parse,
	NULL,
	"Show the CPU, caches, memory, kernel, hypervisor, limits and GPUs of this "
	"machine, which of TMA, clusters, distributed shared memory, wgmma and tcgen05 "
	"each GPU has, what this nvcc makes code for, and the NCCL that programs get.",
	NULL,
	NULL,
	NULL,
};

static const char *or_none(const char *s, const char *none)
{
	return s[0] ? s : none;
}

static void print_caches(const struct aisp_hw *hw)
{
	for (int i = 0; i < hw->n_caches; i++) {
		const struct aisp_cache *c = &hw->caches[i];
		char name[8];

		snprintf(name, sizeof(name), "L%d%.1s", c->level,
			 c->type == 'u' ? "" : &c->type);
		printf("%-14s %d x %zu KiB, lines of %d bytes, %d core%s each\n", name,
		       c->n, c->bytes / 1024, c->line_bytes, c->n_sharing,
		       c->n_sharing == 1 ? "" : "s");
	}
}

static void print_cgroup(const struct aisp_cgroup *cg)
{
	char quota[32] = "no CPU quota", memory[48] = "no memory limit";

	if (cg->quota_cpus > 0)
		snprintf(quota, sizeof(quota), "%.2f CPUs", cg->quota_cpus);
	if (cg->memory_bytes)
		snprintf(memory, sizeof(memory), "%lld MiB",
			 (long long)(cg->memory_bytes >> 20));
	if (cg->version)
		printf("%-14s v%d, %s, %s%s%s\n", "cgroup", cg->version, quota, memory,
		       cg->cpuset[0] ? ", CPUs " : "", cg->cpuset);
	else
		printf("%-14s not found\n", "cgroup");
}

static void print_text(const struct aisp_hw *hw, const char *id)
{
	printf("%-14s %s\n", "machine", id);
	printf("%-14s %s (%s)\n", "CPU", or_none(hw->cpu_model, "unknown"), hw->arch);
	printf("%-14s %d of %d threads, %d core%s, %d package%s, %d NUMA node%s\n",
	       "usable", hw->n_threads, hw->n_present, hw->n_cores,
	       hw->n_cores == 1 ? "" : "s", hw->n_packages,
	       hw->n_packages == 1 ? "" : "s", hw->n_numa, hw->n_numa == 1 ? "" : "s");
	print_caches(hw);
	printf("%-14s", "features");
	for (int i = 0; i < hw->n_features; i++)
		printf(" %s", hw->features[i]);
	printf("\n%-14s %lld MiB, pages of %lld and %lld KiB\n", "memory",
	       (long long)(hw->memory_bytes >> 20), (long long)(hw->page_bytes >> 10),
	       (long long)(hw->huge_page_bytes >> 10));
	printf("%-14s %s, defrag %s\n", "huge pages", or_none(hw->thp, "unknown"),
	       or_none(hw->thp_defrag, "unknown"));
	printf("%-14s %s\n", "kernel", hw->kernel);
	printf("%-14s %s\n", "microcode", or_none(hw->microcode, "unknown"));
	printf("%-14s %s\n", "hypervisor", or_none(hw->hypervisor, "none"));
	printf("%-14s %s\n", "clocksource", or_none(hw->clocksource, "unknown"));
	print_cgroup(&hw->cgroup);
}

static void print_grade(const char *what, const struct aisp_grading *g)
{
	printf("%-14s %c", what, aisp_grade_letter(g->grade));
	for (int i = 0; i < g->n_why; i++)
		printf("%s %s", i ? ";" : ":", g->why[i]);
	putchar('\n');
}

/* Prints the grade that a run on each of these GPUs would get. */
static void print_gpu_grades(const struct aisp_gpus *gpus,
			     const struct aisp_grading *machine)
{
	for (int i = 0; i < gpus->n; i++) {
		struct aisp_grading g = *machine;
		char name[16], what[24];

		snprintf(name, sizeof(name), "GPU %d", i);
		snprintf(what, sizeof(what), "grade, GPU %d", i);
		aisp_grade_gpu(name, &gpus->gpu[i].state, NULL, 0, &g);
		print_grade(what, &g);
	}
}

/* Has an 'a' architecture that nvcc knows these instructions? */
static bool has_tcgen05(const char *arch)
{
	struct aisp_gpu_hw gpu = { .capability = (int)strtol(arch + 3, NULL, 10) };

	return aisp_gpu_has(&gpu, AISP_GPU_HAS_TCGEN05) == 1;
}

static void print_nvcc(const struct aisp_toolchain *t)
{
	bool is_any = false;

	printf("%-14s %s", "nvcc", t->nvcc[0] ? t->nvcc : "none");
	for (int i = 0; i < t->known.n; i++)
		printf("%s%s", i ? " " : ", code for ", t->known.word[i]);
	for (int i = 0; i < t->known.n; i++)
		if (has_tcgen05(t->known.word[i])) {
			printf("%s %s", is_any ? "," : "; tcgen05 on",
			       t->known.word[i]);
			is_any = true;
		}
	puts(!is_any && t->known.n ? "; no tcgen05" : "");
}

static void print_nccl(void)
{
	char version[16], why[256];

	aisp_nccl_version(version, why, sizeof(why));
	printf("%-14s %s%s\n", "NCCL", version[0] ? version : "none: ", why);
}

static json_t *nccl_json(void)
{
	char version[16], why[256];

	aisp_nccl_version(version, why, sizeof(why));
	return json_pack("{s:s?, s:s?}", "version", version[0] ? version : NULL, "why",
			 why[0] ? why : NULL);
}

static json_t *nvcc_json(const struct aisp_toolchain *t)
{
	json_t *code = json_array(), *tcgen05 = json_array();

	for (int i = 0; i < t->known.n; i++) {
		json_array_append_new(code, json_string(t->known.word[i]));
		if (has_tcgen05(t->known.word[i]))
			json_array_append_new(tcgen05, json_string(t->known.word[i]));
	}
	return json_pack("{s:s?, s:o, s:o}", "path", t->nvcc[0] ? t->nvcc : NULL,
			 "code", code, "tcgen05", tcgen05);
}

static int print_json(const struct aisp_hw *hw, const struct aisp_gpus *gpus,
		      const struct aisp_toolchain *t, const char *id,
		      struct aisp_err *err)
{
	json_t *j = aisp_hw_to_json(hw, gpus, err);

	if (!j)
		return -1;
	json_object_set_new(j, "nvcc", nvcc_json(t));
	json_object_set_new(j, "nccl", nccl_json());
	json_object_set_new(j, "machine", json_string(id));
	json_dumpf(j, stdout, JSON_INDENT(2));
	putchar('\n');
	json_decref(j);
	return 0;
}

static int describe_with(const struct options *o, const struct aisp_toolchain *t,
			 struct aisp_err *err)
{
	char id[AISP_MACHINE_ID_SIZE];
	struct aisp_grading g;
	struct aisp_gpus gpus;
	struct aisp_hw hw;

	if (aisp_hw_read(&hw, err))
		return -1;
	aisp_gpus_read(&gpus);
	aisp_machine_id_of(&hw, id);
	if (o->is_json)
		return print_json(&hw, &gpus, t, id, err);
	if (aisp_grade_now(&g, err))
		return -1;
	print_text(&hw, id);
	print_nvcc(t);
	print_nccl();
	print_grade("grade", &g);
	aisp_gpus_print(&gpus, stdout);
	print_gpu_grades(&gpus, &g);
	return 0;
}

static int describe(const struct options *o, struct aisp_err *err)
{
	struct aisp_toolchain t = { 0 };
	int rc = aisp_toolchain_nvcc(&t, err);

	if (!rc)
		rc = describe_with(o, &t, err);
	aisp_toolchain_release(&t);
	return rc;
}

static int draw_svg(const char *path, struct aisp_err *err)
{
	FILE *f = fopen(path, "w");
	int rc;

	if (!f)
		return aisp_err_errno(err, "%s", path);
	rc = aisp_picture_draw(f, AISP_PICTURE_SVG, SVG_COLUMNS, err);
	if (fclose(f) && !rc)
		rc = aisp_err_errno(err, "write %s", path);
	return rc;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct aisp_err err;
	int rc;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if (o.svg)
		rc = draw_svg(o.svg, &err);
	else if (o.is_topology)
		rc = aisp_picture_draw(stdout, AISP_PICTURE_ASCII, TEXT_COLUMNS, &err);
	else
		rc = describe(&o, &err);
	if (rc)
		fprintf(stderr, "aisp hw: %s\n", err.msg);
	return rc ? AISP_EXIT_HARNESS : AISP_EXIT_OK;
}

const struct aisp_command aisp_cmd_hw = {
	.name = "hw",
	.summary = "show what this machine is",
	.argp = &argp,
	.run = run,
};
