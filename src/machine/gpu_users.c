/* SPDX-License-Identifier: MIT */
#include <string.h>
#include <unistd.h>

#include "doctor_parts.h"
#include "gpu_users.h"
#include "sysfile.h"

static void see_device(void *arg, const char *path)
{
	struct aisp_gpu_slots *s = arg;
	char vendor[16], class[16], file[512];

	snprintf(file, sizeof(file), "%s/vendor", path);
	aisp_sys_read(file, vendor, sizeof(vendor));
	snprintf(file, sizeof(file), "%s/class", path);
	aisp_sys_read(file, class, sizeof(class));
	/* NVIDIA; a display or 3D controller */
	if (s->n < AISP_MAX_GPUS && !strcmp(vendor, "0x10de") &&
	    !strncmp(class, "0x03", 4) && strlen(path) < sizeof(s->path[0]))
		memcpy(s->path[s->n++], path, strlen(path) + 1);
}

void aisp_gpu_slots_find(struct aisp_gpu_slots *s)
{
	s->n = 0;
	aisp_sys_each("/sys/bus/pci/devices/*", see_device, s);
}

/* "/proc/812/fd/3" */
static void see_file(void *arg, const char *path)
{
	struct aisp_gpu_users *u = arg;
	struct aisp_gpu_user *user = &u->list[u->n];
	int pid = (int)strtol(path + strlen("/proc/"), NULL, 10);
	char below[4200], to[64] = "", file[64];

	if (aisp_sys_path(below, sizeof(below), path) ||
	    readlink(below, to, sizeof(to) - 1) < 0 ||
	    strncmp(to, "/dev/nvidia", strlen("/dev/nvidia")) != 0)
		return;
	if (u->n == AISP_MAX_GPU_USERS || (u->n && user[-1].pid == pid))
		return;
	user->pid = pid;
	snprintf(user->file, sizeof(user->file), "%.31s", to);
	snprintf(file, sizeof(file), "/proc/%d/comm", pid);
	aisp_sys_read(file, user->name, sizeof(user->name));
	snprintf(file, sizeof(file), "/proc/%d/cgroup", pid);
	aisp_sys_read(file, user->group, sizeof(user->group));
	u->n++;
}

void aisp_gpu_users_find(struct aisp_gpu_users *u)
{
	u->n = 0;
	aisp_sys_each("/proc/[0-9]*/fd/*", see_file, u);
}
