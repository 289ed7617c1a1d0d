/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "cgroup.h"
#include "hw.h"
#include "surroundings.h"
#include "sysfile.h"

#define CPU_DIR "/sys/devices/system/cpu/cpu%d/"

double aisp_short_hash(const char *text)
{
	char hex[65];

	aisp_hash_text(text, hex);
	hex[8] = '\0';
	return (double)strtoul(hex, NULL, 16);
}

int aisp_is_virtual(void)
{
	struct aisp_hw hw = { 0 };

	aisp_hw_read_hypervisor(&hw);
	return hw.hypervisor[0] != '\0';
}

static double read_number(const char *format, int cpu)
{
	char path[128];
	long long value;

	snprintf(path, sizeof(path), format, cpu);
	return aisp_sys_read_int(path, &value) ? NAN : (double)value;
}

static double read_governor(int cpu)
{
	char path[128], name[64];

	snprintf(path, sizeof(path), CPU_DIR "cpufreq/scaling_governor", cpu);
	return aisp_sys_read(path, name, sizeof(name)) ? NAN : aisp_short_hash(name);
}

/* The file exists only with NVIDIA's driver. */
static double read_driver(void)
{
	static const char *const files[] = { "/proc/version",
					     "/sys/devices/system/cpu/cpu0/microcode/"
					     "version",
					     "/proc/driver/nvidia/version" };
	char all[3 * 512];
	size_t n = 0;

	for (int i = 0; i < 3; i++) {
		aisp_sys_read(files[i], all + n, 512);
		n += strlen(all + n);
	}
	return n ? aisp_short_hash(all) : NAN;
}

/* proc(5): "cpuN user nice system idle iowait irq softirq steal ..." in ticks */
static double read_steal_ns(int cpu)
{
	double steal = NAN, tick_ns = 1e9 / (double)sysconf(_SC_CLK_TCK);
	char *text = aisp_sys_slurp("/proc/stat"), name[32], *line;

	snprintf(name, sizeof(name), "\ncpu%d ", cpu);
	line = text ? strstr(text, name) : NULL;
	if (line)
		sscanf(line + strlen(name), "%*f %*f %*f %*f %*f %*f %*f %lf", &steal);
	free(text);
	return steal * tick_ns;
}

static double or_nan(int64_t n)
{
	return n < 0 ? NAN : (double)n;
}

void aisp_surroundings_read(struct aisp_surroundings *s, pid_t pid, int cpu)
{
	struct aisp_cgroup cg;

	aisp_cgroup_read_of(&cg, pid);
	s->quota_cpus = cg.version ? cg.quota_cpus : NAN;
	s->n_throttled = or_nan(cg.n_throttled);
	s->n_heat_events =
		read_number(CPU_DIR "thermal_throttle/core_throttle_count", cpu) +
		read_number(CPU_DIR "thermal_throttle/package_throttle_count", cpu);
	/* On many CPUs, reading it takes long. */
	s->steal_ns = aisp_is_virtual() ? read_steal_ns(cpu) : 0;
	s->governor = read_governor(cpu);
	s->power_limit_w = 1e-6 * read_number("/sys/class/powercap/intel-rapl:%d/"
					      "constraint_0_power_limit_uw",
					      0);
	s->driver = read_driver();
}
