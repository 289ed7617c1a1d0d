/* SPDX-License-Identifier: MIT
 *
 * system_facts.h - limits, settings, versions and messages of this machine, as far
 * as this user may see them.
 */
#ifndef AISP_SYSTEM_FACTS_H
#define AISP_SYSTEM_FACTS_H

#include <jansson.h>

/*
 * { "rlimits": { name: [soft, hard] }, null: unlimited, "sysctl": { name: text or
 *   null }, "boot": [words of the kernel's command line that concern performance],
 *   "free_bytes": { directory: number } }
 */
json_t *aisp_facts_limits(void);

/* { "kernel", "os", "libc", "gpu_driver" } */
json_t *aisp_facts_versions(void);

/* The environment variables that may be shown: { name: value }. */
json_t *aisp_facts_environment(void);

/*
 * The kernel's messages about trouble, the last ones; to be freed.  NULL with *err
 * filled where this user may not read them.
 */
struct aisp_err;
char *aisp_facts_messages(struct aisp_err *err);

#endif
