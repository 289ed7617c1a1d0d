/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "grade.h"
#include "sysfile.h"

static int reads_as(const char *path, const char *value)
{
	char buf[64];

	return !aisp_sys_read(path, buf, sizeof(buf)) && !strcmp(buf, value);
}

static int is_boost_off(void)
{
	return reads_as("/sys/devices/system/cpu/cpufreq/boost", "0") ||
	       reads_as("/sys/devices/system/cpu/intel_pstate/no_turbo", "1");
}

/* dir: .../cpuN/cpufreq, without the root */
static void read_cpu(const char *dir, int is_boost, struct aisp_clocks *c)
{
	long long cur, least, most;
	char path[512];
	int is_fixed;

	snprintf(path, sizeof(path), "%s/scaling_cur_freq", dir);
	c->is_seen &= !aisp_sys_read_int(path, &cur);
	snprintf(path, sizeof(path), "%s/scaling_min_freq", dir);
	is_fixed = !aisp_sys_read_int(path, &least);
	snprintf(path, sizeof(path), "%s/scaling_max_freq", dir);
	is_fixed = is_fixed && !aisp_sys_read_int(path, &most) && least == most;
	snprintf(path, sizeof(path), "%s/scaling_governor", dir);
	c->is_locked &= is_fixed || (!is_boost && reads_as(path, "performance"));
}

void aisp_clocks_read(struct aisp_clocks *c)
{
	int is_boost = !is_boost_off();
	size_t skip = strlen(aisp_sys_root());
	char pattern[4096];
	glob_t g;

	*c = (struct aisp_clocks){ 0 };
	if (aisp_sys_path(pattern, sizeof(pattern),
			  "/sys/devices/system/cpu/cpu[0-9]*/cpufreq"))
		return;
	if (!glob(pattern, 0, NULL, &g)) {
		*c = (struct aisp_clocks){ .is_seen = 1, .is_locked = 1 };
		for (size_t i = 0; i < g.gl_pathc; i++)
			read_cpu(g.gl_pathv[i] + skip, is_boost, c);
	}
	globfree(&g);
}

__attribute__((format(printf, 3, 4))) static void
lower(struct aisp_grading *g, enum aisp_grade grade, const char *fmt, ...)
{
	va_list ap;

	if (grade > g->grade)
		g->grade = grade;
	if (g->n_why == AISP_GRADE_MAX_WHY)
		return;
	va_start(ap, fmt);
	vsnprintf(g->why[g->n_why++], sizeof(g->why[0]), fmt, ap);
	va_end(ap);
}

void aisp_grade_of(const struct aisp_hw *hw, const struct aisp_clocks *clocks,
		   const struct aisp_host_load *load, struct aisp_grading *g)
{
	*g = (struct aisp_grading){ .grade = AISP_GRADE_A };
	if (hw->hypervisor[0])
		lower(g, AISP_GRADE_C, "virtual (%s)", hw->hypervisor);
	if (!clocks->is_seen)
		lower(g, AISP_GRADE_C, "no CPU frequency to observe");
	else if (!clocks->is_locked)
		lower(g, AISP_GRADE_B, "CPU frequency is not locked");
	if (load->steal > AISP_GRADE_LOST_MAX)
		lower(g, AISP_GRADE_D, "%.1f %% of CPU time stolen by the hypervisor",
		      100 * load->steal);
	if (load->n_throttled > 0)
		lower(g, AISP_GRADE_D, "the CPU quota cut %lld periods short",
		      (long long)load->n_throttled);
	if (!(load->others >= 0))
		lower(g, AISP_GRADE_C, "nothing shows what others run");
	if (load->others > AISP_GRADE_LOST_MAX)
		lower(g, AISP_GRADE_D, "%.1f %% of CPU time used by others%s%s",
		      100 * load->others, load->busiest[0] ? ", most by " : "",
		      load->busiest);
}

static void grade_gpu_clocks(const char *name, const struct aisp_gpu_state *s,
			     struct aisp_grading *g)
{
	char words[100];

	aisp_gpu_reasons_format(s->reasons, words, sizeof(words));
	if (isnan(s->sm_mhz))
		lower(g, AISP_GRADE_C, "%s: no clock to observe", name);
	if (s->reasons < 0)
		lower(g, AISP_GRADE_C, "%s: nothing shows what holds its clocks", name);
	else if (s->reasons & AISP_GPU_SLOWED)
		lower(g, AISP_GRADE_D, "%s was slowed down: %s", name, words);
	else if (s->reasons & AISP_GPU_IDLE)
		lower(g, AISP_GRADE_B,
		      "%s is idle, which hides whether its clocks are locked", name);
	else if (s->reasons != AISP_GPU_USER_CLOCKS)
		lower(g, AISP_GRADE_B, "%s: clocks are not locked (held by: %s)", name,
		      words);
}

void aisp_grade_gpu(const char *name, const struct aisp_gpu_state *s, const pid_t *ours,
		    int n_ours, struct aisp_grading *g)
{
	char others[100];
	int n = aisp_gpu_others(s, ours, n_ours, others, sizeof(others));

	grade_gpu_clocks(name, s, g);
	if (n < 0)
		lower(g, AISP_GRADE_C, "%s: nothing shows who else uses it", name);
	if (n > 0)
		lower(g, AISP_GRADE_D, "%s is also used by %s", name, others);
}

int aisp_grade_now(struct aisp_grading *g, struct aisp_err *err)
{
	struct aisp_host_load load;
	struct aisp_clocks clocks;
	struct aisp_hw hw;

	if (aisp_hw_read(&hw, err) || aisp_host_load_sample(&load, 500, err))
		return -1;
	aisp_clocks_read(&clocks);
	aisp_grade_of(&hw, &clocks, &load, g);
	return 0;
}

int aisp_grade_since(const struct aisp_host_mark *from, struct aisp_host_load *load,
		     struct aisp_grading *g, struct aisp_err *err)
{
	struct aisp_host_mark to = { 0 };
	struct aisp_clocks clocks;
	struct aisp_hw hw;
	int rc = aisp_hw_read(&hw, err) || aisp_host_mark_init(&to, err) ? -1 : 0;

	if (!rc) {
		aisp_host_load_between(from, &to, load);
		aisp_clocks_read(&clocks);
		aisp_grade_of(&hw, &clocks, load, g);
	}
	aisp_host_mark_release(&to);
	return rc;
}

char aisp_grade_letter(enum aisp_grade grade)
{
	return "?ABCD"[grade];
}

json_t *aisp_grading_why_json(const struct aisp_grading *g)
{
	json_t *why = json_array();

	for (int i = 0; i < g->n_why; i++)
		json_array_append_new(why, json_string(g->why[i]));
	return why;
}
