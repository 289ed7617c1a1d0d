/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/field.h"
#include "record_score.h"

json_t *aisp_record_score(const struct aisp_merit *m)
{
	if (!m->is_score)
		return NULL;
	return json_pack("{ss ss so sb}", "name", m->name, "better",
			 m->more_is_better ? "more" : "less", "max_times",
			 m->max_times > 0 ? json_real(m->max_times) : json_null(),
			 "is_clocked", m->is_clocked);
}

/* Adds up the launches that have a score; returns how many. */
static int add_launches(const struct aisp_arm *a, struct aisp_scores *sum)
{
	int n = 0;

	for (int i = 0; i < a->n_launches; i++) {
		const struct aisp_scores *s = &a->launches[i].scores;

		if (a->launches[i].block < 0 || !s->n)
			continue;
		sum->value += s->value;
		sum->bound += s->bound;
		for (int k = 0; k < s->n_figures; k++)
			sum->figures[k] += s->figures[k];
		n++;
	}
	return n;
}

json_t *aisp_record_arm_score(const struct aisp_score *score, const struct aisp_arm *a)
{
	struct aisp_scores sum = { 0 };
	json_t *figures = json_object();
	int n = add_launches(a, &sum);

	for (int k = 0; k < AISP_MAX_FIGURES && score->figures[k] && n; k++)
		json_object_set_new(figures, score->figures[k],
				    aisp_number_json(sum.figures[k] / n));
	return json_pack("{so so so}", "value",
			 aisp_number_json(n ? sum.value / n : NAN), "bound",
			 aisp_number_json(n ? sum.bound / n : NAN), "figures", figures);
}

void aisp_record_launch_scores(json_t *launch, const struct aisp_measured *m)
{
	json_t *each = json_array();

	for (int i = 0; i < m->scores.n; i++)
		json_array_append_new(each, aisp_number_json(m->scores.each[i]));
	if (m->scores.n) {
		json_object_set(launch, "scores", each);
		json_object_set_new(launch, "score", aisp_number_json(m->scores.value));
	}
	json_decref(each);
}
