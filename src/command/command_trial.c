/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command_output.h"
#include "command_trial.h"

static char letter(int side)
{
	return "AB"[side];
}

int command_files_open(struct command_files *f, struct aisp_err *err)
{
	f->expected = command_output_new("expected", err);
	f->out = command_output_new("out", err);
	f->error = command_output_new("error", err);
	return f->expected < 0 || f->out < 0 || f->error < 0 ? -1 : 0;
}

void command_files_close(struct command_files *f)
{
	const int fds[] = { f->expected, f->out, f->error };

	for (int i = 0; i < 3; i++)
		if (fds[i] >= 0)
			close(fds[i]);
}

int command_text_run(const struct command_pair *p, const char *text, int out, int error,
		     bool is_long, struct command_run *r, struct aisp_err *err)
{
	const struct command_how how = { .text = text,
					 .out_fd = out,
					 .error_fd = error,
					 .limit_s = p->limit_s,
					 .is_long = is_long,
					 .is_stopped = p->limits.is_stopped };

	if (command_output_clear(out, err) || command_output_clear(error, err))
		return -1;
	return command_run(&how, r, err);
}

/* sh(1): it cannot be run, or was not found. */
static bool is_unknown(int status)
{
	return status == 126 || status == 127;
}

/* A command that does not run cannot be measured. */
static int refuse(const struct command_run *r, const char *name,
		  const struct command_files *f, double limit_s, struct aisp_err *err)
{
	char message[160];

	command_output_line(f->error, message, sizeof(message));
	if (r->is_timed_out)
		return aisp_err_usage(err,
				      "%s did not end within %.3g s; --timeout allows "
				      "more",
				      name, limit_s);
	if (WIFSIGNALED(r->status))
		return aisp_err_usage(err, "%s was ended by signal %d (%s)%s%s", name,
				      WTERMSIG(r->status),
				      strsignal(WTERMSIG(r->status)),
				      message[0] ? ": " : "", message);
	if (is_unknown(WEXITSTATUS(r->status)))
		return aisp_err_usage(err, "%s cannot be run: %s", name, message);
	return 0;
}

/* Text that a shell would only split at blanks. */
static bool is_plain(const char *text)
{
	return !text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				  "0123456789_./+-,:@% ")] &&
	       text[0] != ' ';
}

int command_become(const struct command_pair *p, const struct command_files *f,
		   const char *text, char *line, size_t size, struct aisp_err *err)
{
	int n_word = (int)strcspn(text, " ");
	struct command_run r;
	char path[8];

	snprintf(line, size, "%s", text);
	if (!is_plain(text) || strlen(text) + sizeof("command -v -- ") > size)
		return 0;
	snprintf(line, size, "command -v -- %.*s", n_word, text);
	if (command_text_run(p, line, f->out, f->error, false, &r, err))
		return -1;
	command_output_line(f->out, path, sizeof(path)); /* a name if it is built in */
	snprintf(line, size, "%s%s", path[0] == '/' ? "exec " : "", text);
	return 0;
}

int command_prepare(const struct command_pair *p, const struct command_files *f,
		    struct aisp_err *err)
{
	struct command_run r;

	if (!p->prepare)
		return 0;
	if (command_text_run(p, p->prepare, f->out, f->error, false, &r, err))
		return -1;
	if (*p->limits.is_stopped)
		return 0;
	if (refuse(&r, "the command of --prepare", f, p->limit_s, err))
		return -1;
	if (r.status)
		return aisp_err_usage(err,
				      "the command of --prepare ended with "
				      "status %d",
				      WEXITSTATUS(r.status));
	return 0;
}

static void blame_left(struct command_pair *p, int side)
{
	p->is_invalid = true;
	snprintf(p->why, sizeof(p->why),
		 "%c left processes that ran on after its shell had ended: its time "
		 "would not be that of all its work; end it with `wait`",
		 letter(side));
}

static void blame_status(struct command_pair *p, int side, int status)
{
	p->is_invalid = true;
	snprintf(p->why, sizeof(p->why),
		 "%c ended with status %d, A's first run with %d; these are not the "
		 "same work",
		 letter(side), status, p->exit_status);
}

static void blame_output(struct command_pair *p, int side, const char *where)
{
	p->is_invalid = true;
	snprintf(p->why, sizeof(p->why),
		 "stdout of %c differs from %s %s; --ignore-output compares the times "
		 "all the same",
		 letter(side), side ? "A's" : "that of its own first run,", where);
}

/* Compares a run with A's first one. */
int command_check(struct command_pair *p, const struct command_files *f, int side,
		  int out, const struct command_run *r, struct aisp_err *err)
{
	const char *const names[] = { "A", "B" };
	char where[160];
	int rc;

	if (refuse(r, names[side], f, p->limit_s, err))
		return -1;
	if (r->has_left)
		blame_left(p, side);
	else if (WEXITSTATUS(r->status) != p->exit_status)
		blame_status(p, side, WEXITSTATUS(r->status));
	if (p->is_invalid || p->is_output_ignored || out == f->expected)
		return 0;
	rc = command_output_differs(f->expected, out, where, sizeof(where), err);
	if (rc > 0)
		blame_output(p, side, where);
	return rc < 0 ? -1 : 0;
}
