/* SPDX-License-Identifier: MIT
 *
 * reset_plan.h - the steps that reset the GPUs of a machine, in their order.
 *
 * What is shown before is the list that is then run.
 */
#ifndef AISP_RESET_PLAN_H
#define AISP_RESET_PLAN_H

#include <stdbool.h>
#include <stdio.h>

#include "base/err.h"
#include "machine/gpu_users.h"

enum reset_action {
	RESET_STOP,   /* a service */
	RESET_UNLOAD, /* a kernel module */
	RESET_PCI,    /* a device, by its folder below /sys */
	RESET_SMI,    /* one GPU, as nvidia-smi names it, or all: "" */
	RESET_LOAD,   /* a kernel module */
	RESET_START,  /* a service */
};

#define RESET_MAX_STEPS (AISP_MAX_GPUS + 32)

struct reset_step {
	enum reset_action action;
	char of[96];
};

struct reset_plan {
	int n;
	struct reset_step steps[RESET_MAX_STEPS];
};

/* By the driver alone: nvidia-smi --gpu-reset, of one GPU or all (NULL). */
void reset_plan_driver(struct reset_plan *p, const char *gpu);

/*
 * Of all GPUs without the driver's help: stop the services that hold them and run here,
 * unload the kernel modules that are loaded, reset each device through its PCIe slot,
 * load and start again what was there.
 */
void reset_plan_system(struct reset_plan *p);

/* One of the services that it stops, whose process therefore ends first. */
bool reset_plan_stops(const struct reset_plan *p, const struct aisp_gpu_user *u);

int reset_plan_devices(const struct reset_plan *p);

/* A command a line, as a shell would take it. */
void reset_plan_print(const struct reset_plan *p, FILE *f);

/*
 * Run it.  After a step that fails no other is tried but loading and starting again.
 * 0, or -1 with the first failure in *err.
 */
int reset_plan_run(const struct reset_plan *p, struct aisp_err *err);

#endif
