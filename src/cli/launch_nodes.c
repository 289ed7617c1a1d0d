/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/exit_status.h"
#include "base/regular.h"
#include "base/rng.h"
#include "base/text.h"
#include "launch_nodes.h"
#include "report/format.h"
#include "run/left_out.h"
#include "run/word.h"
#include "store/run.h"

#define SLOW 1.25 /* times the fastest node's time */
#define TOKEN                                                                          \
	"token" /* a file beside the nodes' folders, by which they know each other */

extern char **environ;

/*
 * A node writes its run into a folder of its number, with its output beside.  The shell
 * passes a signal on, since it may be the only process that gets it, and waits again,
 * so that a stopped run saves its results.  It passes the other signal, since a second
 * one of the same kind kills.
 */
#define SCRIPT(more)                                                                   \
	"k=${SLURM_NODEID:-${OMPI_COMM_WORLD_RANK:-0}}; t=$1/" TOKEN "; d=$1/$k\n"     \
	"shift; mkdir -p \"$d\" || exit 4\n"                                           \
	"echo \"${SLURMD_NODENAME:-$(hostname)}\" >\"$d/host\"\n"                      \
	"\"$@\" --launch-via local " more " --artifacts-dir \"$d\" >\"$d/report\" "    \
	"2>\"$d/messages\" & p=$!\n"                                                   \
	"trap 'kill -TERM $p' INT; trap 'kill -INT $p' TERM\n"                         \
	"while wait $p; status=$?; kill -0 $p 2>/dev/null; do :; done\n"               \
	"echo $status >\"$d/status\"; exit $status\n"

static char alone[] = SCRIPT("--nnodes 1");
static char together[] = SCRIPT("--node-rank \"$k\" --rdzv-token \"$t\"");

/* The run of one node. */
struct node {
	int number, status; /* -1: it did not end */
	char host[128];
	struct aisp_run *run; /* NULL: it left none */
};

/* How many words name the output, which nodes do not get. */
static int names_output(const char *word)
{
	if (!strcmp(word, "-o") || !strcmp(word, "--output"))
		return 2;
	return !strncmp(word, "-o", 2) || !strncmp(word, "--output=", 9);
}

/* The launcher's words, then the node's, then the user's. */
static char **words_of(const struct launch_options *o, char *dir, char *exe, int argc,
		       char *const *argv)
{
	static char n[2][32], none[] = "none", bench[] = "bench", run[] = "run";
	static char srun[] = "srun", one[] = "--ntasks-per-node=1",
		    mpi[] = "--mpi=none", hand_on[] = "--disable-status";
	static char go_on[] = "--kill-on-bad-exit=0", bind[] = "--cpu-bind=none";
	static char mpirun[] = "mpirun", each[] = "--npernode", one_each[] = "1";
	static char mca[] = "--mca", patience[] = "odls_base_sigkill_timeout",
		    seconds[] = "30";
	static char bind_to[] = "--bind-to", sh[] = "/bin/sh", c[] = "-c",
		    name[] = "aisp";
	char *by_srun[] = { srun, n[0], n[1], one, mpi, go_on, bind, hand_on };
	char *by_mpirun[] = { mpirun, n[0], each,     one_each, bind_to,
			      none,   mca,  patience, seconds };
	char *script = launch_is_across(o) ? together : alone;
	char *node[] = { sh, c, script, name, dir, exe, bench, run };
	char **words = calloc((size_t)argc + 24, sizeof(*words)), **w = words;
	int n_nodes = o->n_nodes ? o->n_nodes : 1;

	if (!words)
		return NULL;
	snprintf(n[0], sizeof(n[0]), o->via == LAUNCH_SRUN ? "--nodes=%d" : "-n%d",
		 n_nodes);
	snprintf(n[1], sizeof(n[1]), "--ntasks=%d", n_nodes);
	if (o->via == LAUNCH_SRUN)
		w = mempcpy(w, by_srun, sizeof(by_srun));
	else
		w = mempcpy(w, by_mpirun, sizeof(by_mpirun));
	w = mempcpy(w, node, sizeof(node));
	for (int i = 1; i < argc; i++) {
		int n_words = names_output(argv[i]);

		if (n_words)
			i += n_words - 1;
		else
			*w++ = argv[i];
	}
	return words;
}

/* Starts it in its own process group, so that it gets only the signals that we pass on.
 * Its input is /dev/null, since reading the terminal would stop it. */
static int spawn(pid_t *pid, char **words, const sigset_t *mask)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t a;
	int rc;

	if (posix_spawnattr_init(&a) || posix_spawn_file_actions_init(&files))
		return ENOMEM;
	posix_spawnattr_setflags(&a, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP);
	posix_spawnattr_setsigmask(&a, mask);
	rc = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null",
					      O_RDONLY, 0);
	if (!rc)
		rc = posix_spawnp(pid, words[0], &files, &a, words, environ);
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&a);
	return rc;
}

/*
 * Waits until the launcher ends.  A signal to this process stops the nodes, through one
 * that the launcher passes on: srun passes only SIGINT on and kills at others.
 */
static void wait_for(pid_t pid, enum launch_via via, const sigset_t *held)
{
	while (!waitpid(pid, NULL, WNOHANG)) {
		int signo = 0;

		sigwait(held, &signo);
		if (signo != SIGCHLD)
			kill(pid, via == LAUNCH_SRUN ? SIGINT : SIGTERM);
	}
}

/* Returns 0 if the launcher began, whatever its nodes did. */
static int launch(const struct launch_options *o, char *dir, int argc,
		  char *const *argv, struct aisp_err *err)
{
	char exe[PATH_MAX] = "";
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	char **words = n > 0 ? words_of(o, dir, exe, argc, argv) : NULL;
	sigset_t held, old;
	pid_t pid;
	int rc;

	if (!words)
		return aisp_err_errno(err, "start nodes");
	sigemptyset(&held);
	sigaddset(&held, SIGCHLD);
	sigaddset(&held, SIGINT);
	sigaddset(&held, SIGTERM);
	sigaddset(&held, SIGHUP);
	sigprocmask(SIG_BLOCK, &held, &old);
	rc = spawn(&pid, words, &old);
	if (rc)
		aisp_err_usage(err, "--launch-via %s: %s: %s", launch_via_name(o->via),
			       words[0], strerror(rc));
	else
		wait_for(pid, o->via, &held);
	sigprocmask(SIG_SETMASK, &old, NULL);
	free(words);
	return rc ? -1 : 0;
}

static void read_line(const char *dir, int number, const char *file, char *buf,
		      size_t size)
{
	char path[PATH_MAX + 64];
	FILE *f;

	buf[0] = '\0';
	snprintf(path, sizeof(path), "%.4000s/%d/%s", dir, number, file);
	f = aisp_regular_open(path, NULL);
	if (!f)
		return;
	if (!fgets(buf, (int)size, f))
		buf[0] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	fclose(f);
}

static void read_node(struct node *node, const char *dir, int number)
{
	char text[32], path[PATH_MAX + 32];

	node->number = number;
	read_line(dir, number, "host", node->host, sizeof(node->host));
	read_line(dir, number, "status", text, sizeof(text));
	node->status = text[0] ? (int)strtol(text, NULL, 10) : -1;
	snprintf(path, sizeof(path), "%.4000s/%d", dir, number);
	node->run = aisp_run_load_below(path, false);
}

static double time_of(const struct aisp_run_result *r)
{
	return r->arms[AISP_OPTIMIZED] ? r->arms[AISP_OPTIMIZED]->median_ns : NAN;
}

/* The least time of a result's target on any node. */
static double fastest(const struct node *nodes, int n, int i)
{
	double ns = NAN;

	for (int k = 0; k < n; k++)
		if (nodes[k].run && i < nodes[k].run->n_results)
			ns = fmin(ns, time_of(&nodes[k].run->results[i]));
	return ns;
}

static void print_result(const struct aisp_run_result *r, double least_ns)
{
	char time[32];

	aisp_format_ns(time, sizeof(time), time_of(r));
	fputs("  ", stdout);
	aisp_print_text(stdout, r->target);
	printf("  %s%s  %s", aisp_word_name(aisp_result_word(r)), aisp_left_out_mark(r),
	       time);
	if (time_of(r) > SLOW * least_ns)
		printf("  slow: %.2f times the fastest node's", time_of(r) / least_ns);
	putchar('\n');
}

static const char *state_of(const struct node *node, bool is_across)
{
	if (node->status < 0)
		return node->host[0] ? "died" : "did not start";
	if (is_across && node->number && node->status == AISP_EXIT_OK)
		return "followed node 0";
	if (!node->run)
		return "failed";
	return node->status == AISP_EXIT_INVALID ? "wrong" : "ended";
}

static void print_node(const struct node *nodes, int n, const struct node *node,
		       const char *dir, bool is_across)
{
	char message[400];

	printf("node %d", node->number);
	if (node->host[0]) {
		fputs(", ", stdout);
		aisp_print_text(stdout, node->host);
	}
	printf(": %s", state_of(node, is_across));
	if (node->status >= 0)
		printf(" with status %d", node->status);
	if (node->run)
		printf(", environment grade %s", node->run->info.grade);
	read_line(dir, node->number, "messages", message, sizeof(message));
	if (!node->run && node->status && message[0]) {
		fputs(": ", stdout);
		aisp_print_text(stdout, message);
	}
	putchar('\n');
	for (int i = 0; node->run && i < node->run->n_results; i++)
		print_result(&node->run->results[i], fastest(nodes, n, i));
}

/* A signal ended the node: its status is 128 plus the signal's number. */
static bool is_stopped(const struct node *node)
{
	return node->status > 128;
}

/* The first of these statuses that any node has; a node without status is a failure. */
static int worst(const struct node *nodes, int n)
{
	static const int order[] = { AISP_EXIT_HARNESS,      AISP_EXIT_INVALID,
				     AISP_EXIT_REGRESSION,   AISP_EXIT_USAGE,
				     AISP_EXIT_INCONCLUSIVE, AISP_EXIT_SKIPPED };

	for (int i = 0; i < n; i++)
		if (nodes[i].status < 0 || (is_stopped(&nodes[i]) && !nodes[i].run))
			return AISP_EXIT_HARNESS;
	for (size_t k = 0; k < sizeof(order) / sizeof(order[0]); k++)
		for (int i = 0; i < n; i++)
			if (nodes[i].status == order[k])
				return order[k];
	for (int i = 0; i < n; i++)
		if (is_stopped(&nodes[i]))
			return AISP_EXIT_INCONCLUSIVE;
	return AISP_EXIT_OK;
}

static int report(const struct launch_options *o, const char *dir)
{
	int n = o->n_nodes ? o->n_nodes : 1, status;
	struct node *nodes = calloc((size_t)n, sizeof(*nodes));

	if (!nodes)
		return AISP_EXIT_HARNESS;
	for (int i = 0; i < n; i++)
		read_node(&nodes[i], dir, i);
	printf("%d node%s via %s; %s\n", n, n == 1 ? "" : "s", launch_via_name(o->via),
	       launch_is_across(o) ? "ranks of all share each call, node 0 judges"
				   : "ranks meet on their own node, nothing crosses");
	for (int i = 0; i < n; i++)
		print_node(nodes, n, &nodes[i], dir, launch_is_across(o));
	printf("runs: %s\n", dir);
	status = worst(nodes, n);
	for (int i = 0; i < n; i++)
		aisp_run_free(nodes[i].run);
	free(nodes);
	return status;
}

/* Makes the path absolute, since all nodes must see the folder. */
static int make_folder(char *dir, size_t size, const char *artifacts,
		       const struct launch_options *o, struct aisp_err *err)
{
	char now[32], here[PATH_MAX];

	aisp_now_stamp(now);
	if (!getcwd(here, sizeof(here)))
		return aisp_err_errno(err, "the working directory");
	snprintf(dir, size, "%.1900s%s%.1900s/%s_%s_%d",
		 artifacts[0] == '/' ? "" : here, artifacts[0] == '/' ? "" : "/",
		 artifacts, now, launch_via_name(o->via), (int)getpid());
	return aisp_mkdirs(dir, err);
}

/* Only those who can read the folder know the token; other users cannot. */
static int make_token(const char *dir, struct aisp_err *err)
{
	struct aisp_seed bits;
	char path[PATH_MAX], text[34];
	int fd, rc;

	if (aisp_seed_new(&bits, err))
		return -1;
	aisp_seed_format(&bits, text);
	snprintf(path, sizeof(path), "%.4000s/" TOKEN, dir);
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	rc = fd >= 0 && write(fd, text, 32) == 32
		     ? 0
		     : aisp_err_errno(err, "write %s", path);
	if (fd >= 0)
		close(fd);
	return rc;
}

int launch_nodes(const struct launch_options *o, const char *artifacts, int argc,
		 char *const *argv)
{
	char dir[PATH_MAX];
	struct aisp_err err;

	if (!make_folder(dir, sizeof(dir), artifacts, o, &err) &&
	    !(launch_is_across(o) && make_token(dir, &err)) &&
	    !launch(o, dir, argc, argv, &err))
		return report(o, dir);
	return suite_options_fail("bench run", &err);
}
