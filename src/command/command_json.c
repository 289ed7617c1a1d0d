/* SPDX-License-Identifier: MIT */
#include "base/field.h"
#include "command_pair.h"

static json_t *interval(const struct aisp_comparison *c)
{
	return json_pack("{so s[oo] sf si}", "ratio", aisp_number_json(c->speedup),
			 "ratio_ci", aisp_number_json(c->speedup_lo),
			 aisp_number_json(c->speedup_hi), "confidence", c->confidence,
			 "n_pairs", c->n_pairs);
}

static json_t *side(const struct command_pair *p, int i)
{
	const struct command_figures *x = &p->figures[i];

	return json_pack("{ss so so}", "command", p->text[i], "wall_ns",
			 aisp_number_json(x->wall_ns), "cpu_ns",
			 aisp_number_json(x->cpu_ns));
}

static json_t *run(const struct command_run *r)
{
	static const char *const states[] = { [AISP_SAMPLE_CLEAN] = "clean",
					      [AISP_SAMPLE_MENDED] = "mended",
					      [AISP_SAMPLE_SPOILT] = "spoilt" };

	return json_pack("{sf sf sf ss}", "wall_ns", r->wall_ns, "others_ns",
			 r->others_ns, "cpu_ns", r->cpu_ns, "state", states[r->state]);
}

/* Lists every run, including those that do not count. */
static json_t *blocks(const struct command_pair *p)
{
	json_t *all = json_array();

	for (int i = 0; i < p->n_blocks; i++) {
		const struct command_block *b = &p->blocks[i];

		json_array_append_new(
			all, json_pack("{ss so so}", "first", b->first ? "b" : "a", "a",
				       run(&b->run[0]), "b", run(&b->run[1])));
	}
	return all;
}

static json_t *outputs(const struct command_pair *p)
{
	return json_pack("{sb sb sI si}", "are_compared", !p->is_output_ignored,
			 "are_equal", !p->is_output_ignored && !p->is_invalid,
			 "stdout_bytes", (json_int_t)p->output_bytes, "exit_status",
			 p->exit_status);
}

json_t *command_pair_json(const struct command_pair *p, const char *again)
{
	char advice[1800], seed[33],
		grade[] = { aisp_grade_letter(p->grading.grade), 0 };
	const char *why = p->why[0] ? p->why : p->wall.why;

	command_pair_advise(p, again, advice, sizeof(advice));
	aisp_seed_format(&p->seed, seed);
	return json_pack("{si ss ss ss ss ss sb so so so so so sf so ss ss so so}",
			 "schema", 1, "tier", COMMAND_TIER, "verdict",
			 aisp_outcome_name(command_pair_outcome(p)), "why", why,
			 "advice", advice, "busy", p->busy, "is_partial", p->is_cut,
			 "a", side(p, 0), "b", side(p, 1), "wall", interval(&p->wall),
			 "cpu", interval(&p->cpu), "outputs", outputs(p), "margin",
			 p->wall.margin, "shell_ns", aisp_number_json(p->shell_ns),
			 "seed", seed, "grade", grade, "grade_why",
			 aisp_grading_why_json(&p->grading), "blocks", blocks(p));
}
