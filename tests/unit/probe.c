/* SPDX-License-Identifier: MIT
 *
 * What is tried in a child: who is to blame for how it ended.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/probe.h"

#include "tap.h"

static int succeed(void *arg, struct aisp_err *err)
{
	(void)arg, (void)err;
	return 0;
}

static int refuse(void *arg, struct aisp_err *err)
{
	(void)arg;
	return aisp_err_usage(err, "n=-5");
}

static int lack(void *arg, struct aisp_err *err)
{
	(void)arg;
	return aisp_err_set(err, "no memory");
}

static int find_broken(void *arg, struct aisp_err *err)
{
	(void)arg;
	return aisp_err_broken(err, "no title");
}

static int end_by(void *arg, struct aisp_err *err)
{
	(void)err;
	signal(*(int *)arg, SIG_DFL);
	return raise(*(int *)arg);
}

static int leave(void *arg, struct aisp_err *err)
{
	(void)arg, (void)err;
	_exit(7);
}

/* Did it fail with those words, and with those flags? */
static bool fails(int (*try)(void *arg, struct aisp_err *err), void *arg,
		  const char *words, bool is_usage, bool is_broken)
{
	struct aisp_err err = { "" };

	return aisp_probe(try, arg, &err) && strstr(err.msg, words) &&
	       err.is_usage == is_usage && err.is_broken == is_broken;
}

int main(void)
{
	int term = SIGTERM, killed = SIGKILL;
	struct aisp_err err;

	ok(!aisp_probe(succeed, NULL, &err), "a child that comes to its end");
	ok(fails(refuse, NULL, "n=-5", true, false), "what the user asked for");
	ok(fails(find_broken, NULL, "no title", false, true), "a broken pair");
	ok(fails(lack, NULL, "no memory", false, false),
	   "neither is to blame for what the machine lacks");
	ok(fails(end_by, &term, "it ended its process: Terminated", false, true),
	   "a signal");
	ok(fails(end_by, &killed, "was killed", false, false),
	   "SIGKILL comes from elsewhere");
	ok(fails(leave, NULL, "it ended its process", false, true),
	   "an end without a word");
	return done();
}
