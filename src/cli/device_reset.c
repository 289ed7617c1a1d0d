/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "cli/device_reset.h"

static int is_meant(const struct device_reset *r, const struct aisp_gpus *g, int i)
{
	char index[12];

	snprintf(index, sizeof(index), "%d", i);
	return !r->gpu || !strcmp(r->gpu, index) ||
	       !strcasecmp(r->gpu, g->gpu[i].uuid) ||
	       !strcasecmp(r->gpu, g->gpu[i].bus_id);
}

/* How many GPUs are hit. */
static int show_victims(const struct device_reset *r, const struct aisp_gpus *g,
			FILE *f)
{
	char who[200];
	int n_hit = 0;

	for (int i = 0; i < g->n; i++) {
		const struct aisp_gpu_hw *gpu = &g->gpu[i];
		int n = aisp_gpu_others(&gpu->state, NULL, 0, who, sizeof(who));

		if (!is_meant(r, g, i))
			continue;
		n_hit++;
		fprintf(f, "  GPU %d, %s: %s%s\n", i,
			gpu->name[0] ? gpu->name : "which cannot be asked",
			n < 0 ? "nothing shows who uses it"
			: n   ? "ends the work of "
			      : "nobody uses it",
			who);
	}
	return n_hit;
}

static int is_agreed(FILE *f)
{
	char answer[16] = "";

	fputs("Type yes to reset: ", f);
	fflush(f);
	return fgets(answer, sizeof(answer), stdin) && !strcmp(answer, "yes\n");
}

/* "--device-reset", or "--full-system" */
static const char *option(const struct device_reset *r)
{
	return r->is_system ? "--full-system" : "--device-reset";
}

static int ask(const struct device_reset *r, FILE *f, struct aisp_err *err)
{
	if (r->is_dry || r->is_yes)
		return 0;
	if (!isatty(STDIN_FILENO)) {
		aisp_err_set(err, "%s without a terminal needs --yes", option(r));
		return AISP_EXIT_USAGE;
	}
	if (is_agreed(f))
		return 0;
	aisp_err_set(err, "nothing was done");
	return AISP_EXIT_USAGE;
}

int device_reset_prepare(struct device_reset *r, const struct aisp_gpus *g, FILE *f,
			 struct aisp_err *err)
{
	if (!r->is_dry && geteuid()) {
		aisp_err_set(err, "%s needs root", option(r));
		return AISP_EXIT_USAGE;
	}
	if (!g->n) {
		aisp_err_set(err, "no GPU to reset: %s", g->why);
		return AISP_EXIT_HARNESS;
	}
	if (r->is_system)
		reset_plan_system(&r->plan, g);
	else
		reset_plan_driver(&r->plan, r->gpu);
	reset_plan_print(&r->plan, f);
	fprintf(f, "resets, with all that programs keep "
		   "there and all clock settings:\n");
	if (!show_victims(r, g, f)) {
		aisp_err_set(err, "--gpu %s: no such GPU; `aisp hw` lists them",
			     r->gpu);
		return AISP_EXIT_USAGE;
	}
	return ask(r, f, err);
}
