/* SPDX-License-Identifier: MIT
 *
 * audit_trial.c - one launch that `aisp bench verify` makes, and what it tells of it.
 */
#include "audit_parts.h"

#define VERIFY_NS INT64_C(2000000000)
#define AGAIN_NS  INT64_C(10000000000) /* the least limit of a second try */

void aisp_audit_tell(const struct aisp_subject *s, const char *what,
		     enum aisp_control_result result, const char *why)
{
	const struct aisp_audit_row row = {
		s->name, s->params, aisp_dist_name((enum aisp_dist)s->harness->dist),
		what,    result,    why
	};

	if (!*s->suite->limits.is_stopped) /* a stop may be what went wrong */
		s->audit->row(s->audit->arg, &row);
}

const char *aisp_audit_fault(const struct aisp_measured *m, struct aisp_finding *f)
{
	if (m->status != AISP_LAUNCH_OK)
		return m->cause;
	if (m->wrong[0])
		return m->wrong;
	for (int i = 0; aisp_checks[i]; i++)
		if (!aisp_checks[i]->is_majority &&
		    aisp_check_run(aisp_checks[i], &m->evidence, f) ==
			    AISP_VERDICT_FAIL)
			return f->why;
	return NULL;
}

static int measure(const struct aisp_subject *s, const struct aisp_contract *c,
		   const char *object, int n_samples, int64_t limit_ns,
		   struct aisp_measured *m, struct aisp_err *err)
{
	const struct aisp_sampling once = { .calls_per_sample = 1,
					    .n_samples = n_samples,
					    .verify_budget_ns = VERIFY_NS,
					    .limit_ns = limit_ns,
					    .is_page_end = s->harness->n_launches % 2 };
	struct aisp_buffers *b =
		aisp_buffers_new(&c->problem, c->param, 1, s->suite->scratch_dir,
				 s->harness->device, err);
	int rc;

	if (!b)
		return -1;
	b->workload = c->workload;
	b->meets = c->meets;
	rc = aisp_measure(m, s->harness, c, b, object, &once, s->harness->n_launches,
			  err);
	aisp_buffers_free(b);
	return rc;
}

int aisp_audit_measure_once(const struct aisp_subject *s, const struct aisp_contract *c,
			    const char *object, int n_samples, int64_t limit_ns,
			    struct aisp_measured *m, struct aisp_err *err)
{
	int rc = measure(s, c, object, n_samples, limit_ns, m, err);

	s->harness->n_launches++;
	return rc;
}

/* A machine that stalls can exceed a limit of seconds: only a variant hangs twice. */
int aisp_audit_measure(const struct aisp_subject *s, const struct aisp_contract *c,
		       const char *object, int n_samples, int64_t limit_ns,
		       struct aisp_measured *m, struct aisp_err *err)
{
	int rc = measure(s, c, object, n_samples, limit_ns, m, err);

	if (!rc && m->status == AISP_LAUNCH_HUNG) {
		aisp_measured_release(m);
		*m = (struct aisp_measured){ 0 };
		limit_ns = limit_ns > AGAIN_NS ? limit_ns : AGAIN_NS;
		rc = measure(s, c, object, n_samples, limit_ns, m, err);
	}
	s->harness->n_launches++;
	return rc;
}
