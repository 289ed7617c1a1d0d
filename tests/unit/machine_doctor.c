/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "machine/doctor.h"
#include "machine_tree.h"
#include "tap.h"

#define CPU    "/sys/devices/system/cpu"
#define GOV(n) CPU "/cpu" #n "/cpufreq/scaling_governor"
#define THP    "/sys/kernel/mm/transparent_hugepage/enabled"
#define NUMA   "/proc/sys/kernel/numa_balancing"

static char record[4096];
static int n_shown, n_early;

/* The change must be announced while the old value still stands. */
static void show(void *arg, const struct aisp_change *c)
{
	char now[64];

	(void)arg;
	n_shown++;
	aisp_sys_read(c->path, now, sizeof(now));
	aisp_sys_choice(now);
	n_early += !strcmp(now, c->from);
}

static void make_sick(void)
{
	tree_make();
	snprintf(record, sizeof(record), "%s/cache/undo.json", aisp_sys_root());
	tree_put("/proc/stat", "cpu  1 0 1 8 0 0 0 0\nintr 5\n");
	tree_put("/proc/9/comm", "irqbalance\n");
	tree_put("/proc/meminfo", "MemTotal: 1000 kB\nMemAvailable: 50 kB\n"
				  "SwapTotal: 4096 kB\nSwapFree: 1024 kB\n");
	tree_put(GOV(0), "schedutil\n");
	tree_put(GOV(1), "performance\n");
	tree_put(GOV(12), "powersave\n");
	tree_put(CPU "/cpufreq/boost", "1\n");
	tree_put(CPU "/smt/active", "1\n");
	tree_put(THP, "[always] madvise never\n");
	tree_put("/sys/devices/system/node/node0/x", "");
	tree_put("/sys/devices/system/node/node1/x", "");
	tree_put(NUMA, "1\n");
	tree_put("/proc/sys/kernel/randomize_va_space", "0\n");
	tree_put("/proc/sys/kernel/perf_event_paranoid", "4\n");
	tree_put("/proc/sys/kernel/nmi_watchdog", "1\n");
	tree_put("/sys/devices/system/clocksource/clocksource0/current_clocksource",
		 "hpet\n");
	tree_put("/sys/devices/system/clocksource/clocksource0/available_clocksource",
		 "hpet tsc \n");
	tree_put(CPU "/vulnerabilities/spectre_v1", "Mitigation: x\n");
}

static const struct aisp_symptom *find(const struct aisp_diagnosis *d, const char *name)
{
	for (int i = 0; i < d->n; i++)
		if (!strcmp(d->symptoms[i].name, name))
			return &d->symptoms[i];
	abort();
}

static int is(const struct aisp_diagnosis *d, const char *name, enum aisp_harm harm)
{
	const struct aisp_symptom *s = find(d, name);

	return s->harm == harm && s->state[0] &&
	       (harm >= AISP_HARM_WARN) == (s->remedy[0] != '\0');
}

static void test_sick(void)
{
	struct aisp_diagnosis d;

	ok(!aisp_doctor_examine(&d, NULL), "examine");
	ok(is(&d, "governor", AISP_HARM_BAD), "governor");
	ok(strstr(find(&d, "governor")->state, "2 of 3 CPUs") != NULL,
	   "on 2 of 3 CPUs");
	ok(is(&d, "boost", AISP_HARM_WARN), "boost");
	ok(is(&d, "smt", AISP_HARM_WARN) && !find(&d, "smt")->fix,
	   "smt, left to the user");
	ok(is(&d, "thp", AISP_HARM_WARN), "thp");
	ok(is(&d, "numa balancing", AISP_HARM_BAD), "numa balancing");
	ok(is(&d, "interrupts", AISP_HARM_WARN), "irqbalance");
	ok(is(&d, "steal", AISP_HARM_UNKNOWN), "no time passed here: steal unknown");
	ok(is(&d, "cpu quota", AISP_HARM_UNKNOWN), "no cgroup files: quota unknown");
	ok(is(&d, "swap", AISP_HARM_WARN), "swap in use");
	ok(is(&d, "memory", AISP_HARM_WARN), "little memory");
	ok(is(&d, "aslr", AISP_HARM_WARN), "aslr off");
	ok(is(&d, "clocksource", AISP_HARM_WARN), "hpet");
	ok(is(&d, "perf events", AISP_HARM_WARN), "paranoid");
	ok(is(&d, "nmi watchdog", AISP_HARM_WARN), "nmi watchdog");
	ok(is(&d, "mitigations", AISP_HARM_OK), "mitigations inform");
}

static void apply(struct aisp_changes *c)
{
	struct aisp_diagnosis d;

	if (aisp_doctor_examine(&d, NULL) || aisp_doctor_plan(&d, c, NULL))
		abort();
}

static size_t recorded(void)
{
	json_t *j = json_load_file(record, 0, NULL);
	size_t n = json_array_size(j);

	json_decref(j);
	return n;
}

static void test_fix(void)
{
	struct aisp_changes c;
	struct aisp_err err = { "" };

	apply(&c);
	ok(c.n == 9, "two governors and seven other writes are planned");
	ok(tree_is(GOV(0), "schedutil"), "planning writes nothing");
	ok(!aisp_doctor_may(&c, &err), "all may be written");
	ok(!aisp_doctor_apply(&c, record, show, NULL, &err), "fix");
	ok(n_shown == 9 && n_early == 9, "every change is shown before it is made");
	ok(tree_is(GOV(0), "performance") && tree_is(GOV(12), "performance"),
	   "governors");
	ok(tree_is(THP, "madvise") && tree_is(NUMA, "0"), "thp and numa");
	aisp_changes_release(&c);
	tree_put(GOV(0), "ondemand\n");
	apply(&c);
	ok(c.n == 1 && !aisp_doctor_apply(&c, record, show, NULL, &err),
	   "fix once more");
	aisp_changes_release(&c);
	ok(recorded() == 9, "a file changed twice is recorded once");
	ok(!aisp_doctor_undo(record, show, NULL, &err), "undo");
	ok(tree_is(GOV(0), "schedutil"), "the first old value, not the second");
	ok(tree_is(GOV(12), "powersave") && tree_is(GOV(1), "performance"),
	   "the others");
	ok(tree_is(THP, "always") && tree_is(NUMA, "1") &&
		   tree_is(CPU "/cpufreq/boost", "1") &&
		   tree_is("/proc/sys/kernel/perf_event_paranoid", "4"),
	   "and all else as it was");
	ok(access(record, F_OK) != 0, "the record is gone");
	n_shown = 0;
	ok(!aisp_doctor_undo(record, show, NULL, &err) && !n_shown,
	   "a second undo: nothing");
}

static int is_refused(const char *text)
{
	struct aisp_err err = { "" };

	tree_put("/cache/undo.json", text);
	return aisp_doctor_undo(record, show, NULL, &err) && err.msg[0] &&
	       !access(record, F_OK);
}

static void test_damaged_record(void)
{
	struct aisp_err err = { "" };
	struct aisp_changes c;

	n_shown = 0;
	ok(is_refused("") && is_refused("{") && is_refused("{}") && is_refused("[1]") &&
		   is_refused("[{\"path\": \"" NUMA "\", \"from\": 1, \"to\": \"0\"}]"),
	   "a damaged record is refused, and kept");
	ok(is_refused(
		   "[{\"path\": \"/etc/passwd\", \"from\": \"x\", \"to\": \"y\"}]") &&
		   is_refused("[{\"path\": \"" CPU
			      "/cpu0/../cpu1/cpufreq/scaling_governor\", "
			      "\"from\": \"x\", \"to\": \"y\"}]"),
	   "a path that no fix touches is refused");
	ok(n_shown == 0, "and nothing is written");
	apply(&c);
	ok(aisp_doctor_apply(&c, record, show, NULL, &err) && tree_is(NUMA, "1"),
	   "no fix either while the record cannot be added to");
	aisp_changes_release(&c);
	tree_put("/cache/undo.json",
		 "[{\"path\": \"" NUMA "\", \"from\": \"0\", \"to\": \"1\"},"
		 "{\"path\": \"" GOV(77) "\", \"from\": \"x\", \"to\": \"y\"}]");
	ok(aisp_doctor_undo(record, show, NULL, &err) && strstr(err.msg, "cpu77") &&
		   tree_is(NUMA, "0"),
	   "a file that went away is named; the others are restored");
	ok(aisp_doctor_undo(record, show, NULL, &err) && !access(record, F_OK),
	   "and what is left stays recorded");
}

static void test_healthy(void)
{
	struct aisp_diagnosis d;
	struct aisp_changes c;

	tree_make();
	tree_put("/proc/stat", "cpu  1 0 1 8\n");
	tree_put(GOV(0), "performance\n");
	tree_put(CPU "/intel_pstate/no_turbo", "1\n");
	tree_put(THP, "always [madvise] never\n");
	tree_put("/proc/sys/kernel/nmi_watchdog", "yes\n");
	tree_put("/proc/sys/kernel/randomize_va_space", "2\n");
	ok(!aisp_doctor_examine(&d, NULL), "examine");
	ok(is(&d, "governor", AISP_HARM_OK) && is(&d, "boost", AISP_HARM_OK) &&
		   is(&d, "thp", AISP_HARM_OK) && is(&d, "aslr", AISP_HARM_OK),
	   "what is right is ok");
	ok(is(&d, "nmi watchdog", AISP_HARM_UNKNOWN) &&
		   is(&d, "swap", AISP_HARM_UNKNOWN) &&
		   is(&d, "perf events", AISP_HARM_UNKNOWN),
	   "garbage and missing files are unknown, not ok");
	ok(!aisp_doctor_plan(&d, &c, NULL) && c.n == 0, "nothing to change");
	aisp_changes_release(&c);
	tree_remove();
}

int main(void)
{
	make_sick();
	test_sick();
	test_fix();
	test_damaged_record();
	tree_remove();
	test_healthy();
	return done();
}
