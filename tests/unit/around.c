/* SPDX-License-Identifier: MIT
 *
 * What a group's launches have in common, and whether an arm differs.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge/across.h"
#include "judge/around.h"
#include "probes/builds.h"
#include "probes/cpu_clock.h"
#include "probes/numa_nodes.h"
#include "tap.h"

#define N 6 /* launches of an arm, the pilot too */

static struct aisp_group g;
static struct aisp_measured launches[2][N];
static struct aisp_build library[3] = { { "libm.so", "1" }, { "libm.so", "2" } };

/* Two arms; the second waits for its CPU, 0.5 +- 0.1 of the time. */
static void make_group(void)
{
	g.n_arms = 2;
	g.margin = 0.01;
	g.bias.residual_ns = -60;
	g.bias.tick_ns = 40;
	g.bias.ns_per_tick = 0.5;
	for (int i = 0; i < 2; i++) {
		g.arms[i].n_launches = N;
		g.arms[i].launches = launches[i];
		for (int k = 0; k < N; k++) {
			struct aisp_measured *m = &launches[i][k];

			m->block = k - 1;
			m->status = AISP_LAUNCH_OK;
			m->start_ns = 10 * (k + 1) - i;
			m->calls_per_sample = 2;
			m->median_ns = 2500;
			m->libraries = &library[i];
			m->n_libraries = 1;
			aisp_evidence_init(&m->evidence);
			m->evidence.quota_cpus = i;
			m->evidence.delay_share = i && k ? 0.4 + 0.1 * (k % 3) : 0;
		}
	}
}

static void test_group(void)
{
	const struct aisp_evidence *e = &launches[1][3].evidence;

	make_group();
	aisp_across_note(&g);
	ok(e->quota_cpus_first == 1 && launches[0][0].evidence.quota_cpus_first == 1,
	   "the earliest launch is the first, whichever arm's");
	ok(isnan(e->governor_first), "what it did not see stays unknown");
	ok(fabs(e->delay_share_arm - 0.5) < 0.03 && e->delay_share_rest == 0,
	   "means without the pilots");
	ok(e->delay_share_t > 4 && launches[0][1].evidence.delay_share_t < -4,
	   "a difference that is no accident, seen from both sides");
	ok(isfinite(e->delay_share_t), "and finite, as JSON wants it");
	ok(g.margin == 100 / 5000.0 && e->margin == g.margin,
	   "the margin holds what the clock cannot tell of the shortest sample");
	ok(e->n_libraries_differ == 1 &&
		   launches[0][0].evidence.n_libraries_differ == 0,
	   "a library of that name was another build");
	ok(e->n_pairs == N - 1, "launches that count");
	library[1].id[0] = '1';
	aisp_across_note(&g);
	ok(e->n_libraries_differ == 0, "the same build is the same library");
}

static void test_alone(void)
{
	g.n_arms = 1;
	aisp_across_note(&g);
	ok(isnan(launches[0][1].evidence.delay_share_t),
	   "with nothing to compare with nothing is known");
}

static void test_builds(void)
{
	struct aisp_view v = AISP_VIEW_CLOSED;
	struct aisp_build found[64];
	int n, has_libc = 0;

	ok(aisp_builds_read(&v, "/a", found, 64) == -1, "nothing was opened");
	aisp_view_open(&v, getpid());
	n = aisp_builds_read(&v, "/a", found, 64);
	for (int i = 0; i < n; i++)
		has_libc |=
			!strcmp(found[i].name, "libc.so") && strlen(found[i].id) == 40;
	ok(has_libc, "the C library, with the linker's build id");
	ok(aisp_builds_read(&v, "/a", found, 1) == 1, "no more than asked for");
	n = aisp_builds_read(&v, "/", found, 64);
	ok(n == -1, "what was excepted is left out");
	aisp_view_close(&v);
}

static void test_probes(void)
{
	struct aisp_process p;
	char page[8192] = "";

	aisp_process_read(&p, getpid());
	ok(p.is_traced == 0 && p.priority >= 0 && p.priority <= 39, "not traced");
	ok(p.address_bytes > 1e5 && p.cpu >= 0, "addresses and CPU");
	aisp_process_read(&p, -1);
	ok(isnan(p.is_traced) && isnan(p.priority) && isnan(p.cpu), "no such process");
	ok(isnan(aisp_process_delay_ns(-1)), "it waits for no CPU");
	ok(!(aisp_cpu_cycles_per_tick() <= 0), "a clock");
	ok(!(aisp_clock_ns_per_tick() <= 0), "and its rate");
	ok(!(aisp_remote_share(page, sizeof(page), 0) > 1), "a share of pages");
}

int main(void)
{
	test_group();
	test_alone();
	test_builds();
	test_probes();
	return done();
}
