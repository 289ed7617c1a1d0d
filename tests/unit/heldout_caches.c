/* SPDX-License-Identifier: MIT
 *
 * Launches at other sizes that are not timed leave the caches as they are.  Only
 * launches and flushes are counted here.
 */
#include <math.h>
#include <string.h>

#include "device/buffers.h"
#include "device/device.h"
#include "device/evict.h"
#include "device/flush.h"
#include "judge/heldout.h"
#include "judge/session.h"
#include "tap.h"

static int n_far, n_near, n_other_data, n_wrong, n_flushed;
static struct aisp_contract public;
static struct aisp_harness harness = { .device = &aisp_host_device };

/* Replaces functions of src/device/flush.c and evict.c. */
void aisp_flush(const void *data, size_t n_bytes)
{
	(void)data, (void)n_bytes;
	n_flushed++;
}

void aisp_touch(const void *data, size_t n_bytes)
{
	(void)data, (void)n_bytes;
}

int aisp_evictor_init(struct aisp_err *err)
{
	(void)err;
	return 0;
}

void aisp_evict(const cpu_set_t *cpus, const cpu_set_t *helpers)
{
	(void)cpus, (void)helpers;
	n_flushed++;
}

/* Replaces the function of src/judge/measure.c: a call takes a microsecond. */
int aisp_measure(struct aisp_measured *m, const struct aisp_harness *h,
		 const struct aisp_contract *c, struct aisp_buffers *b,
		 const char *object, const struct aisp_sampling *sampling,
		 uint64_t number, struct aisp_err *err)
{
	bool is_far =
		c->param[0] < public.param[0] / 2 || c->param[0] > public.param[0];
	bool is_timed = !is_far && h->dist == AISP_DIST_NORMAL;

	(void)b, (void)object, (void)number, (void)err;
	memset(m, 0, sizeof(*m));
	m->status = AISP_LAUNCH_OK;
	m->median_ns = 1000;
	n_far += is_far;
	n_near += is_timed;
	n_other_data += h->dist != AISP_DIST_NORMAL;
	n_wrong += sampling->is_of_values == is_timed;
	return 0;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 1, { p[0] } });
	aisp_add_out(pr, (struct aisp_spec){ "b", AISP_F32, 1, { p[0] } });
	pr->n_threads = 1;
	pr->flops = (double)p[0];
	pr->is_cold = 1;
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "sizes",
	.n_params = 1,
	.params = { { "rows", 37, 4096, 16384, "rows" } },
	.problem = problem,
};

static void test_launches(void)
{
	static struct aisp_group g;
	struct aisp_err err;

	g.contract = &public;
	g.problem = &public.problem;
	g.n_arms = 1;
	g.arms[0].pilot_ns = 1000;
	g.sampling = (struct aisp_sampling){ .calls_per_sample = 1, .n_samples = 3 };
	ok(!aisp_heldout_launch(&g, &g.arms[0], &harness, &err) && n_far == 3 &&
		   n_other_data == 2 && n_near == 1,
	   "launches far away, on other data, and near");
	ok(!n_wrong, "only the time of those near counts, on the data announced");
}

/* Counts the flushes for one sample of such a launch. */
static int n_flushes(bool is_of_values)
{
	struct aisp_sampling sampling = { .calls_per_sample = 1,
					  .n_samples = 1,
					  .is_of_values = is_of_values };
	static struct aisp_session s;
	struct aisp_err err;
	int rc;

	s = (struct aisp_session){ .harness = &harness,
				   .contract = &public,
				   .sampling = &sampling };
	s.buffers = aisp_buffers_new(&public.problem, public.param, 1, "",
				     &aisp_host_device, &err);
	n_flushed = 0;
	rc = !s.buffers || aisp_buffers_stage(s.buffers, &err) ||
	     aisp_session_refill(&s, 0, true, &err);
	aisp_buffers_free(s.buffers);
	return rc ? -1 : n_flushed;
}

int main(void)
{
	struct aisp_err err;

	public.workload = &workload;
	aisp_contract_preset(&public, AISP_PRESET_DEFAULT, AISP_DEVICE_CPU);
	ok(!aisp_contract_evaluate(&public, &err), "a contract");
	test_launches();
	ok(n_flushes(false) > 0, "data are cold where time counts");
	ok(n_flushes(true) == 0, "and nothing is flushed where values do");
	return done();
}
