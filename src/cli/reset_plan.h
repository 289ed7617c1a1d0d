/* SPDX-License-Identifier: MIT
 *
 * reset_plan.h - the ordered steps that reset the GPUs of a machine.
 *
 * The list that is shown first is the list that runs.
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

/* Plans a reset by the driver: nvidia-smi --gpu-reset, of one GPU or all (NULL). */
void reset_plan_driver(struct reset_plan *p, const char *gpu);

/*
 * Plans a reset of all GPUs without the driver's help: stop the services that run here
 * and hold GPUs, unload the loaded kernel modules, reset each device through its PCIe
 * slot, then load and start the same modules and services again.
 */
void reset_plan_system(struct reset_plan *p);

/* Does the process belong to a service that the plan stops first? */
bool reset_plan_stops(const struct reset_plan *p, const struct aisp_gpu_user *u);

int reset_plan_devices(const struct reset_plan *p);

/* Prints one command per line, as for a shell. */
void reset_plan_print(const struct reset_plan *p, FILE *f);

/*
 * Runs the plan.  After a failed step, only the steps that load and start are tried.
 * Returns 0, or -1 with the first failure in *err.
 */
int reset_plan_run(const struct reset_plan *p, struct aisp_err *err);

#endif
