/* SPDX-License-Identifier: MIT
 *
 * guard.c - the contract runs in the judge, since its reference reads and writes the
 * judge's memory.  It is trusted, but written by hand.
 */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "guard.h"

#define STACK_BYTES 65536 /* for a handler, when the thread's own is full */
#define LEAVE_S     30

struct guarded {
	sigjmp_buf back;
	volatile sig_atomic_t is_active;
	volatile sig_atomic_t signo; /* 0: it asked to exit */
	const char *what;
	void *volatile address;
	char stack[STACK_BYTES];
};

static _Thread_local struct guarded here;
static const char called_exit[] = "it called exit()";
static char last_words[900]; /* the process leaves after its only fault */
static int words_fd = STDERR_FILENO;
static struct {
	void (*fault)(void *arg, const char *why);
	void *arg;
} watch; /* none: fault is NULL */

static int time_signal(void)
{
	return SIGRTMIN + 7;
}

static void leave(void)
{
	ssize_t n = write(words_fd, last_words, strlen(last_words));

	(void)n; /* nobody is left to be told */
	_exit(AISP_EXIT_INVALID);
}

static void on_alarm(int signo)
{
	(void)signo;
	leave();
}

/* A lock held by the faulty code may block our report: leave in any case. */
static void leave_in_time(void)
{
	static struct sigaction alarmed = { .sa_handler = on_alarm };

	sigaction(SIGALRM, &alarmed, NULL);
	alarm(LEAVE_S);
}

static void describe(int signo, const void *address, char *why, size_t size)
{
	if (signo == SIGSEGV || signo == SIGBUS)
		snprintf(why, size, "SIG%s at address %p", sigabbrev_np(signo),
			 address);
	else if (signo == SIGFPE)
		snprintf(why, size, "SIGFPE" AISP_SIGFPE);
	else
		snprintf(why, size, "SIG%s (%s)", sigabbrev_np(signo),
			 sigdescr_np(signo));
}

static void tell_watch(const char *why)
{
	void (*fault)(void *arg, const char *why) = watch.fault;

	watch.fault = NULL; /* once */
	snprintf(last_words, sizeof(last_words), "aisp: a variant's function: %s\n",
		 why);
	leave_in_time();
	fault(watch.arg, why);
	_exit(AISP_EXIT_INVALID);
}

static void on_signal(int signo, siginfo_t *info, void *context)
{
	char why[100];

	(void)context;
	if (here.is_active) {
		here.is_active = 0;
		here.signo = signo;
		here.address = info->si_addr;
		siglongjmp(here.back, 1);
	}
	if (signo == time_signal())
		return;
	signal(signo, SIG_DFL); /* the judge's own fault: it comes again and ends us */
	if (!watch.fault)
		return;
	describe(signo, info->si_addr, why, sizeof(why));
	tell_watch(why);
}

/*
 * exit() in a workload's function would end a run without a message.  Handlers that
 * were installed after this one have run already; what follows only reports.
 */
static void on_exit_within(void)
{
	if (!here.is_active && watch.fault)
		tell_watch(called_exit);
	if (!here.is_active)
		return;
	here.is_active = 0;
	here.signo = 0;
	siglongjmp(here.back, 1);
}

static void install(void)
{
	const int signals[] = {
		SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, time_signal()
	};
	struct sigaction sa = { .sa_sigaction = on_signal,
				.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER };

	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		sigaction(signals[i], &sa, NULL);
	atexit(on_exit_within);
}

static void give_stack(void)
{
	stack_t old, own = { .ss_sp = here.stack, .ss_size = sizeof(here.stack) };

	if (!sigaltstack(NULL, &old) && old.ss_flags & SS_DISABLE)
		sigaltstack(&own, NULL);
}

/* Limits this thread's CPU time: on a busy machine a loop is not taken as endless. */
static int start_timer(timer_t *timer, int limit_s)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD_ID,
				  .sigev_signo = time_signal() };
	struct itimerspec end = { .it_value.tv_sec = limit_s };

	event._sigev_un._tid = gettid();
	if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, timer))
		return -1;
	return timer_settime(*timer, 0, &end, NULL);
}

static void note(int limit_s, char *why, size_t size)
{
	if (!here.signo)
		snprintf(why, size, "%s", called_exit);
	else if (here.signo == time_signal())
		snprintf(why, size, "no end after %d s of CPU time", limit_s);
	else
		describe(here.signo, here.address, why, size);
	snprintf(last_words, sizeof(last_words), "aisp: %s: %s\n", here.what, why);
	leave_in_time();
}

void aisp_guard_tell(int fd)
{
	words_fd = fd;
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

void aisp_guard_watch(void (*fault)(void *arg, const char *why), void *arg)
{
	pthread_once(&once, install);
	give_stack();
	watch.arg = arg;
	watch.fault = fault;
}

int aisp_guard(void (*call)(void *), void *arg, const char *what, int limit_s,
	       char *why, size_t size)
{
	timer_t timer;
	int has_timer, rc = -1;

	pthread_once(&once, install);
	give_stack();
	here.what = what;
	has_timer = !start_timer(&timer, limit_s);
	if (!sigsetjmp(here.back, 1)) {
		here.is_active = 1;
		call(arg);
		here.is_active = 0;
		rc = 0;
	} else {
		note(limit_s, why, size);
	}
	if (has_timer)
		timer_delete(timer);
	return rc;
}
