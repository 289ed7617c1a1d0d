/* SPDX-License-Identifier: MIT
 *
 * faults.c - say what killed the worker.
 *
 * The note only words the judge's message: that the worker died, and of what
 * signal, the judge learns from the kernel.
 */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "worker.h"

static struct aisp_report *report; /* a signal handler has no argument of its own */

static void on_fault(int signo, siginfo_t *info, void *context)
{
	(void)context;
	report->signal = signo;
	if (signo == SIGSYS) {
		report->syscall = info->si_syscall;
		_exit(128 + SIGSYS); /* returning would go on behind the denied call */
	}
	report->fault_address = (uint64_t)(uintptr_t)info->si_addr;
	/* SA_RESETHAND: the faulting instruction runs again and kills for good. */
}

void aisp_faults_report_to(struct aisp_report *r)
{
	static char stack[16384];
	const int faults[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS };
	struct sigaction sa = { .sa_sigaction = on_fault,
				.sa_flags = SA_SIGINFO | SA_RESETHAND | SA_ONSTACK };
	stack_t alternate = { .ss_sp = stack, .ss_size = sizeof(stack) };

	report = r;
	sigaltstack(&alternate, NULL); /* a stack overflow needs another stack */
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++)
		sigaction(faults[i], &sa, NULL);
}
