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

/* Shows the GPUs that will be reset; returns their number. */
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

/* Asks /proc, since the driver may hang.  Returns the number of users in the way. */
static int show_users(const struct reset_plan *p, FILE *f)
{
	struct aisp_gpu_users users;
	int n = 0;

	aisp_gpu_users_find(&users);
	for (int i = 0; f && i < users.n; i++)
		fprintf(f, "  %s (%d) has %s open: %s\n", users.list[i].name,
			users.list[i].pid, users.list[i].file,
			reset_plan_stops(p, &users.list[i])
				? "stopped with its service"
				: "in the way, unless it is a leftover worker");
	for (int i = 0; i < users.n; i++)
		n += !reset_plan_stops(p, &users.list[i]);
	if (f && !users.n)
		fputs("  no process has a GPU open\n", f);
	return n;
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
	if (r->is_system)
		reset_plan_system(&r->plan);
	else
		reset_plan_driver(&r->plan, r->gpu);
	if (!(r->is_system ? reset_plan_devices(&r->plan) : g->n)) {
		aisp_err_set(err, "no GPU to reset: %s",
			     r->is_system ? "none below /sys/bus/pci/devices" : g->why);
		return AISP_EXIT_HARNESS;
	}
	reset_plan_print(&r->plan, f);
	fprintf(f, "resets, with all that programs keep "
		   "there and all clock settings:\n");
	if (r->is_system) {
		show_users(&r->plan, f);
	} else if (!show_victims(r, g, f)) {
		aisp_err_set(err, "--gpu %s: no such GPU; `aisp hw` lists them",
			     r->gpu);
		return AISP_EXIT_USAGE;
	}
	return ask(r, f, err);
}

int device_reset_run(const struct device_reset *r, struct aisp_err *err)
{
	int n = r->is_system ? show_users(&r->plan, NULL) : 0;

	if (n)
		return aisp_err_set(err,
				    "nothing was reset: %d process%s a GPU, and a "
				    "module in use cannot be unloaded; end %s, or "
				    "reboot",
				    n, n == 1 ? " uses" : "es use",
				    n == 1 ? "it" : "them");
	return reset_plan_run(&r->plan, err);
}
