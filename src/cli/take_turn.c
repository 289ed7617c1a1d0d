/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdio.h>

#include "take_turn.h"

static void say(void *command, const char *text)
{
	fprintf(stderr, "aisp %s: %s\n", (const char *)command, text);
}

int take_turn(struct aisp_locks *l, const char *command, struct aisp_err *err)
{
	cpu_set_t cpus;

	l->say = say;
	l->arg = (void *)(uintptr_t)command;
	if (sched_getaffinity(0, sizeof(cpus), &cpus))
		CPU_ZERO(&cpus);
	return aisp_lock_cpus(l, &cpus, err);
}
