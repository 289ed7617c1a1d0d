/* SPDX-License-Identifier: MIT
 *
 * bury.c - why a worker died, and what to do about it.
 */
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "filter.h"
#include "guard.h"
#include "ring.h"

/* The sizes of the launch may have nothing to do with it. */
#define ENDED_ITSELF                                                                   \
	": a call may not end its process, be it after many calls; return -errno"
#define NO_SIGNALS                                                                     \
	": raise no signal, as abort() and pthread_kill() do; ask for ids in setup()"

#define ASKS_FOR_MEMORY                                                                \
	"; malloc() and qsort() of large arrays ask for memory, which the workload "   \
	"allows by AISP_USES_ALLOC"

#define ALLOWED ": docs/system_calls.md says what setup() may call"

/* The kernel delivers no SIGSYS to a thread that blocks it. */
#define NAMELESS                                                                       \
	": a denied system call, which no handler could name, of a thread that "       \
	"blocks signals or of another ABI; if it is clone, start threads in setup() "  \
	"and give all OpenMP regions as many; docs/system_calls.md says what is "      \
	"allowed"

#define PRINTS ": print nothing, as an assert() that fails does"

/* The accessors of aisp/variant.h assert the type, and cannot say so here. */
static bool has_other_types(const struct aisp_problem *pr)
{
	bool has_others = false;

	for (int i = 0; i < pr->n_in; i++)
		has_others |= pr->in[i].dtype != AISP_F32;
	for (int o = 0; o < pr->n_out; o++)
		has_others |= pr->out[o].dtype != AISP_F32;
	return has_others;
}

/* Advice for what usually makes this call: the author rarely wrote it himself. */
static const char *what_to_do(const char *call, const struct aisp_buffers *b)
{
	static const struct {
		const char *call, *advice;
	} known[] = {
		{ "mmap",
		  ": allocate memory and start threads in setup()" ASKS_FOR_MEMORY },
		{ "brk",
		  ": more than calls may have of the heap: allocate in setup(), or use "
		  "the workspace" ASKS_FOR_MEMORY },
		{ "rt_sigaction",
		  ": start threads in setup() (OpenMP: by a parallel region that is "
		  "not empty), and cancel none" },
		{ "tgkill", NO_SIGNALS },
		{ "gettid", NO_SIGNALS },
		{ "getpid", NO_SIGNALS },
		{ "clone", ": start threads (OpenMP's too) in setup()" },
		{ "clone3", ": start threads (OpenMP's too) in setup()" },
		{ "openat",
		  ": open files, and ask for the machine's CPUs, in setup(), and "
		  "make a library's first call there, which may read files" },
		{ "sysinfo",
		  ": ask for the machine's memory and load in setup() (OpenMP: "
		  "without omp_set_dynamic())" },
		{ "sched_yield", ": one thread alone yields to nobody: leave it out" },
		{ "times", ": ask for the time by clock_gettime()" },
		{ "sigaltstack", ": give threads a stack for signals in setup()" },
		{ "mincore", ": ask in setup() which pages are there" },
		{ "write", PRINTS },
		{ "newfstatat", ": print nothing, and open files in setup()" },
	};

	if (!strcmp(call, "openat") && (b->problem.uses & AISP_USES_WRITES))
		return ": open outputs without O_CREAT, they are there";
	if (!strcmp(call, "mmap") && (b->problem.uses & AISP_USES_WRITES))
		return ": write outputs by pwrite() or the like, they are not mapped; "
		       "allocate memory and start threads in setup()";
	if (!strcmp(call, "write") && has_other_types(&b->problem))
		return PRINTS "; aisp_in_f32() and aisp_out_f32() assert that the "
			      "tensor is AISP_F32, and not all are";
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(call, known[i].call))
			return known[i].advice;
	return ": run() may only compute and wait; docs/system_calls.md says what "
	       "setup() may";
}

static const char *what_setup_may(const char *call, const struct aisp_buffers *b)
{
	if (b->problem.n_threads < 2 &&
	    (!strncmp(call, "clone", 5) || !strcmp(call, "rt_sigaction")))
		return ALLOWED ", and threads, which set signals, only where the "
			       "workload's n_threads is 2 or more";
	return ALLOWED;
}

/* A thread of setup() may run under either filter while the worker changes them. */
static void name_denied(struct aisp_launch *l)
{
	uint32_t last = l->plan->bell.command;
	bool is_early = last < AISP_CMD_CONFINE, is_between = last == AISP_CMD_CONFINE;
	char call[64];

	aisp_syscall_name(l->report->syscall, call, sizeof(call));
	snprintf(l->cause, sizeof(l->cause), "denied system call %s%s%s", call,
		 is_early     ? " while loading or in setup()"
		 : is_between ? ""
			      : " after setup()",
		 is_early     ? what_setup_may(call, l->buffers)
		 : is_between ? ""
			      : what_to_do(call, l->buffers));
}

/* The C library blocks signals while it starts a thread: no handler runs then. */
static void name_death(struct aisp_launch *l, const siginfo_t *info)
{
	char what[200];
	int signo = info->si_status;

	l->status = AISP_LAUNCH_CRASHED;
	if (info->si_code == CLD_EXITED && info->si_status == 128 + SIGSYS &&
	    l->report->signal == SIGSYS) {
		name_denied(l);
	} else if (info->si_code == CLD_EXITED) {
		snprintf(l->cause, sizeof(l->cause), "exited with status %d%s",
			 info->si_status,
			 l->plan->bell.command == AISP_CMD_RUN ? ENDED_ITSELF : "");
	} else if (l->report->signal == SIGSEGV && signo == SIGSEGV &&
		   l->report->stack_bytes) {
		snprintf(l->cause, sizeof(l->cause),
			 "SIGSEGV: stack overflow (%" PRIu64 " KiB of stack): keep "
			 "large arrays in the workspace",
			 l->report->stack_bytes / 1024);
	} else if (l->report->signal == signo) {
		aisp_buffers_name_address(l->buffers, l->report->fault_address, what,
					  sizeof(what));
		snprintf(l->cause, sizeof(l->cause), "SIG%s at %s%s",
			 sigabbrev_np(signo), what, signo == SIGFPE ? AISP_SIGFPE : "");
	} else {
		snprintf(l->cause, sizeof(l->cause), "killed by SIG%s%s",
			 sigabbrev_np(signo), signo == SIGSYS ? NAMELESS : "");
	}
}

void aisp_launch_bury(struct aisp_launch *l, const siginfo_t *info)
{
	name_death(l, info);
	waitpid(l->pid, NULL, 0);
	l->pid = 0;
}
