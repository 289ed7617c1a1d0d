/* SPDX-License-Identifier: MIT
 *
 * peak_json.c - the peaks as JSON, in GFLOP/s, GB/s and nanoseconds, and back.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/field.h"
#include "machine/hw.h"
#include "peak.h"

#define SCHEMA 1

static const char *const level_names[AISP_N_LEVELS] = { "L1", "L2", "L3", "DRAM" };
static const char *const stream_names[AISP_N_STREAMS] = { "read", "copy", "triad",
							  "fill" };

const char *aisp_level_name(enum aisp_level level)
{
	return level_names[level];
}

const char *aisp_stream_name(enum aisp_stream stream)
{
	return stream_names[stream];
}

static const char *const storage_names[AISP_N_STORAGE] = { "storage read",
							   "storage write" };

const char *aisp_storage_name(enum aisp_storage s)
{
	return storage_names[s];
}

static int threads_of(const struct aisp_peaks *p, int width)
{
	return width == AISP_WIDTH_ONE ? 1 : p->n_threads;
}

/* Takes no reference; scale converts to the file's unit. */
static void add_figure(json_t *list, json_t *what, const struct aisp_figure *f,
		       double scale)
{
	json_object_set_new(what, "best", json_real(f->best * scale));
	json_object_set_new(what, "median", json_real(f->median * scale));
	json_object_set_new(what, "how", json_string(f->how));
	json_array_append_new(list, what);
}

static json_t *flops_json(const struct aisp_peaks *p)
{
	json_t *list = json_array();

	for (int t = 0; t < AISP_N_DTYPES; t++)
		for (int w = 0; w < AISP_N_WIDTHS; w++)
			if (p->flops[t][w].best > 0)
				add_figure(list,
					   json_pack("{s:s, s:i}", "dtype",
						     aisp_dtype_name(t), "threads",
						     threads_of(p, w)),
					   &p->flops[t][w], 1e-9);
	return list;
}

static json_t *bandwidth_json(const struct aisp_peaks *p)
{
	json_t *list = json_array();

	for (int i = 0; i < AISP_N_LEVELS * AISP_N_STREAMS * AISP_N_WIDTHS; i++) {
		int w = i % AISP_N_WIDTHS, s = i / AISP_N_WIDTHS % AISP_N_STREAMS;
		int l = i / AISP_N_WIDTHS / AISP_N_STREAMS;
		const struct aisp_figure *f = &p->bandwidth[l][s][w];

		if (f->best > 0)
			add_figure(list,
				   json_pack("{s:s, s:s, s:i}", "level", level_names[l],
					     "stream", stream_names[s], "threads",
					     threads_of(p, w)),
				   f, 1e-9);
	}
	return list;
}

static json_t *latency_json(const struct aisp_peaks *p)
{
	json_t *list = json_array();

	for (int l = 0; l < AISP_N_LEVELS; l++)
		if (p->latency_ns[l].best > 0)
			add_figure(list, json_pack("{s:s}", "level", level_names[l]),
				   &p->latency_ns[l], 1);
	return list;
}

static json_t *storage_json(const struct aisp_peaks *p)
{
	json_t *list = json_array();

	for (int s = 0; s < AISP_N_STORAGE; s++)
		if (p->storage[s].best > 0)
			add_figure(list, json_pack("{s:s}", "what", storage_names[s]),
				   &p->storage[s], 1e-9);
	return list;
}

static json_t *caches_json(const struct aisp_peaks *p)
{
	json_t *list = json_array();

	for (int l = 0; l < AISP_LEVEL_DRAM; l++)
		json_array_append_new(list, json_pack("{s:s, s:f, s:i}", "level",
						      level_names[l], "bytes",
						      p->level_bytes[l], "instances",
						      p->level_instances[l]));
	return list;
}

static json_t *load_json(const struct aisp_peak_load *load)
{
	const char grade[2] = { load->grade, '\0' };

	return json_pack("{s:s, s:o, s:o, s:o, s:s}", "grade", grade, "lost_share",
			 aisp_number_json(load->lost_share), "others",
			 aisp_number_json(load->others), "steal",
			 aisp_number_json(load->steal), "busiest", load->busiest);
}

json_t *aisp_peaks_json(const struct aisp_peaks *p, struct aisp_err *err)
{
	json_t *j = json_pack(
		"{s:i, s:s, s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", SCHEMA,
		"machine", p->machine, "measured", p->measured, "threads", p->n_threads,
		"load", load_json(&p->load), "caches", caches_json(p), "gflop_per_s",
		flops_json(p), "gb_per_s", bandwidth_json(p), "latency_ns",
		latency_json(p), "storage_gb_per_s", storage_json(p));

	if (!j)
		aisp_err_set(err, "describe the peaks as JSON: out of memory");
	return j;
}

/* The index of item's `key` among n names; -1 if it is none of them. */
static int index_of(const json_t *item, const char *key, const char *(*name)(int),
		    int n)
{
	const char *s = json_string_value(json_object_get(item, key));

	for (int i = 0; s && i < n; i++)
		if (!strcmp(s, name(i)))
			return i;
	return -1;
}

static const char *dtype_name(int i)
{
	return aisp_dtype_name((enum aisp_dtype)i);
}

static const char *level_name(int i)
{
	return level_names[i];
}

static const char *stream_name(int i)
{
	return stream_names[i];
}

static int parse_figure(struct aisp_figure *f, const json_t *item, double scale)
{
	const char *how = json_string_value(json_object_get(item, "how"));
	double best = json_number_value(json_object_get(item, "best"));
	double median = json_number_value(json_object_get(item, "median"));

	if (!how || !(best > 0) || !isfinite(best) || !(median > 0) ||
	    !isfinite(median))
		return -1;
	f->best = best * scale;
	f->median = median * scale;
	snprintf(f->how, sizeof(f->how), "%s", how);
	return 0;
}

/* With one core, both widths have one thread: the first free one takes it. */
static struct aisp_figure *by_width(const struct aisp_peaks *p, const json_t *item,
				    struct aisp_figure f[AISP_N_WIDTHS])
{
	json_int_t n = json_integer_value(json_object_get(item, "threads"));

	if (n == 1 && f[AISP_WIDTH_ONE].best == 0)
		return &f[AISP_WIDTH_ONE];
	return n == p->n_threads ? &f[AISP_WIDTH_ALL] : NULL;
}

static int parse_flops(struct aisp_peaks *p, const json_t *item)
{
	int t = index_of(item, "dtype", dtype_name, AISP_N_DTYPES);
	struct aisp_figure *f = t < 0 ? NULL : by_width(p, item, p->flops[t]);

	return f ? parse_figure(f, item, 1e9) : -1;
}

static int parse_bandwidth(struct aisp_peaks *p, const json_t *item)
{
	int l = index_of(item, "level", level_name, AISP_N_LEVELS);
	int s = index_of(item, "stream", stream_name, AISP_N_STREAMS);
	struct aisp_figure *f =
		l < 0 || s < 0 ? NULL : by_width(p, item, p->bandwidth[l][s]);

	return f ? parse_figure(f, item, 1e9) : -1;
}

static int parse_latency(struct aisp_peaks *p, const json_t *item)
{
	int l = index_of(item, "level", level_name, AISP_N_LEVELS);

	return l < 0 ? -1 : parse_figure(&p->latency_ns[l], item, 1);
}

static const char *storage_name(int i)
{
	return storage_names[i];
}

static int parse_storage(struct aisp_peaks *p, const json_t *item)
{
	int s = index_of(item, "what", storage_name, AISP_N_STORAGE);

	return s < 0 ? -1 : parse_figure(&p->storage[s], item, 1e9);
}

static int parse_cache(struct aisp_peaks *p, const json_t *item)
{
	int l = index_of(item, "level", level_name, AISP_LEVEL_DRAM);
	double bytes = json_number_value(json_object_get(item, "bytes"));
	json_int_t n = json_integer_value(json_object_get(item, "instances"));

	if (l < 0 || !(bytes >= 0) || !isfinite(bytes) || n < 0 || n > 1 << 20)
		return -1;
	p->level_bytes[l] = bytes;
	p->level_instances[l] = (int)n;
	return 0;
}

/* A file of an older aisp has no load: it is unknown. */
static void parse_load(struct aisp_peak_load *load, const json_t *j)
{
	const char *grade = aisp_field_text(j, "grade");

	load->grade = *grade ? *grade : '?';
	load->lost_share = aisp_field_number(j, "lost_share");
	load->others = aisp_field_number(j, "others");
	load->steal = aisp_field_number(j, "steal");
	snprintf(load->busiest, sizeof(load->busiest), "%s",
		 aisp_field_text(j, "busiest"));
}

static int parse_list(struct aisp_peaks *p, const json_t *json, const char *key,
		      int (*parse)(struct aisp_peaks *, const json_t *),
		      struct aisp_err *err)
{
	const json_t *list = json_object_get(json, key);
	size_t n = json_array_size(list);

	if (!n)
		return aisp_err_set(err, "peaks: \"%s\" is missing or empty", key);
	for (size_t i = 0; i < n; i++)
		if (parse(p, json_array_get(list, i)))
			return aisp_err_set(
				err, "peaks: entry %zu of \"%s\" is no figure", i, key);
	return 0;
}

int aisp_peaks_parse(struct aisp_peaks *p, const json_t *json, struct aisp_err *err)
{
	const char *machine = json_string_value(json_object_get(json, "machine"));
	const char *measured = json_string_value(json_object_get(json, "measured"));
	json_int_t n = json_integer_value(json_object_get(json, "threads"));

	memset(p, 0, sizeof(*p));
	if (json_integer_value(json_object_get(json, "schema")) != SCHEMA)
		return aisp_err_set(err, "peaks: not schema %d", SCHEMA);
	if (!machine || strlen(machine) >= sizeof(p->machine) || !measured)
		return aisp_err_set(err, "peaks: no machine or date");
	if (n < 1 || n > AISP_MAX_CORES)
		return aisp_err_set(err, "peaks: \"threads\" is not 1 to %d",
				    AISP_MAX_CORES);
	snprintf(p->machine, sizeof(p->machine), "%s", machine);
	snprintf(p->measured, sizeof(p->measured), "%s", measured);
	p->n_threads = (int)n;
	parse_load(&p->load, json_object_get(json, "load"));
	if (parse_list(p, json, "caches", parse_cache, err) ||
	    parse_list(p, json, "gflop_per_s", parse_flops, err) ||
	    parse_list(p, json, "gb_per_s", parse_bandwidth, err) ||
	    parse_list(p, json, "latency_ns", parse_latency, err))
		return -1;
	/* Files of an older aisp have none, nor do devices that hide it. */
	if (json_array_size(json_object_get(json, "storage_gb_per_s")))
		return parse_list(p, json, "storage_gb_per_s", parse_storage, err);
	return 0;
}
