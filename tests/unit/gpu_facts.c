/* SPDX-License-Identifier: MIT
 *
 * Facts for the checks from the traced call of a GPU's arm: each count has its name,
 * and the judge's own work does not count.
 */
#include <math.h>

#include "decide/gpu_facts.h"
#include "tap.h"

static struct aisp_problem problem;
static struct aisp_group g;
static struct aisp_arm arm;
static struct aisp_evidence e;

static void note(void)
{
	aisp_evidence_init(&e);
	aisp_gpu_facts_note(&g, &arm, &e);
}

static void make_arm(void)
{
	problem = (struct aisp_problem){ .n_in = 1, .n_out = 1 };
	g = (struct aisp_group){ .device = AISP_DEVICE_CUDA, .problem = &problem };
	g.bias.flush_cold_ns = 101;
	g.bias.flush_hot_ns = 102;
	arm = (struct aisp_arm){ .has_trace = true, .tier = AISP_TIER_SANDBOXED };
	arm.trace = (struct aisp_gpu_trace){ .n_kernels = 1,
					     .n_memcpys = 2,
					     .n_memsets = 3,
					     .n_streams = 4,
					     .n_streams_made = 5,
					     .n_graph_launches = 6,
					     .n_cooperative = 7,
					     .n_nested = 8,
					     .n_host_functions = 9,
					     .n_allocs = 30,
					     .n_managed = 10,
					     .n_managed_ever = 21,
					     .n_syncs = 11,
					     .n_peer = 12,
					     .n_modules = 13,
					     .n_pinned = 14,
					     .pinned_bytes = 4096,
					     .n_contexts = 15,
					     .n_persisting = 16,
					     .to_host_bytes = 17,
					     .span_ns = 18,
					     .busy_ns = 19,
					     .n_untimed = 40 };
	note();
}

static void test_trace(void)
{
	make_arm();
	ok(e.n_kernels == 1 && e.n_streams == 4, "kernels and streams");
	ok(e.n_graphs == 6 && e.n_cooperative == 7 && e.n_nested == 8,
	   "how kernels were launched");
	ok(e.n_host_functions == 9 && e.n_modules == 13 && e.n_contexts == 15,
	   "what the host did");
	ok(e.n_allocs == 20 && e.n_managed == 21 && e.n_pinned == 14 &&
		   e.pinned_bytes == 4096,
	   "memory: what is managed is counted apart");
	ok(e.n_peer == 12 && e.to_host_bytes == 17 && e.n_persisting == 16,
	   "where data went");
	ok(e.trace_ns == 18 && e.n_unended == 40, "when it ended, and what did not");
	ok(e.flush_cold_ns == 101 && e.flush_hot_ns == 102, "what a flush is worth");
}

static void test_managed(void)
{
	make_arm();
	problem.uses = AISP_USES_MANAGED;
	note();
	ok(e.n_allocs == 30 && e.n_managed == 21,
	   "where it is declared, what a call takes is an allocation like others");
}

static void test_arms(void)
{
	make_arm();
	arm.tier = AISP_TIER_KERNEL;
	note();
	ok(e.n_graphs == 0 && e.n_cooperative == 0 && e.n_nested == 8,
	   "graphs of launch lines are the judge's");
	arm.tier = AISP_TIER_SANDBOXED;
	arm.has_trace = false;
	note();
	ok(isnan(e.n_kernels) && isnan(e.n_unended) && isnan(e.to_host_bytes),
	   "without a trace nothing is known");
}

static void test_host_data(void)
{
	make_arm();
	ok(e.has_host_data == 0, "all lies on the GPU");
	problem.in[0].on_host = 1;
	note();
	ok(e.has_host_data == 1, "or an input with the host");
	problem.in[0].on_host = 0;
	problem.out[0].on_host = 1;
	note();
	ok(e.has_host_data == 1, "or an output");
}

int main(void)
{
	test_trace();
	test_managed();
	test_arms();
	test_host_data();
	return done();
}
