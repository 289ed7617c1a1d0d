/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "triage_command.h"

#define HALF_BYTES  ((size_t)4 << 20)
#define INTERVAL_NS INT64_C(250000000)
#define N_SAMPLES   1000
#define GRACE_NS    INT64_C(5000000000) /* from the request to end until the kill */
#define DRAIN_NS    INT64_C(1000000000) /* for output of its remaining children */

/* A command under way. */
struct run {
	struct triage_command *command;
	struct aisp_timeline *timeline;
	pid_t pid;
	bool has_ended, is_asked;
	int fd[2]; /* of its output and its errors; -1 at their end */
	int64_t start_ns, next_sample_ns, interval_ns, end_ns;
};

static int output_init(struct triage_output *o, struct aisp_err *err)
{
	o->head = malloc(HALF_BYTES);
	o->tail = malloc(HALF_BYTES);
	return o->head && o->tail ? 0 : aisp_err_errno(err, "memory for output");
}

static void output_add(struct triage_output *o, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (o->n_head < HALF_BYTES)
			o->head[o->n_head++] = text[i];
		else
			o->tail[(o->n_bytes - HALF_BYTES) % HALF_BYTES] = text[i];
		o->n_bytes++;
	}
}

char *triage_output_text(const struct triage_output *o, size_t *n_bytes)
{
	size_t n_tail = o->n_bytes - o->n_head, n_kept, at;
	char *text = NULL;
	FILE *f = open_memstream(&text, n_bytes);

	if (!f)
		return NULL;
	n_kept = n_tail < HALF_BYTES ? n_tail : HALF_BYTES;
	at = n_tail < HALF_BYTES ? 0 : n_tail % HALF_BYTES;
	fwrite(o->head, 1, o->n_head, f);
	if (n_tail > n_kept)
		fprintf(f, "\n[%zu bytes left out]\n", n_tail - n_kept);
	fwrite(o->tail + at, 1, n_kept - at, f);
	fwrite(o->tail, 1, at, f);
	if (fclose(f)) {
		free(text);
		return NULL;
	}
	return text;
}

static int spawn(struct run *r, struct aisp_err *err)
{
	int out[2] = { -1, -1 }, errors[2] = { -1, -1 }, code;
	posix_spawn_file_actions_t fa;
	posix_spawnattr_t attr;

	if (pipe2(out, O_CLOEXEC) || pipe2(errors, O_CLOEXEC))
		return aisp_err_errno(err, "pipes");
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP);
	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&fa, out[1], 1);
	posix_spawn_file_actions_adddup2(&fa, errors[1], 2);
	code = posix_spawnp(&r->pid, r->command->argv[0], &fa, &attr, r->command->argv,
			    environ);
	posix_spawn_file_actions_destroy(&fa);
	posix_spawnattr_destroy(&attr);
	close(out[1]);
	close(errors[1]);
	r->fd[0] = out[0];
	r->fd[1] = errors[0];
	if (!code)
		return 0;
	r->pid = 0;
	return aisp_err_usage(err, "start %s: %s", r->command->argv[0], strerror(code));
}

/* Reads what is there; if our own pipe is full, it is still kept. */
static void take_output(struct run *r, int which)
{
	struct triage_output *o = which ? &r->command->errors : &r->command->out;
	char buf[65536];
	ssize_t n = read(r->fd[which], buf, sizeof(buf));

	if (n > 0) {
		output_add(o, buf, (size_t)n);
		fwrite(buf, 1, (size_t)n, r->command->echo[which]);
		fflush(r->command->echo[which]);
	} else if (n == 0 || errno != EINTR) {
		close(r->fd[which]);
		r->fd[which] = -1;
	}
}

static void look_after(struct run *r)
{
	struct triage_command *c = r->command;

	if (r->has_ended || wait4(r->pid, &c->status, WNOHANG, &c->usage) != r->pid)
		return;
	r->has_ended = true;
	c->wall_s = (double)(aisp_now_ns() - r->start_ns) * 1e-9;
	r->end_ns = aisp_now_ns() + DRAIN_NS;
}

/* Ends it after Ctrl-C or at the time limit; after a while by force. */
static void end_if_due(struct run *r)
{
	int64_t now_ns = aisp_now_ns();

	if (r->has_ended)
		return;
	if (!r->is_asked && (*r->command->is_stopped || now_ns > r->end_ns)) {
		r->is_asked = true;
		r->command->is_timed_out = !*r->command->is_stopped;
		kill(-r->pid, *r->command->is_stopped ? SIGINT : SIGTERM);
		r->end_ns = now_ns + GRACE_NS;
	} else if (r->is_asked && now_ns > r->end_ns) {
		kill(-r->pid, SIGKILL);
	}
}

static int sample_if_due(struct run *r, struct aisp_err *err)
{
	int64_t now_ns = aisp_now_ns();

	if (now_ns < r->next_sample_ns)
		return 0;
	if (r->timeline->n && r->timeline->n % N_SAMPLES == 0)
		r->interval_ns *= 2; /* so that half an hour makes 3000 samples */
	r->next_sample_ns = now_ns + r->interval_ns;
	return aisp_timeline_sample(r->timeline, err);
}

/* Waits for output, the next sample, or a moment before looking at the child. */
static void wait_a_while(struct run *r)
{
	struct pollfd p[2] = { { .fd = r->fd[0], .events = POLLIN },
			       { .fd = r->fd[1], .events = POLLIN } };
	int64_t left_ns = r->next_sample_ns - aisp_now_ns();
	int ms = (int)(left_ns / 1000000);

	if (poll(p, 2, ms < 0 ? 0 : ms > 50 ? 50 : ms) <= 0)
		return;
	for (int i = 0; i < 2; i++)
		if (r->fd[i] >= 0 && p[i].revents)
			take_output(r, i);
}

static bool is_over(const struct run *r)
{
	bool is_silent = r->fd[0] < 0 && r->fd[1] < 0;

	if (r->pid)
		return r->has_ended && (is_silent || aisp_now_ns() > r->end_ns);
	return *r->command->is_stopped || aisp_now_ns() > r->end_ns;
}

static int watch(struct run *r, struct aisp_err *err)
{
	while (!is_over(r)) {
		wait_a_while(r);
		if (sample_if_due(r, err))
			return -1;
		if (r->pid) {
			look_after(r);
			end_if_due(r);
		}
	}
	return aisp_timeline_sample(r->timeline, err);
}

int triage_command_run(struct triage_command *c, struct aisp_timeline *t,
		       struct aisp_err *err)
{
	struct run r = {
		.command = c, .timeline = t, .fd = { -1, -1 }, .start_ns = aisp_now_ns()
	};
	int rc = -1;

	r.interval_ns = INTERVAL_NS;
	r.next_sample_ns = r.start_ns + r.interval_ns;
	r.end_ns = r.start_ns + (int64_t)(c->seconds * 1e9);
	if (output_init(&c->out, err) || output_init(&c->errors, err) ||
	    (c->argv && spawn(&r, err)))
		goto out;
	rc = watch(&r, err);
	if (!c->argv)
		c->wall_s = (double)(aisp_now_ns() - r.start_ns) * 1e-9;
out:
	if (r.pid && !r.has_ended) {
		kill(-r.pid, SIGKILL);
		waitpid(r.pid, NULL, 0);
	}
	for (int i = 0; i < 2; i++)
		if (r.fd[i] >= 0)
			close(r.fd[i]);
	return rc;
}

void triage_command_release(struct triage_command *c)
{
	free(c->out.head);
	free(c->out.tail);
	free(c->errors.head);
	free(c->errors.tail);
}
