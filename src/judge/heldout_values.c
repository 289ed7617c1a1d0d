/* SPDX-License-Identifier: MIT */
#include "heldout_values.h"
#include "fault_text.h"

static int64_t n_bad(const struct aisp_measured *m)
{
	const struct aisp_evidence *e = &m->evidence;

	return (int64_t)(e->n_wrong + e->n_low + e->n_flushed + e->n_unwritten +
			 e->n_nan + e->n_inf);
}

/* Is there a fault beside the compared elements? *f has the words of its check. */
static bool has_strayed(const struct aisp_measured *m, struct aisp_finding *f)
{
	static const char *const ids[] = { "memory.out_of_bounds_write",
					   "timing.incomplete_async_ops",
					   "isolation.input_mutation",
					   "output.uninitialized_memory" };

	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
		if (aisp_check_run(aisp_check_of(ids[i]), &m->evidence, f) ==
		    AISP_VERDICT_FAIL)
			return true;
	return false;
}

static bool breaks_invariant(const struct aisp_measured *m, struct aisp_finding *f)
{
	const struct aisp_check *c = aisp_check_of("workload.undeclared_shortcuts");

	return aisp_check_run(c, &m->evidence, f) == AISP_VERDICT_FAIL;
}

void aisp_heldout_values(struct aisp_heldout *h, const struct aisp_measured *m)
{
	struct aisp_finding f;

	h->n_elems += (int64_t)m->evidence.n_elems;
	h->n_wrong += n_bad(m) + (m->evidence.n_invariant > 0) +
		      (!n_bad(m) && has_strayed(m, &f));
}

void aisp_heldout_keep(struct aisp_heldout *h, const struct aisp_contract *c, int dist,
		       const struct aisp_measured *m)
{
	struct aisp_finding f;

	if (m->status != AISP_LAUNCH_OK)
		aisp_fault_keep(h->end, sizeof(h->end), c, dist, m->cause);
	else if (m->wrong[0] || (!has_strayed(m, &f) && !breaks_invariant(m, &f)))
		aisp_fault_keep(h->fault, sizeof(h->fault), c, dist, m->wrong);
	else
		aisp_fault_keep(h->fault, sizeof(h->fault), c, dist, f.why);
}
