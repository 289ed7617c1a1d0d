/* SPDX-License-Identifier: MIT
 *
 * doctor_cpu.c - symptoms of clocks, cores and the load of others.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "doctor_parts.h"
#include "sysfile.h"

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

void aisp_symptom_governor(const struct aisp_view *v, struct aisp_symptom *s)
{
	struct tally t = { .wanted = "performance" };
	int n = aisp_sys_each(aisp_fixes[AISP_FIX_GOVERNOR].pattern, tally_file, &t);

	(void)v;
	if (!n)
		return aisp_found(s, AISP_HARM_UNKNOWN, "no cpufreq here");
	if (!t.n_other)
		return aisp_found(s, AISP_HARM_OK, "performance on %d CPUs", n);
	aisp_found(s, AISP_HARM_BAD, "%s on %d of %d CPUs", t.other, t.n_other, n);
	aisp_prescribe(s, AISP_FIX_GOVERNOR);
}

/* AMD and the older Intel driver call it boost, the newer one no_turbo. */
void aisp_symptom_boost(const struct aisp_view *v, struct aisp_symptom *s)
{
	long long on;

	(void)v;
	if (!aisp_sys_read_int(aisp_fixes[AISP_FIX_BOOST].pattern, &on)) {
		aisp_found(s, on ? AISP_HARM_WARN : AISP_HARM_OK, "%s",
			   on ? "on" : "off");
		if (on)
			aisp_prescribe(s, AISP_FIX_BOOST);
	} else if (!aisp_sys_read_int(aisp_fixes[AISP_FIX_TURBO].pattern, &on)) {
		aisp_found(s, on ? AISP_HARM_OK : AISP_HARM_WARN, "%s",
			   on ? "off" : "on");
		if (!on)
			aisp_prescribe(s, AISP_FIX_TURBO);
	} else {
		aisp_found(s, AISP_HARM_UNKNOWN, "no switch for it here");
	}
}

/* Has no fix: threads bound to a core's second half would not be bound to it again. */
void aisp_symptom_smt(const struct aisp_view *v, struct aisp_symptom *s)
{
	long long on;

	(void)v;
	if (aisp_sys_read_int(AISP_SYS_CPU "/smt/active", &on))
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	aisp_found(s, on ? AISP_HARM_WARN : AISP_HARM_OK, "%s", on ? "on" : "off");
	if (on)
		aisp_advise(s, "echo off | sudo tee " AISP_SYS_CPU "/smt/control");
}

static void find_irqbalance(void *arg, const char *path)
{
	char name[32];

	if (!aisp_sys_read(path, name, sizeof(name)) && !strcmp(name, "irqbalance"))
		*(int *)arg = 1;
}

void aisp_symptom_interrupts(const struct aisp_view *v, struct aisp_symptom *s)
{
	double rate = v->load.interrupts_per_s;
	int is_balanced = 0;

	if (!aisp_sys_each("/proc/[0-9]*/comm", find_irqbalance, &is_balanced))
		return aisp_found(s, AISP_HARM_UNKNOWN, "no process to be seen");
	if (!is_balanced)
		return aisp_found(s, AISP_HARM_OK,
				  "irqbalance does not run; %.0f a second",
				  isnan(rate) ? 0 : rate);
	aisp_found(s, AISP_HARM_WARN, "irqbalance moves them between CPUs");
	aisp_advise(s, "sudo systemctl stop irqbalance");
}

void aisp_symptom_steal(const struct aisp_view *v, struct aisp_symptom *s)
{
	double lost = v->load.steal;

	if (isnan(lost))
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not count it");
	aisp_found(s, lost > AISP_GRADE_LOST_MAX ? AISP_HARM_BAD : AISP_HARM_OK,
		   "%.1f %% of CPU time", 100 * lost);
	if (s->harm == AISP_HARM_BAD)
		aisp_advise(s, "use a dedicated host, or a quieter hour");
}

void aisp_symptom_quota(const struct aisp_view *v, struct aisp_symptom *s)
{
	const struct aisp_cgroup *cg = &v->hw.cgroup;

	if (!cg->version)
		return aisp_found(s, AISP_HARM_UNKNOWN, "no control group to be seen");
	if (!(cg->quota_cpus > 0))
		return aisp_found(s, AISP_HARM_OK, "none (cgroup v%d)", cg->version);
	aisp_found(s, AISP_HARM_BAD, "%.2f CPUs, %lld periods cut short so far",
		   cg->quota_cpus, (long long)cg->n_throttled);
	aisp_advise(s, "start the container or service without a CPU limit "
		       "(docker --cpus, systemd CPUQuota=); bind it to CPUs instead");
}

void aisp_symptom_other_load(const struct aisp_view *v, struct aisp_symptom *s)
{
	const struct aisp_host_load *l = &v->load;
	char avg[64], who[80] = "";

	if (isnan(l->others))
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not count it");
	aisp_sys_read("/proc/loadavg", avg, sizeof(avg));
	if (l->busiest[0])
		snprintf(who, sizeof(who), ", most by %s (%.2f CPUs)", l->busiest,
			 l->busiest_cpus);
	aisp_found(s, l->others > AISP_GRADE_LOST_MAX ? AISP_HARM_BAD : AISP_HARM_OK,
		   "%.1f %% of CPU time%s; load average %.*s", 100 * l->others, who,
		   (int)strcspn(avg, " "), avg[0] ? avg : "?");
	if (s->harm == AISP_HARM_BAD)
		aisp_advise(s, "stop other programs, or wait until they end");
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

void aisp_symptom_clocksource(const struct aisp_view *v, struct aisp_symptom *s)
{
	const char *now = v->hw.clocksource;

	if (!now[0])
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	if (!strcmp(now, "tsc") || !strcmp(now, "arch_sys_counter"))
		return aisp_found(s, AISP_HARM_OK, "%s", now);
	aisp_found(s, AISP_HARM_WARN, "%s", now);
	if (is_available("tsc"))
		aisp_prescribe(s, AISP_FIX_CLOCKSOURCE);
	else
		aisp_advise(s,
			    "boot with tsc=reliable if the firmware is to be trusted");
}

void aisp_symptom_perf(const struct aisp_view *v, struct aisp_symptom *s)
{
	long long level;

	(void)v;
	if (aisp_sys_read_int(aisp_fixes[AISP_FIX_PERF].pattern, &level))
		return aisp_found(s, AISP_HARM_UNKNOWN,
				  "no perf events in this kernel");
	if (level <= 2)
		return aisp_found(s, AISP_HARM_OK, "perf_event_paranoid %lld", level);
	aisp_found(s, AISP_HARM_WARN, "perf_event_paranoid %lld", level);
	aisp_prescribe(s, AISP_FIX_PERF);
}

void aisp_symptom_watchdog(const struct aisp_view *v, struct aisp_symptom *s)
{
	long long on;

	(void)v;
	if (aisp_sys_read_int(aisp_fixes[AISP_FIX_WATCHDOG].pattern, &on))
		return aisp_found(s, AISP_HARM_UNKNOWN, "not in this kernel");
	aisp_found(s, on ? AISP_HARM_WARN : AISP_HARM_OK, "%s", on ? "on" : "off");
	if (on)
		aisp_prescribe(s, AISP_FIX_WATCHDOG);
}

void aisp_symptom_virtual(const struct aisp_view *v, struct aisp_symptom *s)
{
	if (!v->hw.hypervisor[0])
		return aisp_found(s, AISP_HARM_OK, "bare metal");
	aisp_found(s, AISP_HARM_WARN, "%s", v->hw.hypervisor);
	aisp_advise(s, "measure on bare metal where grade A or B is asked for");
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

void aisp_symptom_mitigations(const struct aisp_view *v, struct aisp_symptom *s)
{
	struct defences d = { 0 };

	(void)v;
	if (!aisp_sys_each(AISP_SYS_CPU "/vulnerabilities/*", count_defence, &d))
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	aisp_found(s, AISP_HARM_OK, "%d in force, %d vulnerabilities open", d.n_on,
		   d.n_open);
}
