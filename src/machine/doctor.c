/* SPDX-License-Identifier: MIT
 *
 * doctor.c - the table of symptoms, and the fixes that they share.
 */
#include <fnmatch.h>
#include <string.h>

#include "doctor_parts.h"
#include "sysfile.h"

static const struct {
	const char *name, *why;
	void (*examine)(const struct aisp_view *, struct aisp_symptom *);
} table[] = {
	{ "governor", "Any governor but performance lowers the clock between samples.",
	  aisp_symptom_governor },
	{ "boost", "The boost clock depends on temperature and on who else is busy.",
	  aisp_symptom_boost },
	{ "smt",
	  "What runs on a core's other half takes its execution units and caches.",
	  aisp_symptom_smt },
	{ "thp",
	  "Always: huge pages come and go by chance; never: TLB misses dominate.",
	  aisp_symptom_thp },
	{ "numa balancing",
	  "The kernel unmaps pages to see who uses them, then moves them.",
	  aisp_symptom_numa_balancing },
	{ "interrupts", "An interrupt in a timed call lengthens it.",
	  aisp_symptom_interrupts },
	{ "steal", "The clock runs on while the hypervisor runs another guest.",
	  aisp_symptom_steal },
	{ "cpu quota", "A quota stops all threads for the rest of each period.",
	  aisp_symptom_quota },
	{ "other load", "Others take CPU time, cache and memory bandwidth.",
	  aisp_symptom_other_load },
	{ "swap", "A page that was swapped out costs milliseconds.",
	  aisp_symptom_swap },
	{ "memory", "Short of memory, the kernel reclaims pages in timed calls.",
	  aisp_symptom_memory },
	{ "aslr",
	  "Without it every launch has one layout, and its luck looks like speed.",
	  aisp_symptom_aslr },
	{ "clocksource",
	  "Other clocks than the CPU's own counter cost a microsecond to read.",
	  aisp_symptom_clocksource },
	{ "perf events", "Above 2, an ordinary user gets no hardware counters.",
	  aisp_symptom_perf },
	{ "nmi watchdog", "It occupies a hardware counter and interrupts every core.",
	  aisp_symptom_watchdog },
	{ "virtual", "A guest sees neither its clocks nor its neighbours.",
	  aisp_symptom_virtual },
	{ "mitigations", "They slow system calls and switches; compare like with like.",
	  aisp_symptom_mitigations },
	{ "noise floor",
	  "Runs call nothing FASTER or SLOWER within it; without one, within 1 %.",
	  aisp_symptom_noise },
};

#define N_TABLE ((int)(sizeof(table) / sizeof(table[0])))

_Static_assert(sizeof(table) / sizeof(table[0]) + AISP_N_GPU_SYMPTOMS <=
		       AISP_MAX_SYMPTOMS,
	       "table fits");

int aisp_doctor_examine(struct aisp_diagnosis *d, struct aisp_err *err)
{
	struct aisp_view v;

	*d = (struct aisp_diagnosis){ .n = 0 };
	if (aisp_hw_read(&v.hw, err) || aisp_host_load_sample(&v.load, 500, err))
		return -1;
	for (d->n = 0; d->n < N_TABLE; d->n++) {
		struct aisp_symptom *s = &d->symptoms[d->n];

		s->name = table[d->n].name;
		s->why = table[d->n].why;
		table[d->n].examine(&v, s);
	}
	aisp_doctor_examine_gpus(d);
	return 0;
}

const char *aisp_harm_name(enum aisp_harm harm)
{
	static const char *const names[] = { "unknown", "ok", "warn", "bad" };

	return names[harm];
}

json_t *aisp_diagnosis_json(const struct aisp_diagnosis *d, struct aisp_err *err)
{
	json_t *list = json_array();

	for (int i = 0; i < d->n; i++) {
		const struct aisp_symptom *s = &d->symptoms[i];

		json_array_append_new(
			list,
			json_pack("{s:s, s:s, s:s, s:s, s:o, s:b}", "name", s->name,
				  "harm", aisp_harm_name(s->harm), "state", s->state,
				  "why", s->why, "remedy",
				  s->remedy[0] ? json_string(s->remedy) : json_null(),
				  "can_fix", s->fix != NULL));
	}
	if (!list)
		aisp_err_set(err, "describe the symptoms as JSON: out of memory");
	return list;
}

int aisp_doctor_knows(const char *path)
{
	for (int i = 0; i < AISP_N_FIXES; i++)
		if (!fnmatch(aisp_fixes[i].pattern, path, FNM_PATHNAME | FNM_PERIOD))
			return 1;
	return 0;
}
