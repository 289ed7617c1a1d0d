/* SPDX-License-Identifier: MIT
 *
 * faults.c - note what kills the worker.
 *
 * The note only serves for the judge's message: from the kernel the judge learns that
 * the worker died, and of which signal.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "worker.h"

/* A signal handler has no arguments of its own. */
static struct aisp_report *report;
static bool forgives;
static uint64_t stack_top, stack_limit; /* of the first thread */

#define NEAR_BYTES  65536
#define APART_BYTES (UINT64_C(128) << 20) /* the least from its top to mappings */

static void set_result(ucontext_t *c, long value)
{
#if defined(__x86_64__)
	c->uc_mcontext.gregs[REG_RAX] = value;
#elif defined(__aarch64__)
	c->uc_mcontext.regs[0] = (unsigned long long)value;
#endif
}

static uint64_t stack_pointer(const ucontext_t *c)
{
#if defined(__x86_64__)
	return (uint64_t)c->uc_mcontext.gregs[REG_RSP];
#elif defined(__aarch64__)
	return c->uc_mcontext.sp;
#else
	(void)c;
	return 0;
#endif
}

/* What lies between the stack pointer and the top is the stack, or beyond its end. */
static bool is_overflow(uint64_t sp, uint64_t address)
{
	bool is_first = sp < stack_top && stack_top - sp < APART_BYTES;

	return sp && address + NEAR_BYTES >= sp &&
	       (address < sp + NEAR_BYTES || (is_first && address < stack_top));
}

static void on_fault(int signo, siginfo_t *info, void *context)
{
	if (signo == SIGSYS) {
		report->syscall = info->si_syscall;
		report->n_denied++;
		/* brk() has no error code: it returns the current break. */
		set_result(context, info->si_syscall == SYS_brk ? 0 : -EPERM);
		if (forgives)
			return;
		report->signal = signo;
		_exit(128 + SIGSYS); /* returning would go on after the call */
	}
	report->signal = signo;
	report->fault_address = (uint64_t)(uintptr_t)info->si_addr;
	if (signo == SIGSEGV &&
	    is_overflow(stack_pointer(context), report->fault_address))
		report->stack_bytes = stack_limit;
	/* SA_RESETHAND: the faulting instruction runs again and kills the worker. */
}

void aisp_faults_report_to(struct aisp_report *r, bool is_forgiving)
{
	static char stack[16384];
	const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL };
	struct sigaction sa = { .sa_sigaction = on_fault,
				.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_ONSTACK };
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };

	struct rlimit limit;

	stack_top = (uint64_t)(uintptr_t)&limit;
	if (!getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur != RLIM_INFINITY)
		stack_limit = limit.rlim_cur;
	report = r;
	forgives = is_forgiving;
	sigaltstack(&alternate, NULL); /* a stack overflow needs another stack */
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigaction(faults[i], &sa, NULL);
	sa.sa_flags &= ~SA_RESETHAND;
	sigaction(SIGSYS, &sa, NULL);
}
