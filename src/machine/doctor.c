/* SPDX-License-Identifier: MIT
 *
 * doctor.c - the symptoms, one small function each, and the table of them.
 */
#include <fnmatch.h>
#include <glob.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor.h"
#include "grade.h"
#include "sysfile.h"

#define CPU "/sys/devices/system/cpu"

enum fix_id {
	FIX_GOVERNOR,
	FIX_BOOST,
	FIX_TURBO,
	FIX_THP,
	FIX_NUMA,
	FIX_ASLR,
	FIX_CLOCKSOURCE,
	FIX_PERF,
	FIX_WATCHDOG,
	N_FIXES
};

static const struct aisp_fix fixes[N_FIXES] = {
	[FIX_GOVERNOR] = { CPU "/cpu[0-9]*/cpufreq/scaling_governor", "performance" },
	[FIX_BOOST] = { CPU "/cpufreq/boost", "0" },
	[FIX_TURBO] = { CPU "/intel_pstate/no_turbo", "1" },
	[FIX_THP] = { "/sys/kernel/mm/transparent_hugepage/enabled", "madvise" },
	[FIX_NUMA] = { "/proc/sys/kernel/numa_balancing", "0" },
	[FIX_ASLR] = { "/proc/sys/kernel/randomize_va_space", "2" },
	[FIX_CLOCKSOURCE] = { "/sys/devices/system/clocksource/clocksource0/"
			      "current_clocksource",
			      "tsc" },
	[FIX_PERF] = { "/proc/sys/kernel/perf_event_paranoid", "2" },
	[FIX_WATCHDOG] = { "/proc/sys/kernel/nmi_watchdog", "0" },
};

/* What all symptoms are read from, beside the files. */
struct view {
	struct aisp_hw hw;
	struct aisp_host_load load;
};

__attribute__((format(printf, 3, 4))) static void
found(struct aisp_symptom *s, enum aisp_harm harm, const char *fmt, ...)
{
	va_list ap;

	s->harm = harm;
	va_start(ap, fmt);
	vsnprintf(s->state, sizeof(s->state), fmt, ap);
	va_end(ap);
}

static void advise(struct aisp_symptom *s, const char *remedy)
{
	snprintf(s->remedy, sizeof(s->remedy), "%s", remedy);
}

static void prescribe(struct aisp_symptom *s, enum fix_id id)
{
	s->fix = &fixes[id];
	snprintf(s->remedy, sizeof(s->remedy), "echo %s | sudo tee %s", s->fix->value,
		 s->fix->pattern);
}

/* Call each(arg, path without the root) for every match; how many there were. */
static int for_each(const char *pattern, void (*each)(void *, const char *), void *arg)
{
	size_t skip = strlen(aisp_sys_root());
	char full[4096];
	int n = 0;
	glob_t g;

	if (aisp_sys_path(full, sizeof(full), pattern))
		return 0;
	if (!glob(full, 0, NULL, &g))
		for (; n < (int)g.gl_pathc; n++)
			each(arg, g.gl_pathv[n] + skip);
	globfree(&g);
	return n;
}

struct tally {
	const char *wanted;
	int n_other;
	char other[64];
};

static void tally_file(void *arg, const char *path)
{
	struct tally *t = arg;
	char buf[64];

	aisp_sys_read(path, buf, sizeof(buf));
	if (!strcmp(buf, t->wanted))
		return;
	t->n_other++;
	snprintf(t->other, sizeof(t->other), "%s", buf);
}

static void governor(const struct view *v, struct aisp_symptom *s)
{
	struct tally t = { .wanted = "performance" };
	int n = for_each(fixes[FIX_GOVERNOR].pattern, tally_file, &t);

	(void)v;
	if (!n)
		return found(s, AISP_HARM_UNKNOWN, "no cpufreq here");
	if (!t.n_other)
		return found(s, AISP_HARM_OK, "performance on %d CPUs", n);
	found(s, AISP_HARM_BAD, "%s on %d of %d CPUs", t.other, t.n_other, n);
	prescribe(s, FIX_GOVERNOR);
}

/* AMD and the older Intel driver say boost, the newer one no_turbo. */
static void boost(const struct view *v, struct aisp_symptom *s)
{
	long long on;

	(void)v;
	if (!aisp_sys_read_int(fixes[FIX_BOOST].pattern, &on)) {
		found(s, on ? AISP_HARM_WARN : AISP_HARM_OK, "%s", on ? "on" : "off");
		if (on)
			prescribe(s, FIX_BOOST);
	} else if (!aisp_sys_read_int(fixes[FIX_TURBO].pattern, &on)) {
		found(s, on ? AISP_HARM_OK : AISP_HARM_WARN, "%s", on ? "off" : "on");
		if (!on)
			prescribe(s, FIX_TURBO);
	} else {
		found(s, AISP_HARM_UNKNOWN, "no switch for it here");
	}
}

/* Not a fix: threads bound to a core's second half would not get it back. */
static void smt(const struct view *v, struct aisp_symptom *s)
{
	long long on;

	(void)v;
	if (aisp_sys_read_int(CPU "/smt/active", &on))
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	found(s, on ? AISP_HARM_WARN : AISP_HARM_OK, "%s", on ? "on" : "off");
	if (on)
		advise(s, "echo off | sudo tee " CPU "/smt/control");
}

static void thp(const struct view *v, struct aisp_symptom *s)
{
	const char *mode = v->hw.thp;

	if (!mode[0])
		return found(s, AISP_HARM_UNKNOWN, "not in this kernel");
	if (!strcmp(mode, "madvise"))
		return found(s, AISP_HARM_OK, "madvise");
	found(s, AISP_HARM_WARN, "%s", mode);
	prescribe(s, FIX_THP);
}

static void ignore(void *arg, const char *path)
{
	(void)arg, (void)path;
}

static void numa_balancing(const struct view *v, struct aisp_symptom *s)
{
	int n = for_each("/sys/devices/system/node/node[0-9]*", ignore, NULL);
	long long on;

	(void)v;
	if (aisp_sys_read_int(fixes[FIX_NUMA].pattern, &on))
		return found(s, n > 1 ? AISP_HARM_UNKNOWN : AISP_HARM_OK,
			     "not in this kernel");
	if (!on || n < 2)
		return found(s, AISP_HARM_OK, "%s, %d node%s", on ? "on" : "off", n,
			     n == 1 ? "" : "s");
	found(s, AISP_HARM_BAD, "on, %d nodes", n);
	prescribe(s, FIX_NUMA);
}

static void find_irqbalance(void *arg, const char *path)
{
	char name[32];

	if (!aisp_sys_read(path, name, sizeof(name)) && !strcmp(name, "irqbalance"))
		*(int *)arg = 1;
}

static void interrupts(const struct view *v, struct aisp_symptom *s)
{
	double rate = v->load.interrupts_per_s;
	int is_balanced = 0;

	if (!for_each("/proc/[0-9]*/comm", find_irqbalance, &is_balanced))
		return found(s, AISP_HARM_UNKNOWN, "no process to be seen");
	if (!is_balanced)
		return found(s, AISP_HARM_OK, "irqbalance does not run; %.0f a second",
			     isnan(rate) ? 0 : rate);
	found(s, AISP_HARM_WARN, "irqbalance moves them between CPUs");
	advise(s, "sudo systemctl stop irqbalance");
}

static void steal(const struct view *v, struct aisp_symptom *s)
{
	double lost = v->load.steal;

	if (isnan(lost))
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not count it");
	found(s, lost > AISP_GRADE_LOST_MAX ? AISP_HARM_BAD : AISP_HARM_OK,
	      "%.1f %% of CPU time", 100 * lost);
	if (s->harm == AISP_HARM_BAD)
		advise(s, "use a dedicated host, or a quieter hour");
}

static void quota(const struct view *v, struct aisp_symptom *s)
{
	const struct aisp_cgroup *cg = &v->hw.cgroup;

	if (!cg->version)
		return found(s, AISP_HARM_UNKNOWN, "no control group to be seen");
	if (!(cg->quota_cpus > 0))
		return found(s, AISP_HARM_OK, "none (cgroup v%d)", cg->version);
	found(s, AISP_HARM_BAD, "%.2f CPUs, %lld periods cut short so far",
	      cg->quota_cpus, (long long)cg->n_throttled);
	advise(s, "start the container or service without a CPU limit "
		  "(docker --cpus, systemd CPUQuota=); bind it to CPUs instead");
}

static void other_load(const struct view *v, struct aisp_symptom *s)
{
	const struct aisp_host_load *l = &v->load;
	char avg[64], who[80] = "";

	if (isnan(l->others))
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not count it");
	aisp_sys_read("/proc/loadavg", avg, sizeof(avg));
	if (l->busiest[0])
		snprintf(who, sizeof(who), ", most by %s (%.2f CPUs)", l->busiest,
			 l->busiest_cpus);
	found(s, l->others > AISP_GRADE_LOST_MAX ? AISP_HARM_BAD : AISP_HARM_OK,
	      "%.1f %% of CPU time%s; load average %.*s", 100 * l->others, who,
	      (int)strcspn(avg, " "), avg[0] ? avg : "?");
	if (s->harm == AISP_HARM_BAD)
		advise(s, "stop other programs, or wait until they end");
}

/* A line of /proc/meminfo in KiB; -1 if it is not there. */
static long long meminfo(const char *key)
{
	char *text = aisp_sys_slurp("/proc/meminfo"),
	     *line = text ? strstr(text, key) : NULL;
	long long kib = -1;

	if (line && sscanf(line + strlen(key), ": %lld", &kib) != 1)
		kib = -1;
	free(text);
	return kib;
}

static void swap(const struct view *v, struct aisp_symptom *s)
{
	long long total = meminfo("SwapTotal"), unused = meminfo("SwapFree");

	(void)v;
	if (total < 0 || unused < 0)
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	if (!total)
		return found(s, AISP_HARM_OK, "none");
	found(s, unused < total ? AISP_HARM_WARN : AISP_HARM_OK,
	      "%lld of %lld MiB in use", (total - unused) / 1024, total / 1024);
	if (unused < total)
		advise(s, "sudo swapoff -a");
}

/* The kernel's own low watermarks lie far below; a tenth leaves room for pairs. */
static void memory(const struct view *v, struct aisp_symptom *s)
{
	long long total = meminfo("MemTotal"), left = meminfo("MemAvailable");

	(void)v;
	if (total <= 0 || left < 0)
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	found(s, left < total / 10 ? AISP_HARM_WARN : AISP_HARM_OK,
	      "%lld of %lld MiB available", left / 1024, total / 1024);
	if (left < total / 10)
		advise(s, "stop programs that hold memory");
}

static void aslr(const struct view *v, struct aisp_symptom *s)
{
	long long mode;

	(void)v;
	if (aisp_sys_read_int(fixes[FIX_ASLR].pattern, &mode))
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	if (mode)
		return found(s, AISP_HARM_OK, "on");
	found(s, AISP_HARM_WARN, "off");
	prescribe(s, FIX_ASLR);
}

static int is_available(const char *clock)
{
	char list[256], *save = NULL;

	aisp_sys_read(
		"/sys/devices/system/clocksource/clocksource0/available_clocksource",
		list, sizeof(list));
	for (char *w = strtok_r(list, " ", &save); w; w = strtok_r(NULL, " ", &save))
		if (!strcmp(w, clock))
			return 1;
	return 0;
}

static void clocksource(const struct view *v, struct aisp_symptom *s)
{
	const char *now = v->hw.clocksource;

	if (!now[0])
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	if (!strcmp(now, "tsc") || !strcmp(now, "arch_sys_counter"))
		return found(s, AISP_HARM_OK, "%s", now);
	found(s, AISP_HARM_WARN, "%s", now);
	if (is_available("tsc"))
		prescribe(s, FIX_CLOCKSOURCE);
	else
		advise(s, "boot with tsc=reliable if the firmware is to be trusted");
}

static void perf(const struct view *v, struct aisp_symptom *s)
{
	long long level;

	(void)v;
	if (aisp_sys_read_int(fixes[FIX_PERF].pattern, &level))
		return found(s, AISP_HARM_UNKNOWN, "no perf events in this kernel");
	if (level <= 2)
		return found(s, AISP_HARM_OK, "perf_event_paranoid %lld", level);
	found(s, AISP_HARM_WARN, "perf_event_paranoid %lld", level);
	prescribe(s, FIX_PERF);
}

static void watchdog(const struct view *v, struct aisp_symptom *s)
{
	long long on;

	(void)v;
	if (aisp_sys_read_int(fixes[FIX_WATCHDOG].pattern, &on))
		return found(s, AISP_HARM_UNKNOWN, "not in this kernel");
	found(s, on ? AISP_HARM_WARN : AISP_HARM_OK, "%s", on ? "on" : "off");
	if (on)
		prescribe(s, FIX_WATCHDOG);
}

static void virtual(const struct view *v, struct aisp_symptom *s)
{
	if (!v->hw.hypervisor[0])
		return found(s, AISP_HARM_OK, "bare metal");
	found(s, AISP_HARM_WARN, "%s", v->hw.hypervisor);
	advise(s, "measure on bare metal where grade A or B is asked for");
}

struct defences {
	int n_on, n_open;
};

static void count_defence(void *arg, const char *path)
{
	struct defences *d = arg;
	char buf[128];

	if (aisp_sys_read(path, buf, sizeof(buf)))
		return;
	d->n_on += !strncmp(buf, "Mitigation", 10);
	d->n_open += !strncmp(buf, "Vulnerable", 10);
}

static void mitigations(const struct view *v, struct aisp_symptom *s)
{
	struct defences d = { 0 };

	(void)v;
	if (!for_each(CPU "/vulnerabilities/*", count_defence, &d))
		return found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	found(s, AISP_HARM_OK, "%d in force, %d vulnerabilities open", d.n_on,
	      d.n_open);
}

static const struct {
	const char *name, *why;
	void (*examine)(const struct view *, struct aisp_symptom *);
} table[] = {
	{ "governor", "Any governor but performance lowers the clock between samples.",
	  governor },
	{ "boost", "The boost clock depends on temperature and on who else is busy.",
	  boost },
	{ "smt",
	  "What runs on a core's other half takes its execution units and caches.",
	  smt },
	{ "thp",
	  "Always: huge pages come and go by chance; never: TLB misses dominate.",
	  thp },
	{ "numa balancing",
	  "The kernel unmaps pages to see who uses them, then moves them.",
	  numa_balancing },
	{ "interrupts", "An interrupt in a timed call lengthens it.", interrupts },
	{ "steal", "The clock runs on while the hypervisor runs another guest.",
	  steal },
	{ "cpu quota", "A quota stops all threads for the rest of each period.",
	  quota },
	{ "other load", "Others take CPU time, cache and memory bandwidth.",
	  other_load },
	{ "swap", "A page that was swapped out costs milliseconds.", swap },
	{ "memory", "Short of memory, the kernel reclaims pages in timed calls.",
	  memory },
	{ "aslr",
	  "Without it every launch has one layout, and its luck looks like speed.",
	  aslr },
	{ "clocksource",
	  "Other clocks than the CPU's own counter cost a microsecond to read.",
	  clocksource },
	{ "perf events", "Above 2, an ordinary user gets no hardware counters.", perf },
	{ "nmi watchdog", "It occupies a hardware counter and interrupts every core.",
	  watchdog },
	{ "virtual", "A guest sees neither its clocks nor its neighbours.", virtual },
	{ "mitigations", "They slow system calls and switches; compare like with like.",
	  mitigations },
};

#define N_TABLE ((int)(sizeof(table) / sizeof(table[0])))

_Static_assert(sizeof(table) / sizeof(table[0]) <= AISP_MAX_SYMPTOMS, "table fits");

int aisp_doctor_examine(struct aisp_diagnosis *d, struct aisp_err *err)
{
	struct view v;

	*d = (struct aisp_diagnosis){ .n = 0 };
	if (aisp_hw_read(&v.hw, err) || aisp_host_load_sample(&v.load, 500, err))
		return -1;
	for (d->n = 0; d->n < N_TABLE; d->n++) {
		struct aisp_symptom *s = &d->symptoms[d->n];

		s->name = table[d->n].name;
		s->why = table[d->n].why;
		table[d->n].examine(&v, s);
	}
	return 0;
}

const char *aisp_harm_name(enum aisp_harm harm)
{
	static const char *const names[] = { "unknown", "ok", "warn", "bad" };

	return names[harm];
}

json_t *aisp_diagnosis_json(const struct aisp_diagnosis *d, struct aisp_err *err)
{
	json_t *list = json_array();

	for (int i = 0; i < d->n; i++) {
		const struct aisp_symptom *s = &d->symptoms[i];

		json_array_append_new(
			list,
			json_pack("{s:s, s:s, s:s, s:s, s:o, s:b}", "name", s->name,
				  "harm", aisp_harm_name(s->harm), "state", s->state,
				  "why", s->why, "remedy",
				  s->remedy[0] ? json_string(s->remedy) : json_null(),
				  "can_fix", s->fix != NULL));
	}
	if (!list)
		aisp_err_set(err, "describe the symptoms as JSON: out of memory");
	return list;
}

int aisp_doctor_knows(const char *path)
{
	for (int i = 0; i < N_FIXES; i++)
		if (!fnmatch(fixes[i].pattern, path, FNM_PATHNAME | FNM_PERIOD))
			return !strstr(path, "..");
	return 0;
}
