/* SPDX-License-Identifier: MIT
 *
 * doctor_parts.h - what the doctor*.c files share: the symptoms, one function
 * each, and the fixes that they prescribe.
 */
#ifndef AISP_DOCTOR_PARTS_H
#define AISP_DOCTOR_PARTS_H

#include "doctor.h"
#include "grade.h"

#define AISP_SYS_CPU "/sys/devices/system/cpu"

enum aisp_fix_id {
	AISP_FIX_GOVERNOR,
	AISP_FIX_BOOST,
	AISP_FIX_TURBO,
	AISP_FIX_THP,
	AISP_FIX_NUMA,
	AISP_FIX_ASLR,
	AISP_FIX_CLOCKSOURCE,
	AISP_FIX_PERF,
	AISP_FIX_WATCHDOG,
	AISP_N_FIXES
};

extern const struct aisp_fix aisp_fixes[AISP_N_FIXES];

/* Data that symptoms share, besides files. */
struct aisp_view {
	struct aisp_hw hw;
	struct aisp_host_load load;
};

/* Sets s->harm and s->state. */
__attribute__((format(printf, 3, 4))) void
aisp_found(struct aisp_symptom *s, enum aisp_harm harm, const char *fmt, ...);

/* Sets s->remedy, or both it and s->fix. */
void aisp_advise(struct aisp_symptom *s, const char *remedy);
void aisp_prescribe(struct aisp_symptom *s, enum aisp_fix_id id);

/* Calls each(arg, path without the root) for every match; returns their number. */
int aisp_sys_each(const char *pattern, void (*each)(void *, const char *), void *arg);

void aisp_symptom_governor(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_boost(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_smt(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_thp(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_numa_balancing(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_interrupts(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_steal(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_quota(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_other_load(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_swap(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_memory(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_aslr(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_clocksource(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_perf(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_watchdog(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_virtual(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_mitigations(const struct aisp_view *v, struct aisp_symptom *s);
void aisp_symptom_noise(const struct aisp_view *v, struct aisp_symptom *s);

/* Appends the symptoms of GPUs; one symptom if there is none. */
#define AISP_N_GPU_SYMPTOMS 9
void aisp_doctor_examine_gpus(struct aisp_diagnosis *d);

#endif
