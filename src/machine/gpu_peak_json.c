/* SPDX-License-Identifier: MIT
 *
 * gpu_peak_json.c - the peaks of a GPU as JSON, in GFLOP/s, GB/s, nanoseconds and
 * MHz, and back.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "gpu_peak.h"

#define SCHEMA 1

static const char *const ops[AISP_N_GPU_OPS] = { "f32",  "f64", "f16",  "bf16",
						 "tf32", "i8",  "e4m3", "e2m1" };
static const char *const engines[AISP_N_GPU_ENGINES] = { "FMA", "mma.sync", "wgmma",
							 "tcgen05", "cuBLASLt" };
static const char *const paths[AISP_N_GPU_PATHS] = {
	"DRAM read",   "DRAM copy",        "DRAM triad",         "DRAM fill",
	"DRAM memcpy", "L2 read",          "shared memory read", "H2D pinned",
	"D2H pinned",  "both ways pinned", "H2D pageable",       "D2H pageable"
};
static const char *const latencies[AISP_N_GPU_LATENCIES] = { "kernel launch",
							     "launch and synchronize",
							     "graph node", "event pair",
							     "8 bytes H2D" };

const char *aisp_gpu_op_name(enum aisp_gpu_op op)
{
	return ops[op];
}

const char *aisp_gpu_engine_name(enum aisp_gpu_engine engine)
{
	return engines[engine];
}

const char *aisp_gpu_path_name(enum aisp_gpu_path path)
{
	return paths[path];
}

const char *aisp_gpu_latency_name(enum aisp_gpu_latency latency)
{
	return latencies[latency];
}

/* Adds a figure to `what`, without taking it; scale converts to the file's unit. */
static json_t *put_figure(json_t *what, const struct aisp_gpu_figure *f, double scale)
{
	json_object_set_new(what, "best", json_real(f->best * scale));
	json_object_set_new(what, "median", json_real(f->median * scale));
	json_object_set_new(what, "how", json_string(f->how));
	if (f->sm_mhz > 0)
		json_object_set_new(what, "sm_mhz", json_real(f->sm_mhz));
	return what;
}

static void put_if_there(json_t *what, const char *key, const struct aisp_gpu_figure *f,
			 double scale)
{
	if (f->best > 0)
		json_object_set_new(what, key, put_figure(json_object(), f, scale));
}

static json_t *flops_json(const struct aisp_gpu_peaks *p)
{
	json_t *list = json_array();

	for (int op = 0; op < AISP_N_GPU_OPS; op++)
		for (int e = 0; e < AISP_N_GPU_ENGINES; e++)
			if (p->flops[op][e].best > 0)
				json_array_append_new(
					list, put_figure(json_pack("{s:s, s:s}", "type",
								   ops[op], "engine",
								   engines[e]),
							 &p->flops[op][e], 1e-9));
	return list;
}

/* The n figures that are not empty, each with its name under "what". */
static json_t *named_json(const struct aisp_gpu_figure *f, const char *const *names,
			  int n, double scale)
{
	json_t *list = json_array();

	for (int i = 0; i < n; i++)
		if (f[i].best > 0)
			json_array_append_new(
				list, put_figure(json_pack("{s:s}", "what", names[i]),
						 &f[i], scale));
	return list;
}

static json_t *peers_json(const struct aisp_gpu_peaks *p)
{
	json_t *list = json_array();

	for (int i = 0; i < p->n_peers; i++) {
		const struct aisp_gpu_peer *peer = &p->peers[i];
		json_t *j = json_pack("{s:s, s:b}", "uuid", peer->uuid, "is_direct",
				      peer->is_direct);

		put_if_there(j, "copy", &peer->copy, 1e-9);
		put_if_there(j, "load", &peer->load, 1e-9);
		put_if_there(j, "latency_ns", &peer->latency_ns, 1);
		json_array_append_new(list, j);
	}
	return list;
}

static json_t *missing_json(const struct aisp_gpu_peaks *p)
{
	json_t *list = json_array();

	for (int i = 0; i < p->n_missing; i++)
		json_array_append_new(list, json_pack("{s:s, s:s}", "step",
						      p->missing[i].step, "why",
						      p->missing[i].why));
	return list;
}

static json_t *gpu_json(const struct aisp_peak_gpu *g)
{
	return json_pack("{s:i, s:s, s:s, s:s, s:i, s:i, s:i, s:I, s:I, s:f, s:f}",
			 "index", g->index, "uuid", g->uuid, "name", g->name, "driver",
			 g->driver, "cc_major", g->cc_major, "cc_minor", g->cc_minor,
			 "sms", g->n_sms, "l2_bytes", (json_int_t)g->l2_bytes,
			 "dram_bytes", (json_int_t)g->dram_bytes, "nominal_gb_per_s",
			 g->nominal_bandwidth * 1e-9, "nominal_sm_mhz",
			 g->nominal_sm_mhz);
}

json_t *aisp_gpu_peaks_json(const struct aisp_gpu_peaks *p, struct aisp_err *err)
{
	const char grade[2] = { p->grade ? p->grade : '?', '\0' };
	json_t *j = json_pack(
		"{s:i, s:s, s:s, s:s, s:s, s:o, s:f, s:o, s:o, s:o, s:o, s:o}",
		"schema", SCHEMA, "machine", p->machine, "measured", p->measured,
		"grade", grade, "grade_why", p->grade_why, "gpu", gpu_json(&p->gpu),
		"clocks_apart", p->clocks_apart, "gflop_per_s", flops_json(p),
		"gb_per_s", named_json(p->bandwidth, paths, AISP_N_GPU_PATHS, 1e-9),
		"latency_ns",
		named_json(p->latency_ns, latencies, AISP_N_GPU_LATENCIES, 1), "peers",
		peers_json(p), "missing", missing_json(p));

	if (!j)
		aisp_err_set(err, "describe the GPU's peaks as JSON: out of memory");
	return j;
}

/* Copies item's text, which must fit; returns 0 or -1. */
static int text(char *dst, size_t size, const json_t *item, const char *key)
{
	const char *s = json_string_value(json_object_get(item, key));

	if (!s || strlen(s) >= size)
		return -1;
	snprintf(dst, size, "%s", s);
	return 0;
}

/* Reads a finite number of at least lo; returns 0 or -1. */
static int number(double *x, const json_t *item, const char *key, double lo)
{
	const json_t *j = json_object_get(item, key);

	*x = json_number_value(j);
	return json_is_number(j) && isfinite(*x) && *x >= lo ? 0 : -1;
}

static int integer(int *x, const json_t *item, const char *key, int hi)
{
	const json_t *j = json_object_get(item, key);
	json_int_t n = json_integer_value(j);

	*x = (int)n;
	return json_is_integer(j) && n >= 0 && n <= hi ? 0 : -1;
}

/* The index of item's `key` among n names; -1 if there is none. */
static int index_of(const json_t *item, const char *key, const char *const *names,
		    int n)
{
	const char *s = json_string_value(json_object_get(item, key));

	for (int i = 0; s && i < n; i++)
		if (!strcmp(s, names[i]))
			return i;
	return -1;
}

static int parse_figure(struct aisp_gpu_figure *f, const json_t *item, double scale)
{
	if (number(&f->best, item, "best", 0) ||
	    number(&f->median, item, "median", 0) || !(f->best > 0) ||
	    !(f->median > 0) || text(f->how, sizeof(f->how), item, "how"))
		return -1;
	f->best *= scale;
	f->median *= scale;
	return json_object_get(item, "sm_mhz") ? number(&f->sm_mhz, item, "sm_mhz", 0)
					       : 0;
}

static int parse_flops(struct aisp_gpu_peaks *p, const json_t *item)
{
	int op = index_of(item, "type", ops, AISP_N_GPU_OPS);
	int e = index_of(item, "engine", engines, AISP_N_GPU_ENGINES);

	return op < 0 || e < 0 ? -1 : parse_figure(&p->flops[op][e], item, 1e9);
}

static int parse_bandwidth(struct aisp_gpu_peaks *p, const json_t *item)
{
	int i = index_of(item, "what", paths, AISP_N_GPU_PATHS);

	return i < 0 ? -1 : parse_figure(&p->bandwidth[i], item, 1e9);
}

static int parse_latency(struct aisp_gpu_peaks *p, const json_t *item)
{
	int i = index_of(item, "what", latencies, AISP_N_GPU_LATENCIES);

	return i < 0 ? -1 : parse_figure(&p->latency_ns[i], item, 1);
}

/* Leaves the figure out if the item is missing. */
static int parse_if_there(struct aisp_gpu_figure *f, const json_t *item,
			  const char *key, double scale)
{
	const json_t *j = json_object_get(item, key);

	return j ? parse_figure(f, j, scale) : 0;
}

static int parse_peer(struct aisp_gpu_peaks *p, const json_t *item)
{
	const json_t *direct = json_object_get(item, "is_direct");
	struct aisp_gpu_peer *peer;

	if (p->n_peers == AISP_MAX_PEAK_GPUS || !json_is_boolean(direct))
		return -1;
	peer = &p->peers[p->n_peers++];
	peer->is_direct = json_is_true(direct);
	if (text(peer->uuid, sizeof(peer->uuid), item, "uuid") ||
	    parse_if_there(&peer->copy, item, "copy", 1e9) ||
	    parse_if_there(&peer->load, item, "load", 1e9))
		return -1;
	return parse_if_there(&peer->latency_ns, item, "latency_ns", 1);
}

static int parse_missing(struct aisp_gpu_peaks *p, const json_t *item)
{
	struct aisp_gpu_missing *m;

	if (p->n_missing == AISP_MAX_GPU_STEPS)
		return -1;
	m = &p->missing[p->n_missing++];
	return text(m->step, sizeof(m->step), item, "step") ||
			       text(m->why, sizeof(m->why), item, "why")
		       ? -1
		       : 0;
}

static int parse_list(struct aisp_gpu_peaks *p, const json_t *json, const char *key,
		      int (*parse)(struct aisp_gpu_peaks *, const json_t *),
		      struct aisp_err *err)
{
	const json_t *list = json_object_get(json, key);

	if (!json_is_array(list))
		return aisp_err_set(err, "GPU peaks: \"%s\" is no list", key);
	for (size_t i = 0; i < json_array_size(list); i++)
		if (parse(p, json_array_get(list, i)))
			return aisp_err_set(
				err, "GPU peaks: entry %zu of \"%s\" makes no sense", i,
				key);
	return 0;
}

static int parse_gpu(struct aisp_peak_gpu *g, const json_t *j, struct aisp_err *err)
{
	if (integer(&g->index, j, "index", 1 << 10) ||
	    integer(&g->cc_major, j, "cc_major", 99) ||
	    integer(&g->cc_minor, j, "cc_minor", 99) ||
	    integer(&g->n_sms, j, "sms", 1 << 16) ||
	    text(g->uuid, sizeof(g->uuid), j, "uuid") ||
	    text(g->name, sizeof(g->name), j, "name") ||
	    text(g->driver, sizeof(g->driver), j, "driver") ||
	    number(&g->l2_bytes, j, "l2_bytes", 0) ||
	    number(&g->dram_bytes, j, "dram_bytes", 0) ||
	    number(&g->nominal_bandwidth, j, "nominal_gb_per_s", 0) ||
	    number(&g->nominal_sm_mhz, j, "nominal_sm_mhz", 0) || !g->uuid[0])
		return aisp_err_set(err, "GPU peaks: \"gpu\" does not describe one");
	g->nominal_bandwidth *= 1e9;
	return 0;
}

int aisp_gpu_peaks_parse(struct aisp_gpu_peaks *p, const json_t *json,
			 struct aisp_err *err)
{
	const char *grade = aisp_field_text(json, "grade"); /* "" of an older aisp */

	memset(p, 0, sizeof(*p));
	p->grade = *grade ? *grade : '?';
	snprintf(p->grade_why, sizeof(p->grade_why), "%s",
		 aisp_field_text(json, "grade_why"));
	if (json_integer_value(json_object_get(json, "schema")) != SCHEMA)
		return aisp_err_set(err, "GPU peaks: not schema %d", SCHEMA);
	if (text(p->machine, sizeof(p->machine), json, "machine") ||
	    text(p->measured, sizeof(p->measured), json, "measured") ||
	    number(&p->clocks_apart, json, "clocks_apart", 0))
		return aisp_err_set(err, "GPU peaks: no machine, date or clocks");
	if (parse_gpu(&p->gpu, json_object_get(json, "gpu"), err) ||
	    parse_list(p, json, "gflop_per_s", parse_flops, err) ||
	    parse_list(p, json, "gb_per_s", parse_bandwidth, err) ||
	    parse_list(p, json, "latency_ns", parse_latency, err) ||
	    parse_list(p, json, "peers", parse_peer, err) ||
	    parse_list(p, json, "missing", parse_missing, err))
		return -1;
	return 0;
}
