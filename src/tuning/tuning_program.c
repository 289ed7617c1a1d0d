/* SPDX-License-Identifier: MIT
 *
 * tuning_program.c - a program that proposes candidates: exchanges lines with it, and
 * never waits longer than allowed.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "tune/dialogue.h"
#include "tuning_parts.h"

#define END_MS  1000 /* for a program to end by itself, once nobody asks any more */
#define TICK_MS 100  /* how long an interrupt may go unseen */

struct tuning_program {
	pid_t pid;
	int to, from;
	char *text; /* what it wrote and was not read as an answer yet */
	size_t n_text, n_used;
};

static void become(const char *command, const int fds[3], pid_t parent)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	if (getppid() != parent || dup2(fds[0], 0) < 0 || dup2(fds[1], 1) < 0 ||
	    dup2(fds[2], 2) < 0)
		_exit(127);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(127);
}

static int fork_program(struct tuning_program *p, const char *command, const int fds[3])
{
	pid_t parent = getpid();

	p->pid = fork();
	if (!p->pid)
		become(command, fds, parent);
	/* Parent and child both call it: one is first. */
	if (p->pid > 0)
		setpgid(p->pid, p->pid);
	return p->pid < 0 ? -1 : 0;
}

struct tuning_program *tuning_program_start(const char *command, const char *log,
					    struct aisp_err *err)
{
	struct tuning_program *p = calloc(1, sizeof(*p));
	int in[2] = { -1, -1 }, out[2] = { -1, -1 }, errors, rc = -1;

	errors = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	signal(SIGPIPE, SIG_IGN); /* its death is a result; we must not die of it */
	if (p && errors >= 0 && !pipe2(in, O_CLOEXEC) && !pipe2(out, O_CLOEXEC) &&
	    fcntl(in[1], F_SETFL, O_NONBLOCK) >= 0) {
		const int fds[3] = { in[0], out[1], errors };

		rc = fork_program(p, command, fds);
	}
	if (rc)
		aisp_err_errno(err, "start the proposer");
	close(in[0]);
	close(out[1]);
	close(errors);
	if (!rc) {
		p->to = in[1];
		p->from = out[0];
		return p;
	}
	close(in[1]);
	close(out[0]);
	free(p);
	return NULL;
}

static bool has_ended(struct tuning_program *p, int wait_ms, int *status)
{
	for (int ms = 0;; ms += 10) {
		if (waitpid(p->pid, status, WNOHANG) != 0) {
			p->pid = -1;
			return true;
		}
		if (ms >= wait_ms)
			return false;
		usleep(10000);
	}
}

void tuning_program_stop(struct tuning_program *p)
{
	int status;

	if (!p)
		return;
	close(p->to);
	close(p->from);
	if (p->pid > 0 && !has_ended(p, END_MS, &status)) {
		killpg(p->pid, SIGKILL);
		waitpid(p->pid, &status, 0);
	}
	free(p->text);
	free(p);
}

/* Says why no more answers come. */
static enum tuning_reply died(struct tuning_program *p, struct aisp_err *why)
{
	int status = 0;

	if (p->pid > 0 && !has_ended(p, END_MS, &status))
		aisp_err_set(why, "it closed its end of the dialogue");
	else if (WIFSIGNALED(status))
		aisp_err_set(why, "signal %d (%s)", WTERMSIG(status),
			     strsignal(WTERMSIG(status)));
	else if (WEXITSTATUS(status) > 128) /* a shell's word for what it ran */
		aisp_err_set(why, "signal %d (%s)", WEXITSTATUS(status) - 128,
			     strsignal(WEXITSTATUS(status) - 128));
	else
		aisp_err_set(why, "it exited with %d", WEXITSTATUS(status));
	return TUNING_DIED;
}

/* Wait for the descriptor: 1 ready, 0 out of time or stopped. */
static int wait_for(int fd, short events, int64_t end_ns,
		    const volatile sig_atomic_t *is_stopped)
{
	struct pollfd at = { fd, events, 0 };

	while (aisp_now_ns() < end_ns && !(is_stopped && *is_stopped))
		if (poll(&at, 1, TICK_MS) > 0)
			return 1;
	return 0;
}

static enum tuning_reply silent(double answer_s, struct aisp_err *why)
{
	aisp_err_set(why, "nothing within %g s (--answer-timeout)", answer_s);
	return TUNING_SILENT;
}

/* Returns 0, or the reply that ends the dialogue. */
static enum tuning_reply put(struct tuning_program *p, const char *text, size_t n,
			     int64_t end_ns, const volatile sig_atomic_t *is_stopped,
			     struct aisp_err *why)
{
	while (n) {
		ssize_t k = write(p->to, text, n);

		if (k < 0 && errno == EAGAIN) {
			if (!wait_for(p->to, POLLOUT, end_ns, is_stopped))
				return TUNING_SILENT;
		} else if (k < 0 && errno != EINTR) {
			return died(p, why);
		} else if (k > 0) {
			text += k;
			n -= (size_t)k;
		}
	}
	return TUNING_ANSWERED;
}

/* Reads more of its output.  Returns like put(). */
static enum tuning_reply get(struct tuning_program *p, int64_t end_ns,
			     const volatile sig_atomic_t *is_stopped,
			     struct aisp_err *why)
{
	char *grown;
	ssize_t k;

	if (p->n_text > AISP_TUNE_MAX_ANSWER) {
		aisp_err_set(why, "an answer of more than %zu bytes",
			     AISP_TUNE_MAX_ANSWER);
		return TUNING_TOO_LONG;
	}
	if (!wait_for(p->from, POLLIN, end_ns, is_stopped))
		return TUNING_SILENT;
	grown = realloc(p->text, p->n_text + 65536);
	if (!grown)
		return TUNING_TOO_LONG;
	p->text = grown;
	k = read(p->from, p->text + p->n_text, 65536);
	if (k <= 0)
		return died(p, why);
	p->n_text += (size_t)k;
	return TUNING_ANSWERED;
}

/* Drops the last answer. */
static void forget(struct tuning_program *p)
{
	p->n_text -= p->n_used;
	if (p->n_used)
		memmove(p->text, p->text + p->n_used, p->n_text);
	p->n_used = 0;
}

enum tuning_reply tuning_ask(struct tuning_program *p, const char *question,
			     double answer_s, const volatile sig_atomic_t *is_stopped,
			     const char **answer, size_t *n_bytes, struct aisp_err *why)
{
	int64_t end_ns = aisp_now_ns() + (int64_t)(answer_s * 1e9);
	enum tuning_reply rc;
	const char *end;

	forget(p);
	rc = put(p, question, strlen(question), end_ns, is_stopped, why);
	if (!rc)
		rc = put(p, "\n", 1, end_ns, is_stopped, why);
	while (!rc && !(end = p->n_text ? memchr(p->text, '\n', p->n_text) : NULL))
		rc = get(p, end_ns, is_stopped, why);
	if (rc == TUNING_SILENT)
		return silent(answer_s, why);
	if (rc)
		return rc;
	*answer = p->text;
	*n_bytes = (size_t)(end - p->text);
	p->n_used = *n_bytes + 1;
	return TUNING_ANSWERED;
}
