/* SPDX-License-Identifier: MIT
 *
 * doctor_memory.c - symptoms of pages, nodes, layout and swap.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "doctor_parts.h"
#include "sysfile.h"

void aisp_symptom_thp(const struct aisp_view *v, struct aisp_symptom *s)
{
	const char *mode = v->hw.thp;

	if (!mode[0])
		return aisp_found(s, AISP_HARM_UNKNOWN, "not in this kernel");
	if (!strcmp(mode, "madvise"))
		return aisp_found(s, AISP_HARM_OK, "madvise");
	aisp_found(s, AISP_HARM_WARN, "%s", mode);
	aisp_prescribe(s, AISP_FIX_THP);
}

static void ignore(void *arg, const char *path)
{
	(void)arg, (void)path;
}

void aisp_symptom_numa_balancing(const struct aisp_view *v, struct aisp_symptom *s)
{
	int n = aisp_sys_each("/sys/devices/system/node/node[0-9]*", ignore, NULL);
	long long on;

	(void)v;
	if (aisp_sys_read_int(aisp_fixes[AISP_FIX_NUMA].pattern, &on))
		return aisp_found(s, n > 1 ? AISP_HARM_UNKNOWN : AISP_HARM_OK,
				  "not in this kernel");
	if (!on || n < 2)
		return aisp_found(s, AISP_HARM_OK, "%s, %d node%s", on ? "on" : "off",
				  n, n == 1 ? "" : "s");
	aisp_found(s, AISP_HARM_BAD, "on, %d nodes", n);
	aisp_prescribe(s, AISP_FIX_NUMA);
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

void aisp_symptom_swap(const struct aisp_view *v, struct aisp_symptom *s)
{
	long long total = meminfo("SwapTotal"), unused = meminfo("SwapFree");

	(void)v;
	if (total < 0 || unused < 0)
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	if (!total)
		return aisp_found(s, AISP_HARM_OK, "none");
	aisp_found(s, unused < total ? AISP_HARM_WARN : AISP_HARM_OK,
		   "%lld of %lld MiB in use", (total - unused) / 1024, total / 1024);
	if (unused < total)
		aisp_advise(s, "sudo swapoff -a");
}

/* The kernel's own low watermarks lie far below; a tenth leaves room for pairs. */
void aisp_symptom_memory(const struct aisp_view *v, struct aisp_symptom *s)
{
	long long total = meminfo("MemTotal"), left = meminfo("MemAvailable");

	(void)v;
	if (total <= 0 || left < 0)
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	aisp_found(s, left < total / 10 ? AISP_HARM_WARN : AISP_HARM_OK,
		   "%lld of %lld MiB available", left / 1024, total / 1024);
	if (left < total / 10)
		aisp_advise(s, "stop programs that hold memory");
}

void aisp_symptom_aslr(const struct aisp_view *v, struct aisp_symptom *s)
{
	long long mode;

	(void)v;
	if (aisp_sys_read_int(aisp_fixes[AISP_FIX_ASLR].pattern, &mode))
		return aisp_found(s, AISP_HARM_UNKNOWN, "the kernel does not tell");
	if (mode)
		return aisp_found(s, AISP_HARM_OK, "on");
	aisp_found(s, AISP_HARM_WARN, "off");
	aisp_prescribe(s, AISP_FIX_ASLR);
}
