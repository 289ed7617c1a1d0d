/* SPDX-License-Identifier: MIT */

#include "base/field.h"
#include "roofline.h"

static json_t *roofs_json(const struct aisp_roofline *r)
{
	json_t *list = json_array();

	for (int i = 0; i < r->n_roofs; i++)
		json_array_append_new(
			list,
			json_pack("{ss sf si ss}", "name", r->roofs[i].name, "rate",
				  r->roofs[i].rate, "threads", r->roofs[i].n_threads,
				  "unit", r->roofs[i].is_compute ? "GFLOP/s" : "GB/s"));
	return list;
}

static json_t *points_json(const struct aisp_roofline *r)
{
	json_t *list = json_array();

	for (int i = 0; i < r->n_points; i++) {
		const struct aisp_roof_point *p = &r->points[i];

		json_array_append_new(
			list,
			json_pack("{ss ss so so so so ss ss*}", "target", p->row.target,
				  "verdict", aisp_word_name(p->row.verdict),
				  "flop_per_byte", aisp_number_json(p->flop_per_byte),
				  "gflop_per_s", aisp_number_json(p->row.gflop_per_s),
				  "gb_per_s", aisp_number_json(p->row.gb_per_s),
				  "sol_fraction", aisp_number_json(p->row.sol_fraction),
				  "roof", p->row.roof, "mark",
				  *p->row.mark ? p->row.mark : NULL));
	}
	return list;
}

json_t *aisp_roofline_json(const struct aisp_run *run)
{
	const char *devices[AISP_MAX_DEVICES];
	int n = aisp_roofline_devices(run, devices);
	json_t *list = json_array();

	for (int i = 0; list && i < n; i++) {
		struct aisp_roofline r;

		if (aisp_roofline_init(&r, run, devices[i])) {
			json_decref(list);
			return NULL;
		}
		json_array_append_new(list, json_pack("{ss so so}", "device", r.device,
						      "roofs", roofs_json(&r), "points",
						      points_json(&r)));
		aisp_roofline_release(&r);
	}
	return list;
}
