/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/futex.h>
#include <math.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/memfile.h"
#include "filter.h"
#include "launch.h"
#include "said.h"
#include "spawn.h"

#define MEMORY_ALLOWANCE_BYTES (UINT64_C(2) << 30) /* for a variant's own state */
#define MAX_ERRNO              4095
#define PATIENCE_NS            INT64_C(1000000) /* between looks at the worker's health */

const char *aisp_launch_status_name(enum aisp_launch_status s)
{
	static const char *const names[] = { "not run", "ok",      "unsupported",
					     "failed",  "crashed", "hung" };

	return names[s];
}

void aisp_placement_choose(struct aisp_placement *p, int n_threads)
{
	int first = 0;

	CPU_ZERO(&p->worker);
	sched_getaffinity(0, sizeof(p->worker), &p->worker);
	p->judge = p->worker;
	p->is_spin = CPU_COUNT(&p->worker) > n_threads;
	if (!p->is_spin)
		return;
	while (!CPU_ISSET(first, &p->worker))
		first++;
	CPU_ZERO(&p->judge);
	CPU_SET(first, &p->judge);
	CPU_CLR(first, &p->worker);
}

void aisp_placement_leave(const struct aisp_placement *p)
{
	cpu_set_t all;

	CPU_OR(&all, &p->judge, &p->worker);
	sched_setaffinity(0, sizeof(all), &all);
}

static void place_program(struct aisp_plan *p)
{
	const struct sock_fprog program = {
		.len = (unsigned short)p->run_filter.n,
		.filter = (struct sock_filter *)(uintptr_t)(AISP_PLAN_ADDRESS +
							    offsetof(struct aisp_plan,
								     run_filter.code))
	};

	_Static_assert(sizeof(program) == sizeof(p->run_program), "a 64-bit kernel");
	memcpy(p->run_program, &program, sizeof(program));
}

static int fill_plan(struct aisp_plan *p, const struct aisp_placement *where,
		     const struct aisp_buffers *b, const char *object, const char *lib,
		     struct aisp_err *err)
{
	const struct aisp_needs needs = { .n_threads = b->problem.n_threads,
					  .uses = b->problem.uses,
					  .is_gpu = b->on != NULL };

	aisp_buffers_describe(b, p);
	p->is_spin = where->is_spin;
	p->judge_pid = (int32_t)getpid();
	memcpy(p->param, b->io[0].param, sizeof(p->param));
	p->memory_limit_bytes = b->in_bytes + b->out_bytes + MEMORY_ALLOWANCE_BYTES;
	if (!realpath(object, p->variant_path))
		return aisp_err_errno(err, "%s", object);
	for (int i = 0; i < b->problem.n_in; i++)
		if (b->in_path[i][0])
			snprintf(p->scratch_path, sizeof(p->scratch_path), "%.*s",
				 (int)(strrchr(b->in_path[i], '/') - b->in_path[i]),
				 b->in_path[i]);
	if (b->on) {
		p->gpu_minor = b->on->info.minor;
		snprintf(p->gpu_plugin_path, sizeof(p->gpu_plugin_path),
			 "%s/cuda_worker.so", lib);
	}
	if (aisp_filter_load(&p->load_filter, &needs, err) ||
	    aisp_filter_run(&p->run_filter, &needs, err))
		return -1;
	place_program(p);
	return 0;
}

static void name_death(struct aisp_launch *l, const siginfo_t *info)
{
	char what[200];
	int signo = info->si_status;

	l->status = AISP_LAUNCH_CRASHED;
	if (info->si_code == CLD_EXITED && info->si_status == 128 + SIGSYS &&
	    l->report->signal == SIGSYS) {
		aisp_syscall_name(l->report->syscall, what, sizeof(what));
		snprintf(l->cause, sizeof(l->cause), "denied system call %s %s", what,
			 l->number <= AISP_CMD_SEAL + 1 ? "while loading or in setup()"
							: "after setup()");
	} else if (info->si_code == CLD_EXITED) {
		snprintf(l->cause, sizeof(l->cause), "exited with status %d",
			 info->si_status);
	} else if (l->report->signal == signo) {
		aisp_buffers_name_address(l->buffers, l->report->fault_address, what,
					  sizeof(what));
		snprintf(l->cause, sizeof(l->cause), "SIG%s at %s", sigabbrev_np(signo),
			 what);
	} else {
		snprintf(l->cause, sizeof(l->cause), "killed by SIG%s",
			 sigabbrev_np(signo));
	}
}

static inline bool is_done(const struct aisp_launch *l)
{
	return atomic_load_explicit(&l->report->done, memory_order_acquire) ==
	       l->number;
}

/*
 * True if the worker died without an answer; then status and cause are set.  One
 * that answers its last command may be dead before we look for the answer.
 */
static bool is_dead(struct aisp_launch *l)
{
	siginfo_t info = { 0 };

	if (waitid(P_PID, (id_t)l->pid, &info, WEXITED | WNOHANG | WNOWAIT) ||
	    !info.si_pid || is_done(l))
		return false;
	name_death(l, &info);
	waitpid(l->pid, NULL, 0);
	l->pid = 0;
	return true;
}

static void kill_worker(struct aisp_launch *l)
{
	if (!l->pid)
		return;
	kill(l->pid, SIGKILL);
	waitpid(l->pid, NULL, 0);
	l->pid = 0;
}

static bool is_hung(struct aisp_launch *l, int64_t since_ns)
{
	if (aisp_now_ns() - since_ns < l->limit_ns)
		return false;
	kill_worker(l);
	l->status = AISP_LAUNCH_HUNG;
	snprintf(l->cause, sizeof(l->cause),
		 "no answer for %.3g s (--timeout-multiplier)",
		 (double)l->limit_ns / 1e9);
	return true;
}

/*
 * Read the clock rarely, and do not pause: both delay seeing the answer, a pause by
 * 13 ns (EPYC Zen 5).  The judge has the core to itself.
 */
static int spin(struct aisp_launch *l, int64_t since_ns)
{
	for (int64_t look_ns = since_ns + PATIENCE_NS;;) {
		for (int i = 0; i < 256; i++) {
			if (is_done(l))
				return 0;
		}
		if (aisp_now_ns() < look_ns)
			continue;
		if (is_dead(l) || is_hung(l, since_ns))
			return -1;
		look_ns = aisp_now_ns() + PATIENCE_NS;
	}
}

static int sleep_until_done(struct aisp_launch *l, int64_t since_ns)
{
	const struct timespec patience = { 0, 50 * PATIENCE_NS };

	while (!is_done(l)) {
		syscall(SYS_futex, &l->report->done, FUTEX_WAIT, l->number - 1,
			&patience, NULL, 0);
		if (!is_done(l) && (is_dead(l) || is_hung(l, since_ns)))
			return -1;
	}
	return 0;
}

/* Spinning is for what is timed; loading may take longer than a time slice. */
static int wait_answer(struct aisp_launch *l, enum aisp_command_word command,
		       int64_t since_ns)
{
	if (l->plan->is_spin && aisp_is_timed(command))
		return spin(l, since_ns);
	return sleep_until_done(l, since_ns);
}

/* The time from the ring to the answer, or -1. */
static int64_t ring(struct aisp_launch *l, enum aisp_command_word command)
{
	struct aisp_bell *bell = &l->plan->bell;
	uint64_t ticks;
	int64_t t0, t1;

	bell->command = command;
	l->number++;
	ticks = aisp_ticks();
	t0 = aisp_now_ns();
	atomic_store_explicit(&bell->go, l->number, memory_order_release);
	if (!l->plan->is_spin)
		syscall(SYS_futex, &bell->go, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
	if (wait_answer(l, command, t0))
		return -1;
	t1 = aisp_now_ns();
	l->ring_ticks = aisp_ticks() - ticks;
	return t1 - t0;
}

/* With a GPU a denied call is an error to the caller, and may be why it gave up. */
static void add_denied(struct aisp_launch *l)
{
	size_t used = strlen(l->cause);
	char what[80];

	if (!l->report->n_denied)
		return;
	aisp_syscall_name(l->report->syscall, what, sizeof(what));
	snprintf(l->cause + used, sizeof(l->cause) - used,
		 ", after denied system call %s", what);
}

static int callback_failed(struct aisp_launch *l, const char *name)
{
	int status = l->report->status;
	char text[sizeof(l->report->text)];

	aisp_said(text, l->report->text, sizeof(text));
	if (!status)
		return 0;
	l->status = status == -ENOTSUP ? AISP_LAUNCH_UNSUPPORTED : AISP_LAUNCH_FAILED;
	if (text[0])
		snprintf(l->cause, sizeof(l->cause), "%s: %s", name, text);
	else
		snprintf(l->cause, sizeof(l->cause), "%s returned %d (%s)", name,
			 status, strerror(status < -MAX_ERRNO ? EINVAL : -status));
	add_denied(l);
	return -1;
}

/* What the worker says of its layers is believed before it has loaded the variant. */
static int enter(struct aisp_launch *l)
{
	struct aisp_process process;

	aisp_view_open(&l->view, l->pid);
	if (ring(l, AISP_CMD_ENTER) < 0 || callback_failed(l, "load"))
		return -1;
	l->layers = l->report->layers;
	aisp_process_read(&process, l->pid);
	l->heap_bytes = process.heap_bytes;
	l->n_descriptors = aisp_view_descriptors(&l->view);
	l->n_shared = aisp_view_shared(&l->view);
	l->has_objects = !aisp_objects_read(&l->objects, &l->view);
	return 0;
}

/* The kernel's count of filters; the worker's own word where it has none. */
static int seal(struct aisp_launch *l)
{
	if (ring(l, AISP_CMD_SEAL) < 0)
		return -1;
	l->n_filters = aisp_view_filters(&l->view);
	if (isnan(l->n_filters) ? l->report->layers >> AISP_LAYER_SEALED & 1
				: l->n_filters >= AISP_N_FILTERS)
		l->layers |= 1u << AISP_LAYER_SEALED;
	return 0;
}

static int load_and_set_up(struct aisp_launch *l)
{
	if (enter(l) || ring(l, AISP_CMD_LOAD) < 0 || callback_failed(l, "load"))
		return -1;
	l->cls =
		l->report->cls; /* it cannot be of one class now and of another later */
	if (ring(l, AISP_CMD_SETUP) < 0 || callback_failed(l, "setup()"))
		return -1;
	if (l->buffers->on && aisp_launch_run(l, 0, 1) < 0)
		return -1; /* a rehearsal: the driver loads kernels at first calls */
	if (l->is_audit)
		return 0; /* the counting needs system calls */
	return seal(l);
}

static int begin(struct aisp_launch *l, bool is_audit, const struct aisp_paths *paths,
		 const struct aisp_placement *where, const struct aisp_buffers *b,
		 const char *object, int64_t limit_ns, struct aisp_err *err)
{
	void *plan, *report;

	*l = (struct aisp_launch){ .plan_fd = -1,
				   .report_fd = -1,
				   .limit_ns = limit_ns,
				   .buffers = b,
				   .n_filters = NAN,
				   .heap_bytes = NAN,
				   .n_descriptors = NAN,
				   .n_shared = NAN,
				   .view = AISP_VIEW_CLOSED,
				   .is_audit = is_audit };
	if (aisp_memfile_new("aisp-plan", sizeof(*l->plan), &l->plan_fd, &plan, err))
		return -1;
	l->plan = plan;
	if (aisp_memfile_new("aisp-report", sizeof(*l->report), &l->report_fd, &report,
			     err))
		return -1;
	l->report = report;
	if (is_audit)
		snprintf(l->plan->trace_plugin_path, sizeof(l->plan->trace_plugin_path),
			 "%s/cuda_trace.so", paths->lib);
	if (fill_plan(l->plan, where, b, object, paths->lib, err))
		return -1;
	aisp_memfile_seal(l->plan_fd);
	l->start_ns = aisp_now_ns();
	if (aisp_launch_spawn(l, where, paths->lib, err) || load_and_set_up(l))
		return -1;
	l->ready_ns = aisp_now_ns() - l->start_ns;
	l->status = AISP_LAUNCH_OK;
	return 0;
}

int aisp_launch_begin(struct aisp_launch *l, const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_err *err)
{
	return begin(l, false, paths, where, b, object, limit_ns, err);
}

int aisp_launch_trace(const struct aisp_paths *paths,
		      const struct aisp_placement *where, const struct aisp_buffers *b,
		      const char *object, int64_t limit_ns, struct aisp_gpu_trace *t,
		      char why[512], struct aisp_err *err)
{
	struct aisp_launch l;
	int rc = begin(&l, true, paths, where, b, object, limit_ns, err);

	if (!rc && aisp_launch_run(&l, 0, 1) >= 0 && l.report->has_trace)
		*t = l.report->trace;
	else if (rc && l.status == AISP_LAUNCH_NOT_RUN)
		goto out;
	else
		rc = 1;
	snprintf(why, 512, "%s", l.cause[0] ? l.cause : "the trace was not taken");
out:
	aisp_launch_end(&l);
	return rc;
}

int aisp_launch_pause(struct aisp_launch *l)
{
	siginfo_t info = { 0 };

	kill(l->pid, SIGSTOP);
	if (!waitid(P_PID, (id_t)l->pid, &info, WSTOPPED | WEXITED | WNOWAIT) &&
	    info.si_code == CLD_STOPPED) {
		waitid(P_PID, (id_t)l->pid, &info, WSTOPPED);
		return 0;
	}
	name_death(l, &info);
	waitpid(l->pid, NULL, 0);
	l->pid = 0;
	return -1;
}

int64_t aisp_launch_resume(struct aisp_launch *l)
{
	int64_t t0 = aisp_now_ns();

	kill(l->pid, SIGCONT);
	return ring(l, AISP_CMD_READY) < 0 ? -1 : aisp_now_ns() - t0;
}

int64_t aisp_launch_run(struct aisp_launch *l, int first_slot, int n_calls)
{
	int64_t ns;

	l->plan->bell.first_slot = (uint32_t)first_slot;
	l->plan->bell.n_calls = (uint32_t)n_calls;
	ns = ring(l, AISP_CMD_RUN);
	l->timed_ticks += l->ring_ticks;
	l->timed_ns += ns;
	return ns < 0 || callback_failed(l, "run()") ? -1 : ns;
}

double aisp_launch_event_ns(const struct aisp_launch *l)
{
	return l->buffers->on ? l->report->event_ns : NAN;
}

uint32_t aisp_launch_layers(const struct aisp_launch *l)
{
	return l->layers;
}

void aisp_launch_end(struct aisp_launch *l)
{
	if (l->pid && l->status == AISP_LAUNCH_OK && ring(l, AISP_CMD_TEARDOWN) >= 0) {
		waitpid(l->pid, NULL, 0);
		l->pid = 0;
	}
	kill_worker(l);
	aisp_view_close(&l->view);
	aisp_objects_release(&l->objects);
	if (l->plan)
		munmap(l->plan, sizeof(*l->plan));
	if (l->report)
		munmap(l->report, sizeof(*l->report));
	if (l->plan_fd >= 0)
		close(l->plan_fd);
	if (l->report_fd >= 0)
		close(l->report_fd);
	l->plan = NULL;
	l->report = NULL;
	l->plan_fd = l->report_fd = -1;
}
