/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "hw.h"
#include "sysfile.h"

/* The value of the first "name : value" line of text. */
static void find_line(const char *text, const char *name, char *out, size_t size)
{
	size_t n = strlen(name);

	out[0] = '\0';
	for (const char *s = text; s; s = strchr(s, '\n')) {
		const char *v;

		s += *s == '\n';
		if (strncmp(s, name, n) || !(v = strpbrk(s + n, ":\n")) || *v != ':' ||
		    strspn(s + n, " \t") != (size_t)(v - s - n))
			continue;
		v += 1 + strspn(v + 1, " \t");
		snprintf(out, size, "%.*s", (int)strcspn(v, "\n"), v);
		return;
	}
}

static void read_cpuinfo(struct aisp_hw *hw)
{
	char *text = aisp_sys_slurp("/proc/cpuinfo");

	if (!text)
		return;
	find_line(text, "model name", hw->cpu_model, sizeof(hw->cpu_model));
	find_line(text, "microcode", hw->microcode, sizeof(hw->microcode));
	if (!hw->cpu_model[0]) { /* aarch64 has numbers only */
		char vendor[32], part[32];

		find_line(text, "CPU implementer", vendor, sizeof(vendor));
		find_line(text, "CPU part", part, sizeof(part));
		if (vendor[0])
			snprintf(hw->cpu_model, sizeof(hw->cpu_model),
				 "implementer %s part %s", vendor, part);
	}
	free(text);
}

static void read_memory(struct aisp_hw *hw)
{
	char *text = aisp_sys_slurp("/proc/meminfo"), value[64];

	hw->page_bytes = sysconf(_SC_PAGESIZE);
	if (!text)
		return;
	find_line(text, "MemTotal", value, sizeof(value));
	hw->memory_bytes = strtoll(value, NULL, 10) * 1024;
	find_line(text, "Hugepagesize", value, sizeof(value));
	hw->huge_page_bytes = strtoll(value, NULL, 10) * 1024;
	free(text);
}

static void read_choice(const char *path, char *out, size_t size)
{
	char buf[256];

	aisp_sys_read(path, buf, sizeof(buf));
	aisp_sys_choice(buf);
	snprintf(out, size, "%.*s", (int)size - 1, buf);
}

static int read_count(const char *path)
{
	char buf[1024];
	int n;

	if (aisp_sys_read(path, buf, sizeof(buf)))
		return 0;
	n = aisp_sys_count_list(buf);
	return n < 0 ? 0 : n;
}

int aisp_hw_read(struct aisp_hw *hw, struct aisp_err *err)
{
	struct utsname u;

	memset(hw, 0, sizeof(*hw));
	if (!uname(&u)) {
		snprintf(hw->arch, sizeof(hw->arch), "%.31s", u.machine);
		snprintf(hw->kernel, sizeof(hw->kernel), "%.60s %.60s", u.sysname,
			 u.release);
	}
	read_cpuinfo(hw);
	read_memory(hw);
	read_choice("/sys/devices/system/clocksource/clocksource0/current_clocksource",
		    hw->clocksource, sizeof(hw->clocksource));
	read_choice("/sys/kernel/mm/transparent_hugepage/enabled", hw->thp,
		    sizeof(hw->thp));
	read_choice("/sys/kernel/mm/transparent_hugepage/defrag", hw->thp_defrag,
		    sizeof(hw->thp_defrag));
	hw->n_present = read_count("/sys/devices/system/cpu/present");
	hw->n_online = read_count("/sys/devices/system/cpu/online");
	aisp_cgroup_read(&hw->cgroup);
	aisp_hw_read_features(hw);
	aisp_hw_read_hypervisor(hw);
	return aisp_hw_read_topology(hw, err);
}

int aisp_hw_has(const struct aisp_hw *hw, const char *feature)
{
	for (int i = 0; i < hw->n_features; i++)
		if (!strcmp(hw->features[i], feature))
			return 1;
	return 0;
}

const struct aisp_cache *aisp_hw_cache(const struct aisp_hw *hw, int level)
{
	for (int i = 0; i < hw->n_caches; i++)
		if (hw->caches[i].level == level && hw->caches[i].type != 'i')
			return &hw->caches[i];
	return NULL;
}
