/* SPDX-License-Identifier: MIT
 *
 * doctor_finding.c - functions by which symptoms report what they found.
 */
#include <glob.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "doctor_parts.h"
#include "sysfile.h"

const struct aisp_fix aisp_fixes[AISP_N_FIXES] = {
	[AISP_FIX_GOVERNOR] = { AISP_SYS_CPU "/cpu[0-9]*/cpufreq/scaling_governor",
				"performance" },
	[AISP_FIX_BOOST] = { AISP_SYS_CPU "/cpufreq/boost", "0" },
	[AISP_FIX_TURBO] = { AISP_SYS_CPU "/intel_pstate/no_turbo", "1" },
	[AISP_FIX_THP] = { "/sys/kernel/mm/transparent_hugepage/enabled", "madvise" },
	[AISP_FIX_NUMA] = { "/proc/sys/kernel/numa_balancing", "0" },
	[AISP_FIX_ASLR] = { "/proc/sys/kernel/randomize_va_space", "2" },
	[AISP_FIX_CLOCKSOURCE] = { "/sys/devices/system/clocksource/clocksource0/"
				   "current_clocksource",
				   "tsc" },
	[AISP_FIX_PERF] = { "/proc/sys/kernel/perf_event_paranoid", "2" },
	[AISP_FIX_WATCHDOG] = { "/proc/sys/kernel/nmi_watchdog", "0" },
};

void aisp_found(struct aisp_symptom *s, enum aisp_harm harm, const char *fmt, ...)
{
	va_list ap;

	s->harm = harm;
	va_start(ap, fmt);
	vsnprintf(s->state, sizeof(s->state), fmt, ap);
	va_end(ap);
}

void aisp_advise(struct aisp_symptom *s, const char *remedy)
{
	snprintf(s->remedy, sizeof(s->remedy), "%s", remedy);
}

void aisp_prescribe(struct aisp_symptom *s, enum aisp_fix_id id)
{
	s->fix = &aisp_fixes[id];
	snprintf(s->remedy, sizeof(s->remedy), "echo %s | sudo tee %s", s->fix->value,
		 s->fix->pattern);
}

int aisp_sys_each(const char *pattern, void (*each)(void *, const char *), void *arg)
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
