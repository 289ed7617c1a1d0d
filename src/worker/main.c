/* SPDX-License-Identifier: MIT
 *
 * main.c - the untrusted child: it drops its rights, loads one variant, then runs it
 * whenever the doorbell rings.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <link.h>
#include <linux/futex.h>
#include <malloc.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/fit.h"
#include "fp_mode.h"
#include "worker.h"
#include "worker_device.h"

struct worker {
	const struct aisp_plan *plan;
	struct aisp_report *report;
	struct aisp_io io[AISP_MAX_SLOTS];
	const struct aisp_worker_device *device;
	const struct aisp_gpu_trace_ops *trace; /* NULL: no audit */
	const struct aisp_variant *variant;
	int (*restore)(const struct aisp_io *); /* NULL: the variant has host code */
	bool is_armed;
	void *state;
};

static inline bool is_rung(const struct aisp_plan *p, uint32_t seen)
{
	return atomic_load_explicit(&p->bell.go, memory_order_acquire) != seen;
}

/* Waking up takes time, which must not be the call's. */
static void spin_a_while(const struct aisp_plan *p, uint32_t seen)
{
	int64_t end_ns = aisp_now_ns() + AISP_AWAKE_NS;

	while (!is_rung(p, seen) && aisp_now_ns() < end_ns)
		for (int i = 0; i < 64 && !is_rung(p, seen); i++)
			aisp_spin_pause();
}

static void wait_bell(const struct aisp_plan *p, uint32_t seen,
		      enum aisp_command_word last)
{
	if (p->is_spin)
		while (!is_rung(p, seen))
			aisp_spin_pause();
	if (last == AISP_CMD_READY)
		spin_a_while(p, seen);
	while (!is_rung(p, seen))
		syscall(SYS_futex, &p->bell.go, FUTEX_WAIT, seen, NULL, NULL, 0);
}

/* Only non-temporal stores could become visible after the answer. */
static inline void finish_stores(void)
{
#if defined(__x86_64__)
	__builtin_ia32_sfence();
#endif
}

static void answer(const struct worker *w, uint32_t number, int status)
{
	const struct aisp_bell *bell = &w->plan->bell;
	bool is_awaited = w->plan->is_spin && aisp_is_timed(bell->command) &&
			  !bell->is_patient; /* the answer brings the next command */

	w->report->status = status;
	finish_stores();
	atomic_store_explicit(&w->report->done, number, memory_order_release);
	if (!is_awaited)
		syscall(SYS_futex, &w->report->done, FUTEX_WAKE, INT_MAX, NULL, NULL,
			0);
}

#define HAS(v, member)                                                                 \
	(reaches(v, offsetof(struct aisp_variant, member) + sizeof((v)->member)) &&    \
	 (v)->member)

/* An object built with an earlier header ends before the last members. */
static bool reaches(const struct aisp_variant *v, size_t end)
{
	const ElfW(Sym) *symbol = NULL;
	Dl_info info;

	return dladdr1(v, &info, (void **)&symbol, RTLD_DL_SYMENT) && symbol &&
	       symbol->st_size >= end;
}

static void tell_why(struct worker *w, int status)
{
	const struct aisp_variant *v = w->variant;
	struct aisp_report *r = w->report;

	if (status == -ENOTSUP && HAS(v, needs))
		snprintf(r->text, sizeof(r->text), "needs %s", v->needs);
	else if (status && HAS(v, why) && v->why[0])
		snprintf(r->text, sizeof(r->text), "%s", v->why);
}

/* Class and summary are what the judge read in the source, not the launcher's own. */
static int load_launcher(struct worker *w, void *launcher)
{
	struct aisp_report *r = w->report;

	*(void **)&w->restore = dlsym(launcher, "aisp_kernel_restore");
	r->cls = w->plan->kernels.cls;
	memcpy(r->summary, w->plan->kernels.summary, sizeof(r->summary));
	return w->restore ? 0 : -ENOEXEC;
}

static int load(struct worker *w)
{
	struct aisp_report *r = w->report;
	bool has_host_code = !w->plan->launcher_path[0];
	void *object =
		dlopen(has_host_code ? w->plan->variant_path : w->plan->launcher_path,
		       RTLD_NOW | RTLD_LOCAL);

	if (object)
		w->variant = dlsym(object, "aisp_variant");
	if (!w->variant) {
		snprintf(r->text, sizeof(r->text), "%s%s", dlerror(),
			 aisp_symbol_remedy(object));
		return -ENOEXEC;
	}
	if (!aisp_variant_fits(w->variant, r->text, sizeof(r->text)))
		return -ENOEXEC;
	r->cls = w->variant->cls;
	r->device = w->variant->device;
	if (w->variant->summary)
		snprintf(r->summary, sizeof(r->summary), "%s", w->variant->summary);
	if (w->variant->library)
		snprintf(r->library, sizeof(r->library), "%s", w->variant->library);
	return has_host_code ? 0 : load_launcher(w, object);
}

/* If setup() fails, the text tells what is lacking: the reason of a skip. */
static int set_up(struct worker *w)
{
	const struct aisp_variant *v = w->variant;
	int status = v->setup ? v->setup(&w->io[0], &w->state) : 0;

	tell_why(w, status);
	return status;
}

static int call_all(struct worker *w)
{
	int (*run)(const struct aisp_io *, void *) = w->variant->run;
	uint32_t first = w->plan->bell.first_slot, n = w->plan->bell.n_calls;
	int status = 0;

	aisp_fp_reset();
	for (uint32_t i = first; i < first + n && !status; i++)
		status = run(&w->io[i], w->state);
	tell_why(w, status);
	w->report->has_fp_changed |= aisp_fp_mode() != AISP_FP_DEFAULT;
	return status;
}

static int enqueue(struct worker *w)
{
	int status = w->device->begin(w->report);

	if (!status)
		status = call_all(w);
	return status ? status : w->device->end(w->report);
}

/* Enqueue a ring's calls behind gates; device globals are restored first. */
static int arm(struct worker *w)
{
	const struct aisp_bell *bell = &w->plan->bell;
	int status = 0;

	if (w->restore)
		status = w->restore(&w->io[bell->first_slot]);
	if (!status)
		status = w->device->close_gates(bell->closed, w->report);
	if (!status)
		status = enqueue(w);
	w->is_armed = !status;
	return status;
}

static int run_calls(struct worker *w)
{
	int status;

	if (w->trace)
		w->trace->reset();
	status = w->is_armed ? 0 : enqueue(w);
	w->is_armed = false;
	if (!status)
		status = w->device->wait(w->report);
	if (w->trace)
		w->report->has_trace = !w->trace->take(&w->report->trace);
	return status;
}

static void *map(void *at, int fd, size_t bytes, int prot)
{
	void *p = mmap(at, bytes, prot, MAP_SHARED | (at ? MAP_FIXED_NOREPLACE : 0), fd,
		       0);

	return p == MAP_FAILED || (at && p != at) ? NULL : p;
}

/* If the judge died before prctl(), our parent is init or a reaper. */
static bool is_bound_to_judge(const struct aisp_plan *p)
{
	return !prctl(PR_SET_PDEATHSIG, SIGKILL) && getppid() == p->judge_pid;
}

static const void *find_symbol(struct worker *w, const char *path, const char *name)
{
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	const void *symbol = object ? dlsym(object, name) : NULL;

	if (!symbol)
		snprintf(w->report->text, sizeof(w->report->text), "%s", dlerror());
	return symbol;
}

/* Plugins are loaded while files may still be read. */
static bool find_plugins(struct worker *w)
{
	w->device = &aisp_worker_host;
	if (!w->plan->device_plugin_path[0])
		return true;
	if (w->plan->trace_plugin_path[0]) {
		w->trace = find_symbol(w, w->plan->trace_plugin_path,
				       AISP_GPU_TRACE_SYMBOL);
		if (!w->trace)
			return false;
	}
	w->device =
		find_symbol(w, w->plan->device_plugin_path, AISP_WORKER_DEVICE_SYMBOL);
	return w->device;
}

static int start_trace(struct worker *w)
{
	if (!w->trace || !w->trace->start())
		return 0;
	snprintf(w->report->text, sizeof(w->report->text), "%s", w->trace->why());
	return -ENOSYS;
}

/*
 * libgomp reads how its threads shall wait when it is loaded.  With more threads than
 * CPUs, spinning ones keep others from the CPU.  The variant finds no environment.
 */
static void load_patient_openmp(void)
{
	setenv("OMP_WAIT_POLICY", "passive", 1);
	dlopen("libgomp.so.1", RTLD_LAZY | RTLD_LOCAL); /* there may be none */
	unsetenv("OMP_WAIT_POLICY");
}

/* Returns 0, or why the variant cannot be loaded. */
static int prepare(struct worker *w)
{
	int rc;

	if (!find_plugins(w))
		return -ENODEV;
	if (w->plan->is_patient && w->plan->n_threads > 1)
		load_patient_openmp();
	aisp_sandbox_enter(w->plan, w->report);
	rc = start_trace(w);
	if (!rc)
		rc = w->device->open(w->plan, w->report);
	if (!rc)
		rc = w->device->map(w->plan, w->io, w->report);
	aisp_sandbox_filter(w->plan, w->report);
	return rc;
}

/*
 * Libraries allocate where a program does not: OpenMP for its tasks, the loader for a
 * thread's variables.  While the heap may still grow, it gets room for that in one
 * piece, whatever setup() freed.  The pages are touched, unless memory is judged: then
 * they count only when they are written to.
 */
static void leave_room(const struct aisp_plan *p)
{
	enum {
		ROOM_BYTES = (1 << 20) + (64 << 10), /* with headers of small blocks */
		COUNTED_BYTES = 64 << 10,
	};
	size_t bytes = p->is_counted ? COUNTED_BYTES : ROOM_BYTES;
	void *room;

	mallopt(M_MMAP_THRESHOLD, 2 * ROOM_BYTES); /* map no block separately */
	room = malloc(bytes);
	if (room && !p->is_counted)
		explicit_bzero(room, bytes);
	free(room);
}

static int obey(struct worker *w)
{
	switch (w->plan->bell.command) {
	case AISP_CMD_ENTER:
		return prepare(w);
	case AISP_CMD_LOAD:
		return load(w);
	case AISP_CMD_SETUP:
		return set_up(w);
	case AISP_CMD_CONFINE:
		if (!w->plan->may_allocate)
			leave_room(w->plan);
		if (aisp_sandbox_confine(w->plan))
			w->report->layers |= 1u << AISP_LAYER_CONFINED;
		return 0;
	case AISP_CMD_READY:
		return w->device->ready(w->is_armed, w->report);
	case AISP_CMD_ARM:
		return arm(w);
	case AISP_CMD_RUN:
		return run_calls(w);
	case AISP_CMD_TEARDOWN:
		if (w->variant->teardown)
			w->variant->teardown(w->state);
		return 0;
	}
	return -EINVAL;
}

static int compare_bytes(const void *a, const void *b)
{
	return *(const unsigned char *)a - *(const unsigned char *)b;
}

/*
 * What glibc asks the kernel at first use, which may be in run(): qsort() of more than
 * 1 KiB asks for the memory size; pthread_exit() loads libgcc_s; malloc() makes a heap
 * for each thread; gmtime_r() reads the time zone.
 */
static void prepare_c_library(const struct aisp_plan *p)
{
	static unsigned char bytes[2048];

	mallopt(M_TRIM_THRESHOLD, -1); /* after setup() the heap may not shrink */
	if (!p->may_allocate)
		mallopt(M_ARENA_MAX, 1);
	qsort(bytes, sizeof(bytes), 1, compare_bytes);
	tzset();
	dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_LOCAL);
}

int main(void)
{
	static struct worker w;
	uint32_t number = 0;
	enum aisp_command_word command = AISP_CMD_ENTER;

	/* Signals to a whole process group are meant for the judge, which ends us. */
	signal(SIGINT, SIG_IGN);
	signal(SIGTERM, SIG_IGN);
	signal(SIGHUP, SIG_IGN);
	w.plan = map((void *)(uintptr_t)AISP_PLAN_ADDRESS, AISP_FD_PLAN,
		     sizeof(*w.plan), PROT_READ);
	w.report = map(NULL, AISP_FD_REPORT, sizeof(*w.report), PROT_READ | PROT_WRITE);
	if (!w.plan || !w.report || !is_bound_to_judge(w.plan) ||
	    aisp_buffers_map(w.plan, w.report->rank, w.io))
		return 1;
	prepare_c_library(w.plan);
	aisp_faults_report_to(w.report,
			      w.plan->device_plugin_path[0] || w.plan->group_pid);
	for (;;) {
		wait_bell(w.plan, number, command);
		command = w.plan->bell.command; /* the next command may follow */
		answer(&w, ++number, obey(&w));
		if (command == AISP_CMD_TEARDOWN)
			_exit(0);
	}
}
