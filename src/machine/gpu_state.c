/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "gpu_state.h"
#include "sysfile.h"

static double or_nan(int64_t value, double unit)
{
	return value < 0 ? NAN : (double)value * unit;
}

static int holds(const struct aisp_gpu_state *s, pid_t pid)
{
	for (int i = 0; i < s->n_processes; i++)
		if (s->processes[i].pid == pid)
			return 1;
	return 0;
}

static void add(struct aisp_gpu_state *s, const struct aisp_nvml_process *from)
{
	struct aisp_gpu_process *p = &s->processes[s->n_processes];
	char path[64];

	if (s->n_processes == AISP_GPU_MAX_PROCESSES || holds(s, (pid_t)from->pid))
		return;
	s->n_processes++;
	p->pid = (pid_t)from->pid;
	p->memory_bytes = from->used == ~0ull ? -1 : (int64_t)from->used;
	snprintf(path, sizeof(path), "/proc/%u/comm", from->pid);
	aisp_sys_read(path, p->name, sizeof(p->name));
}

/* Returns 0, or -1 if the driver does not tell. */
static int read_processes(const struct aisp_nvml *n, struct aisp_nvml_device *d,
			  enum aisp_nvml_process_kind kind, struct aisp_gpu_state *s)
{
	struct aisp_nvml_process list[256];
	unsigned count = sizeof(list) / sizeof(*list);

	if (!n->processes[kind] || n->processes[kind](d, &count, list))
		return -1;
	for (unsigned i = 0; i < count; i++)
		add(s, &list[i]);
	return 0;
}

void aisp_gpu_state_of(const struct aisp_nvml *n, struct aisp_nvml_device *d,
		       struct aisp_gpu_state *s)
{
	unsigned long long reasons;

	s->sm_mhz = or_nan(
		aisp_nvml_choice(n, d, AISP_NVML_CLOCK_MHZ, AISP_NVML_CLOCK_SM), 1);
	s->memory_mhz = or_nan(
		aisp_nvml_choice(n, d, AISP_NVML_CLOCK_MHZ, AISP_NVML_CLOCK_MEMORY), 1);
	s->power_w = or_nan(aisp_nvml_number(n, d, AISP_NVML_POWER_MW), 1e-3);
	s->temperature_c = or_nan(aisp_nvml_choice(n, d, AISP_NVML_TEMPERATURE_C,
						   AISP_NVML_TEMPERATURE_GPU),
				  1);
	s->reasons = n->reasons && !n->reasons(d, &reasons) ? (int64_t)reasons : -1;
	s->n_processes = 0;
	/* A process that draws and computes is in both lists. */
	if (read_processes(n, d, AISP_NVML_COMPUTE, s))
		s->n_processes = -1;
	else
		read_processes(n, d, AISP_NVML_GRAPHICS, s);
}

int aisp_gpu_state_read(const struct aisp_nvml *n, const char *gpu,
			struct aisp_gpu_state *s, struct aisp_err *err)
{
	struct aisp_nvml_device *d;

	if (aisp_nvml_find(n, gpu, &d, err))
		return -1;
	aisp_gpu_state_of(n, d, s);
	return 0;
}

/* Appends to text, as far as there is room. */
__attribute__((format(printf, 3, 4))) static void append(char *text, size_t size,
							 const char *fmt, ...)
{
	size_t used = strlen(text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text + used, size - used, fmt, ap);
	va_end(ap);
}

void aisp_gpu_reasons_format(int64_t reasons, char *text, size_t size)
{
	static const char *const names[] = { "idle",          "user's clocks",
					     "power cap",     "hardware slowdown",
					     "sync boost",    "thermal limit",
					     "too hot",       "power brake",
					     "display clocks" };
	const int n = sizeof(names) / sizeof(*names);

	text[0] = '\0';
	if (reasons < 0)
		append(text, size, "unknown");
	else if (!reasons)
		append(text, size, "none");
	for (int i = 0; reasons > 0 && i < n; i++)
		if (reasons >> i & 1)
			append(text, size, "%s%s", text[0] ? ", " : "", names[i]);
	if (reasons > 0 && reasons >> n)
		append(text, size, "%s0x%llx", text[0] ? ", " : "",
		       (unsigned long long)reasons >> n << n);
}

static int is_in(pid_t pid, const pid_t *list, int n)
{
	for (int i = 0; i < n; i++)
		if (list[i] == pid)
			return 1;
	return 0;
}

int aisp_gpu_lists(const struct aisp_gpu_state *s, const pid_t *pids, int n_pids)
{
	for (int i = 0; i < s->n_processes; i++)
		if (is_in(s->processes[i].pid, pids, n_pids))
			return 1;
	return 0;
}

int aisp_gpu_others(const struct aisp_gpu_state *s, const pid_t *ours, int n_ours,
		    char *text, size_t size)
{
	int n = s->n_processes < 0 ? -1 : 0;

	text[0] = '\0';
	for (int i = 0; i < s->n_processes; i++) {
		const struct aisp_gpu_process *p = &s->processes[i];

		if (is_in(p->pid, ours, n_ours))
			continue;
		append(text, size, "%s%d", n++ ? ", " : "", (int)p->pid);
		if (p->name[0])
			append(text, size, " (%s)", p->name);
	}
	return n;
}
