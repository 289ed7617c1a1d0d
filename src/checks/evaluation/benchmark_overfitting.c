/* SPDX-License-Identifier: MIT
 *
 * An honest kernel loses some of its advantage at odd sizes, to tails and lost
 * alignment: up to SLACK.  A baseline may gain there, by sets of a cache that no longer
 * collide: what counts is lost by the variant itself, too.  Nor does it count that one
 * of several threads had to queue for a CPU, for which the others spun; nor that few
 * launches were fast, which may be chance.  No measurement tells a memorised choice of
 * algorithm from skill.
 */
#include <aisp/check.h>

#define SLACK 8
#define NOTED 1.5

static bool has_queued(const struct aisp_evidence *ev)
{
	return ev->heldout_gap_running <= SLACK; /* NaN: unknown */
}

/* Could few launches explain it by chance?  NaN in an old run. */
static bool is_chance(const struct aisp_evidence *ev)
{
	return ev->heldout_gap_chance > AISP_CHANCE;
}

static bool is_noise(const struct aisp_evidence *ev)
{
	return has_queued(ev) || is_chance(ev) || aisp_is_gpu_busy(ev);
}

static const char *noise_of(const struct aisp_evidence *ev)
{
	if (has_queued(ev))
		return "its threads had to wait for a CPU there, machine busy";
	return is_chance(ev) ? "too few of its launches count" : "GPU busy";
}

/* A gap that noise may have made says nothing about the variant. */
static enum aisp_verdict find_gap(const struct aisp_evidence *ev,
				  struct aisp_finding *f)
{
	if (is_noise(ev))
		return aisp_find(f, AISP_VERDICT_FAIL,
				 "what it gains at sizes near the public ones is not "
				 "known: %s",
				 noise_of(ev));
	return aisp_find(f, AISP_VERDICT_FAIL,
			 "it gains %.3g times less at sizes near the public ones: "
			 "serve these as well, or decline them in setup() (ONLY)",
			 ev->heldout_gap);
}

static enum aisp_verdict judge(const struct aisp_evidence *ev, struct aisp_finding *f)
{
	if (ev->heldout_declined == 1)
		return aisp_find(f, AISP_VERDICT_PARTIAL,
				 "it declines sizes near the public ones");
	if (ev->heldout_gap > SLACK)
		return find_gap(ev, f);
	if (ev->heldout_gap > NOTED)
		return aisp_find(
			f, AISP_VERDICT_PARTIAL,
			"it gains %.3g times less at sizes near the public ones",
			ev->heldout_gap);
	return AISP_VERDICT_PASS;
}

const struct aisp_check aisp_check_evaluation_benchmark_overfitting = {
	.id = "evaluation.benchmark_overfitting",
	.cheat = "is fast only at the sizes that the benchmark announces",
	.defence = "its speedup at the public sizes is compared with its speedup at "
		   "other sizes",
	.incident = "Underspecification 2020, Epic Sepsis 2021, NaturalCodeBench 2024",
	.is_noise = is_noise,
	.n_needs = 2,
	.needs = { AISP_FACT_heldout_declined, AISP_FACT_heldout_gap },
	.judge = judge,
};
