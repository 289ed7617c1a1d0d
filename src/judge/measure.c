/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/dtype.h"
#include "base/stats.h"
#include "measure.h"
#include "probes/process.h"
#include "watch.h"

#define N_WAKES 64

/* One launch under way. */
struct session {
	const struct aisp_bench *bench;
	const struct aisp_contract *contract;
	struct aisp_buffers *buffers;
	const struct aisp_sampling *sampling;
	struct aisp_launch launch;
	uint64_t number;         /* of the launch */
	uint64_t n_filled;       /* sets of inputs made so far */
	int n_woken;             /* samples so far */
	double wake_ns[N_WAKES]; /* of the latest of them */
	struct aisp_tally tally;
	struct aisp_watch watch;
	uint64_t poison[AISP_MAX_SLOTS]; /* keys of the sample under way */
	int64_t n_poison, n_late, n_canary, n_invariant;
};

static uint64_t fill_key(const struct session *s, int slot)
{
	return aisp_seed_key(&s->bench->seed, s->number, s->n_filled, (uint64_t)slot);
}

static void apply_given(const struct session *s, const struct aisp_io *io)
{
	for (int i = 0; i < s->contract->problem.n_in; i++)
		for (int k = 0; k < s->bench->n_given; k++)
			if (!strcmp(s->contract->problem.in[i].name,
				    s->bench->given[k].name))
				memcpy(io->in[i].data, s->bench->given[k].npy.data,
				       (size_t)aisp_elems(&io->in[i]) *
					       aisp_dtype_bytes(io->in[i].dtype));
}

/* Fresh inputs and fresh poison for the slots of the next sample. */
static int refill(struct session *s, struct aisp_err *err)
{
	s->n_filled++;
	for (int slot = 0; slot < s->sampling->calls_per_sample; slot++) {
		const struct aisp_io *io = &s->buffers->io[slot];

		aisp_contract_fill(s->contract, io, s->bench->dist, fill_key(s, slot));
		apply_given(s, io);
		s->poison[slot] = ~fill_key(s, slot);
		aisp_buffers_poison(s->buffers, slot, s->poison[slot]);
		for (int i = 0; i < s->contract->problem.n_in; i++)
			if (s->contract->problem.in[i].in_file &&
			    aisp_buffers_sync_file(s->buffers, i, err))
				return -1;
		if (s->contract->problem.is_cold)
			aisp_buffers_flush(s->buffers, slot);
	}
	return 0;
}

/* Which call's outputs are being compared. */
struct poisoned {
	const struct aisp_buffers *buffers;
	int slot;
	uint64_t key;
};

static bool is_unwritten(const void *arg, int o, int64_t i)
{
	const struct poisoned *p = arg;

	return aisp_buffers_is_poison(p->buffers, p->slot, o, i, p->key);
}

static int verify_call(struct session *s, int slot, uint64_t bits, int64_t budget_ns,
		       struct aisp_err *err)
{
	const struct aisp_io *io = &s->buffers->io[slot];
	const struct poisoned poisoned = { s->buffers, slot, s->poison[slot] };

	s->tally.is_unwritten = is_unwritten;
	s->tally.arg = &poisoned;
	if (aisp_verify_some(s->contract, io, bits, budget_ns, &s->tally, err))
		return -1;
	s->n_poison += aisp_buffers_poison_left(s->buffers, slot, s->poison[slot]);
	s->n_canary += aisp_buffers_canary_changed(s->buffers, slot, s->poison[slot]);
	if (s->contract->workload->invariant && s->contract->workload->invariant(io))
		s->n_invariant++;
	return 0;
}

/* Calls of the sample in an order chosen now, as far as the budget reaches. */
static int verify(struct session *s, uint64_t bits, struct aisp_err *err)
{
	int n = s->sampling->calls_per_sample;
	struct aisp_walk walk =
		aisp_walk_new(aisp_random_at(bits, UINT64_MAX), (uint64_t)n);
	int64_t until_ns = aisp_now_ns() + s->sampling->verify_budget_ns;

	for (int i = 0; i < n && (!i || aisp_now_ns() < until_ns); i++)
		if (verify_call(s, (int)aisp_walk_next(&walk),
				aisp_random_at(bits, (uint64_t)i),
				until_ns - aisp_now_ns(), err))
			return -1;
	return 0;
}

/*
 * One sample; its time per call in *ns.  1 if the variant ended the launch, -1
 * if the harness failed.
 */
static int sample(struct session *s, double *ns, struct aisp_err *err)
{
	int n = s->sampling->calls_per_sample;
	const struct aisp_bias *bias = &s->bench->bias;
	uint64_t bits;
	int64_t t, wake_ns;

	if (aisp_launch_pause(&s->launch))
		return 1;
	if (refill(s, err))
		return -1;
	wake_ns = aisp_launch_resume(&s->launch);
	if (wake_ns < 0)
		return 1;
	bits = aisp_seed_key(&s->bench->seed, s->number, s->n_filled, UINT64_MAX);
	t = aisp_launch_run(&s->launch, 0, n);
	if (t < 0)
		return 1;
	s->wake_ns[s->n_woken++ % N_WAKES] = (double)wake_ns;
	aisp_watch_begin(&s->watch, s->buffers, n, bits);
	*ns = ((double)t - bias->ring_ns) / n - bias->call_ns;
	if (verify(s, bits, err))
		return -1;
	s->n_late += aisp_watch_changed(&s->watch, s->buffers);
	s->n_poison += aisp_watch_unwritten(&s->watch, s->buffers, s->poison);
	return 0;
}

static int samples(struct session *s, int n, double *ns, int *n_done,
		   struct aisp_err *err)
{
	for (*n_done = 0; *n_done < n; ++*n_done) {
		int rc = sample(s, &ns[*n_done], err);

		if (rc)
			return rc;
	}
	return 0;
}

static void note_outputs(const struct session *s, struct aisp_evidence *e)
{
	e->n_elems = (double)s->tally.n_elems;
	e->n_wrong = (double)s->tally.n_wrong;
	e->n_unwritten = (double)s->tally.n_unwritten;
	e->n_nan = (double)s->tally.n_nan;
	e->n_inf = (double)s->tally.n_inf;
	e->rms_ratio = aisp_tally_rms_ratio(&s->tally);
	e->max_ratio = s->tally.max_ratio;
	e->n_poison = (double)s->n_poison;
	e->n_late = (double)s->n_late;
	e->n_canary = (double)s->n_canary;
	e->n_invariant = s->contract->workload->invariant ? (double)s->n_invariant : -1;
}

static void note_process(const struct session *s, const struct aisp_process *before,
			 const struct aisp_process *after, struct aisp_evidence *e)
{
	e->n_threads = fmax(before->n_threads, after->n_threads);
	e->n_threads_allowed = s->contract->problem.n_threads;
	e->n_minor_faults = after->n_minor_faults - before->n_minor_faults;
	e->n_major_faults = after->n_major_faults - before->n_major_faults;
	e->n_preempted = after->n_preempted - before->n_preempted;
}

static void note_launch(const struct session *s, const struct aisp_measured *m,
			struct aisp_evidence *e)
{
	e->is_sandboxed = m->layers >> AISP_LAYER_SEALED & 1;
	e->is_readonly = m->layers >> AISP_LAYER_READONLY & 1;
	e->is_spin = s->bench->where.is_spin;
	e->is_fresh = s->bench->n_given == 0;
	e->call_ns = m->median_ns;
	e->sample_ns = m->median_ns * m->calls_per_sample;
	e->bias_ns = s->bench->bias.ring_ns / s->sampling->calls_per_sample +
		     s->bench->bias.call_ns;
	e->wake_ns =
		aisp_median(s->wake_ns, s->n_woken < N_WAKES ? s->n_woken : N_WAKES);
	e->wake_empty_ns = s->bench->bias.wake_ns;
	e->n_samples = m->n_samples;
	e->n_samples_planned = s->sampling->n_samples;
}

/* Warm-up, samples, evidence; the launch stands. */
static int measure_calls(struct session *s, struct aisp_measured *m,
			 struct aisp_err *err)
{
	struct aisp_process before, after;
	int rc;

	rc = samples(s, s->sampling->n_warmup, m->warmup_ns, &m->n_warmup, err);
	m->spawn_ns = s->launch.ready_ns;
	aisp_process_read(&before, s->launch.pid);
	if (!rc)
		rc = samples(s, s->sampling->n_samples, m->samples_ns, &m->n_samples,
			     err);
	if (rc)
		return rc < 0 ? -1 : 0;
	aisp_process_read(&after, s->launch.pid);
	m->median_ns = aisp_median(m->samples_ns, m->n_samples);
	note_outputs(s, &m->evidence);
	note_process(s, &before, &after, &m->evidence);
	return 0;
}

static void take_report(struct aisp_measured *m, const struct aisp_launch *l)
{
	m->layers = aisp_launch_layers(l);
	m->cls = l->report->cls;
	memcpy(m->summary, l->report->summary, sizeof(m->summary));
	memcpy(m->library, l->report->library, sizeof(m->library));
	m->summary[sizeof(m->summary) - 1] = m->library[sizeof(m->library) - 1] = '\0';
}

int aisp_measure(struct aisp_measured *m, const struct aisp_bench *bench,
		 const struct aisp_contract *c, struct aisp_buffers *b,
		 const char *object, const struct aisp_sampling *sampling,
		 uint64_t number, struct aisp_err *err)
{
	struct session *s = calloc(1, sizeof(*s));
	int rc = -1;

	memset(m, 0, sizeof(*m));
	aisp_evidence_init(&m->evidence);
	m->median_ns = NAN;
	m->calls_per_sample = sampling->calls_per_sample;
	m->warmup_ns = calloc((size_t)sampling->n_warmup + 1, sizeof(double));
	m->samples_ns = calloc((size_t)sampling->n_samples + 1, sizeof(double));
	if (!s || !m->warmup_ns || !m->samples_ns) {
		aisp_err_errno(err, "memory for %d samples", sampling->n_samples);
		goto out;
	}
	s->bench = bench;
	s->contract = c;
	s->buffers = b;
	s->sampling = sampling;
	s->number = number;
	aisp_buffers_place(b, number % 2);
	if (refill(s, err)) /* noise for setup(); never used again */
		goto out;
	rc = aisp_launch_begin(&s->launch, bench->paths, &bench->where, b, object,
			       sampling->limit_ns, err);
	if (rc && s->launch.status != AISP_LAUNCH_NOT_RUN)
		rc = 0; /* the variant's doing: a result */
	else if (!rc)
		rc = measure_calls(s, m, err);
	if (s->launch.report)
		take_report(m, &s->launch);
	note_launch(s, m, &m->evidence);
	if (s->tally.n_elems && !aisp_tally_passes(&s->tally))
		aisp_tally_describe(&s->tally, c, m->wrong, sizeof(m->wrong));
	aisp_launch_end(&s->launch);
	m->status = s->launch.status;
	memcpy(m->cause, s->launch.cause, sizeof(m->cause));
out:
	free(s);
	return rc;
}

void aisp_measured_release(struct aisp_measured *m)
{
	free(m->warmup_ns);
	free(m->samples_ns);
	memset(m, 0, sizeof(*m));
}
