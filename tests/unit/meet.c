/* SPDX-License-Identifier: MIT
 *
 * Judges that meet: two or three processes on this host.  All get what each gives; a
 * judge that is at another point, failed or is gone is named; strangers stay outside;
 * and the interval of two clocks that are one contains 0.
 */
#include <math.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "decide/measured.h"
#include "judge/door.h"
#include "judge/links.h"
#include "judge/node_clock.h"
#include "tap.h"

static char endpoint[40], token[] = "/tmp/aisp-meet-XXXXXX", other[sizeof(token)];

static void write_token(char *path, const char *text)
{
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, text, strlen(text)) < 0)
		abort();
	close(fd);
}

/* Chooses a free port. */
static void choose_endpoint(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t size = sizeof(at);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || bind(fd, (struct sockaddr *)&at, size) ||
	    getsockname(fd, (struct sockaddr *)&at, &size))
		abort();
	close(fd);
	snprintf(endpoint, sizeof(endpoint), "127.0.0.1:%d", ntohs(at.sin_port));
}

static struct aisp_rendezvous place(int node, int n_nodes)
{
	struct aisp_rendezvous r = { .endpoint = endpoint,
				     .token_file = token,
				     .node = node,
				     .n_nodes = n_nodes,
				     .limit_ns = INT64_C(20000000000) };

	memset(r.words, 'w', 64);
	memset(r.program, 'p', 64);
	return r;
}

static int open_node(struct aisp_meet *m, int node, int n_nodes, struct aisp_err *err)
{
	struct aisp_rendezvous r = place(node, n_nodes);
	struct aisp_seed seed = { { (uint64_t)node + 1, 7 } };
	int rc = aisp_meet_open(m, &r, &seed, err);

	return rc ? rc : seed.k[0] != 1; /* all have node 0's */
}

/* Runs a function as node `node` in a process of its own, which exits with 0 if right.
 */
static pid_t start(int node, int n_nodes, int (*todo)(struct aisp_meet *m))
{
	struct aisp_meet m;
	pid_t pid = fork();

	if (pid)
		return pid;
	_exit(open_node(&m, node, n_nodes, NULL) ? 90 : todo(&m));
}

static int status_of(pid_t pid)
{
	int status = -1;

	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int give_number(struct aisp_meet *m)
{
	int32_t mine = 10 + m->node, all[3];

	if (aisp_meet_all(m, AISP_AT_BELL, &mine, sizeof(mine), all, NULL))
		return 1;
	return all[0] != 10 || all[1] != 11 || all[2] != 12;
}

static void test_all(void)
{
	pid_t first, second;
	struct aisp_meet m;

	choose_endpoint();
	first = start(1, 3, give_number);
	second = start(2, 3, give_number);
	ok(!open_node(&m, 0, 3, NULL), "three nodes find each other");
	ok(!give_number(&m), "node 0 gets what all give");
	ok(!status_of(first) && !status_of(second), "so do the others");
	aisp_meet_close(&m);
}

static int go_elsewhere(struct aisp_meet *m)
{
	struct aisp_err err;

	return !(aisp_meet_all(m, AISP_AT_SAMPLE, NULL, 0, NULL, &err) < 0 &&
		 strstr(err.msg, "node 0: node 1 (127.0.0.1) is at point sample") &&
		 strstr(err.msg, "node 0 at bell"));
}

static int leave(struct aisp_meet *m)
{
	aisp_meet_close(m);
	return 0;
}

static int fail(struct aisp_meet *m)
{
	return !(aisp_meet_fail(m, AISP_LAUNCH_CRASHED, "rank 2: SIGSEGV", NULL) == 1 &&
		 m->failure.node == 1);
}

/* The result if node 1 does that while node 0 waits at the bell. */
static void test_trouble(int (*todo)(struct aisp_meet *m), int want, const char *words,
			 const char *what)
{
	struct aisp_err err = { 0 };
	struct aisp_meet m;
	pid_t pid;
	int rc;

	choose_endpoint();
	pid = start(1, 2, todo);
	if (open_node(&m, 0, 2, NULL))
		abort();
	rc = aisp_meet_all(&m, AISP_AT_BELL, NULL, 0, NULL, &err);
	ok(rc == want && strstr(rc > 0 ? m.failure.cause : err.msg, words), what);
	ok(!status_of(pid), "which the other end knows, too");
	aisp_meet_close(&m);
}

static int wait_at_answer(struct aisp_meet *m)
{
	return !(aisp_meet_all(m, AISP_AT_ANSWER, NULL, 0, NULL, NULL) == 1 &&
		 m->failure.status == AISP_LAUNCH_CRASHED &&
		 !strcmp(m->failure.cause, "mine"));
}

static int then_meet_again(struct aisp_meet *m)
{
	int rc = wait_at_answer(m);

	aisp_meet_again(m);
	return rc || aisp_meet_all(m, AISP_AT_LAUNCH, NULL, 0, NULL, NULL);
}

static void test_own_failure(void)
{
	struct aisp_meet m;
	pid_t pid;

	choose_endpoint();
	pid = start(1, 2, then_meet_again);
	if (open_node(&m, 0, 2, NULL))
		abort();
	ok(aisp_meet_fail(&m, AISP_LAUNCH_CRASHED, "mine", NULL) == 1,
	   "node 0's own failure");
	aisp_meet_again(&m);
	ok(!aisp_meet_all(&m, AISP_AT_LAUNCH, NULL, 0, NULL, NULL) && !status_of(pid),
	   "after which all go on");
	aisp_meet_close(&m);
}

static int hang(struct aisp_meet *m)
{
	aisp_meet_fail(m, AISP_LAUNCH_HUNG, "waits for node 0's", NULL);
	return strcmp(m->failure.cause, "waits for node 0's") != 0;
}

/* Of two failures, the one that explains the other is reported. */
static void test_cause(void)
{
	struct aisp_meet m;
	pid_t pid;

	choose_endpoint();
	pid = start(1, 2, fail);
	if (open_node(&m, 0, 2, NULL))
		abort();
	while (!aisp_meet_is_off(&m))
		usleep(1000);
	ok(aisp_meet_fail(&m, AISP_LAUNCH_HUNG, "no answer", NULL) == 1 &&
		   !strcmp(m.failure.cause, "rank 2: SIGSEGV"),
	   "who crashed is why the other got no answer");
	status_of(pid);
	aisp_meet_close(&m);
	choose_endpoint();
	pid = start(1, 2, hang);
	if (open_node(&m, 0, 2, NULL))
		abort();
	ok(aisp_meet_all(&m, AISP_AT_BELL, NULL, 0, NULL, NULL) == 1 &&
		   m.failure.status == AISP_LAUNCH_HUNG && !status_of(pid),
	   "one that is alone is told as it is");
	aisp_meet_close(&m);
}

/* A stranger is refused, and a peer that comes afterwards is let in. */
static void test_stranger(const struct aisp_rendezvous *r, const char *why)
{
	struct aisp_seed seed = { { 0, 0 } };
	struct aisp_meet m;
	struct aisp_err err = { 0 };
	int to[2], go[2];
	char said[200] = "";
	pid_t stranger, peer;

	if (pipe(to) || pipe(go))
		abort();
	stranger = fork();
	if (!stranger) {
		aisp_meet_open(&m, r, &seed, &err);
		_exit(write(to[1], err.msg, strlen(err.msg)) < 0 ||
		      write(go[1], "", 1) < 0 || seed.k[0]);
	}
	peer = fork();
	if (!peer) {
		if (read(go[0], said, 1) < 0) /* once the stranger was told */
			abort();
		_exit(open_node(&m, 1, 2, NULL));
	}
	ok(!open_node(&m, 0, 2, NULL) && strstr(m.refused, why), why);
	ok(!status_of(stranger) && read(to[0], said, sizeof(said) - 1) > 0 &&
		   strstr(said, "refuses this node") && strstr(said, why),
	   "it is told, and learns no seed");
	ok(!status_of(peer), "and the one that belongs here comes in");
	aisp_meet_close(&m);
	for (int i = 0; i < 2; i++) {
		close(to[i]);
		close(go[i]);
	}
}

static void test_strangers(void)
{
	struct aisp_rendezvous r = place(1, 2);

	choose_endpoint();
	r.token_file = other;
	test_stranger(&r, "its token is another");
	r = place(1, 2);
	memset(r.words, 'x', 64);
	choose_endpoint();
	test_stranger(&r, "its command line asks for something else");
	r = place(1, 2);
	memset(r.program, 'x', 64);
	choose_endpoint();
	test_stranger(&r, "its aisp is another program");
	r = place(2, 2);
	choose_endpoint();
	test_stranger(&r, "it has no number among these nodes");
}

/* Connects until it is accepted; the connection lasts as long as this process. */
static void connect_silently(void)
{
	struct sockaddr_in at = { .sin_family = AF_INET,
				  .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM, 0);
	long port = strtol(strchr(endpoint, ':') + 1, NULL, 10);

	at.sin_port = htons((uint16_t)port);
	while (connect(fd, (struct sockaddr *)&at, sizeof(at))) {
		close(fd);
		usleep(1000);
		fd = socket(AF_INET, SOCK_STREAM, 0);
	}
}

/* More silent strangers, one after the other, than node 0 could wait for. */
static void test_silent(void)
{
	struct aisp_meet m;
	int go[2];
	char said;
	pid_t silent, peer;

	choose_endpoint();
	if (pipe(go))
		abort();
	silent = fork();
	if (!silent) {
		for (int i = 0; i < 6; i++)
			connect_silently();
		if (write(go[1], "", 1) < 0)
			abort();
		for (;;)
			pause();
	}
	peer = fork();
	if (!peer)
		_exit(read(go[0], &said, 1) != 1 || open_node(&m, 1, 2, NULL));
	ok(!open_node(&m, 0, 2, NULL) && !status_of(peer),
	   "strangers who say nothing keep nobody outside");
	kill(silent, SIGKILL);
	status_of(silent);
	aisp_meet_close(&m);
	close(go[0]);
	close(go[1]);
}

/* A guest that has connected and said nothing yet. */
static int guest_at(const struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (fd < 0 || connect(fd, (const struct sockaddr *)at, sizeof(*at)))
		abort();
	return fd;
}

/* A guest comes, then more strangers than the door holds; then the guest speaks. */
static void test_crowd(void)
{
	int others[AISP_MAX_GUESTS];
	struct sockaddr_in at;
	struct aisp_door door = {
		.listener = aisp_links_listen(htonl(INADDR_LOOPBACK), &at), .n_bytes = 4
	};
	struct aisp_guest g = { .fd = -1 };
	char said[4] = "";
	int one = guest_at(&at);

	for (int i = 0; i < AISP_MAX_GUESTS; i++)
		others[i] = guest_at(&at);
	ok(!aisp_door_next(&door, aisp_now_ns() + 100000000, &g) &&
		   door.n == AISP_MAX_GUESTS,
	   "strangers fill the door");
	ok(send(one, "one", 4, MSG_NOSIGNAL) == 4 &&
		   aisp_door_next(&door, aisp_now_ns() + 4000000000, &g) &&
		   read(g.fd, said, 4) == 4 && !strcmp(said, "one"),
	   "who came before them and speaks is heard");
	for (int i = 0; i < AISP_MAX_GUESTS; i++)
		close(others[i]);
	close(one);
	close(g.fd);
	aisp_door_shut(&door);
	close(door.listener);
}

static int compare_clocks(struct aisp_meet *m)
{
	struct aisp_offset o[AISP_MAX_NODES];

	return aisp_node_clocks(m, o, NULL) ||
	       !(o[1].lo_ns <= 0 && o[1].hi_ns >= 0 && o[1].hi_ns - o[1].lo_ns < 1e8);
}

static void test_clocks(void)
{
	struct aisp_meet m;
	pid_t pid;

	choose_endpoint();
	pid = start(1, 2, compare_clocks);
	if (open_node(&m, 0, 2, NULL))
		abort();
	ok(!compare_clocks(&m) && !status_of(pid),
	   "two clocks that are one: 0 lies in the interval, at both ends");
	aisp_meet_close(&m);
}

/* A clock 5 s ahead; messages take 10 and 90 us, then 20 and 10. */
static void test_interval(void)
{
	const int64_t ahead = 5000000000, now = 1000000;
	struct aisp_offset o = aisp_offset_unknown(), later;

	aisp_offset_add(&o, now, now + 10000 + ahead, now + 100000);
	ok(o.lo_ns == (double)(ahead - 90000) && o.hi_ns == (double)(ahead + 10000),
	   "one question leaves the time that it took");
	aisp_offset_add(&o, now, now + 20000 + ahead, now + 30000);
	ok(o.lo_ns == (double)(ahead - 10000) && o.hi_ns == (double)(ahead + 10000),
	   "another what both allow");
	ok(aisp_offset_middle(&o) == (double)ahead && o.trip_ns == 100000,
	   "the middle, and the longest way");
	ok(aisp_offset_bound(&o, &o) == 10000, "half of the width is the bound");
	later = o;
	later.lo_ns += 3000;
	later.hi_ns += 3000;
	ok(aisp_offset_bound(&o, &later) == 13000, "and what they drifted apart");
	ok(aisp_offset_fits(&o, &later, 1e9), "which clocks may");
	later.lo_ns += 1e6;
	later.hi_ns += 1e6;
	ok(!aisp_offset_fits(&o, &later, 1e9),
	   "a millisecond in a second they may not");
}

/* Of three nodes the last one's clock is known least well: within 40 us. */
static void test_added(void)
{
	const struct aisp_offset at[] = {
		{ 0, 0, 0 },
		{ 5e9 - 10000, 5e9 + 10000, 30000 },
		{ -7e9 - 40000, -7e9 + 40000, 90000 },
	};
	struct aisp_offset jumped[] = { at[0], at[1], { 0, 1000, 9000 } };
	double samples[] = { 300000, 100000, 200000 }, warmup[] = { 900000 };
	struct aisp_measured m = { .samples_ns = samples,
				   .n_samples = 3,
				   .warmup_ns = warmup,
				   .n_warmup = 1,
				   .median_ns = 200000,
				   .evidence = { .call_ns = 200000,
						 .mean_ns = 210000,
						 .sample_ns = 600000 } };

	ok(aisp_offsets_add(&m, at, jumped, 3, 1e9) == 2 && samples[0] == 300000 &&
		   m.evidence.n_hosts == 0,
	   "the node whose clock jumped is told, and no time is changed");
	ok(aisp_offsets_add(&m, at, at, 3, 1e9) == 0 && samples[0] == 340000 &&
		   samples[1] == 140000 && samples[2] == 240000,
	   "half of the widest interval is added to each sample");
	ok(warmup[0] == 940000, "to each warm-up");
	ok(m.median_ns == 240000 && m.evidence.call_ns == 240000,
	   "the time that is compared has it");
	ok(m.evidence.mean_ns == 250000 && m.evidence.sample_ns == 640000,
	   "so have the mean and the sample");
	ok(m.evidence.clock_half_ns == 40000 && m.evidence.n_hosts == 3,
	   "and the facts say how much it was, of how many nodes");
}

int main(void)
{
	memcpy(other, token, sizeof(token));
	write_token(token, "a secret of some bytes");
	write_token(other, "another of some bytes");
	test_interval();
	test_added();
	test_all();
	test_trouble(go_elsewhere, -1, "they no longer do the same",
		     "a node at another point");
	test_trouble(leave, -1, "node 1 (127.0.0.1) is gone", "a node that is gone");
	test_trouble(fail, 1, "rank 2: SIGSEGV", "a node whose launch failed");
	test_own_failure();
	test_cause();
	test_strangers();
	test_silent();
	test_crowd();
	test_clocks();
	unlink(token);
	unlink(other);
	return done();
}
