/* SPDX-License-Identifier: MIT
 *
 * gpu_users.h - NVIDIA GPUs and the processes that have them open, from /sys and /proc
 * only: a hanging driver answers no query.
 */
#ifndef AISP_GPU_USERS_H
#define AISP_GPU_USERS_H

#include "machine/gpu_hw.h"

struct aisp_gpu_slots {
	int n;
	char path[AISP_MAX_GPUS][64]; /* "/sys/bus/pci/devices/0000:0f:00.0" */
};

struct aisp_gpu_user {
	int pid;
	char name[32];
	char file[32];   /* "/dev/nvidia0", the first that it has open */
	char group[200]; /* what /proc/PID/cgroup says */
};

#define AISP_MAX_GPU_USERS 64

struct aisp_gpu_users {
	int n;
	struct aisp_gpu_user list[AISP_MAX_GPU_USERS];
};

void aisp_gpu_slots_find(struct aisp_gpu_slots *s);

/* Without root, sees only the user's own processes. */
void aisp_gpu_users_find(struct aisp_gpu_users *u);

#endif
