/* SPDX-License-Identifier: MIT
 *
 * The figures of a GPU: to JSON and back, in the cache, as a table.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "machine/gpu_peak.h"
#include "store_tmp.h"
#include "tap.h"

static struct aisp_gpu_peaks sample(void)
{
	struct aisp_gpu_peaks p;

	memset(&p, 0, sizeof(p)); /* compared by memcmp */
	p.gpu.index = 1;
	snprintf(p.gpu.uuid, sizeof(p.gpu.uuid),
		 "GPU-00112233-4455-6677-8899-aabbccddeeff");
	snprintf(p.gpu.name, sizeof(p.gpu.name), "Test GPU");
	snprintf(p.gpu.driver, sizeof(p.gpu.driver), "580.159.04");
	p.gpu.cc_major = 9;
	p.gpu.n_sms = 132;
	p.gpu.l2_bytes = 62914560;
	p.gpu.dram_bytes = 150754820096;
	p.gpu.nominal_bandwidth = 4916e9;
	p.gpu.nominal_sm_mhz = 1980;
	snprintf(p.measured, sizeof(p.measured), "2026-01-02T03:04:05Z");
	p.clocks_apart = 0.01;
	p.grade = 'D';
	snprintf(p.grade_why, sizeof(p.grade_why), "GPU is also used by x");
	p.flops[AISP_GPU_BF16][AISP_GPU_WGMMA] =
		(struct aisp_gpu_figure){ 800e12, 750e12, 1500, "m64n256k16" };
	p.flops[AISP_GPU_I8][AISP_GPU_CUBLAS] =
		(struct aisp_gpu_figure){ 1500e12, 1400e12, 0, "8192^3" };
	p.bandwidth[AISP_GPU_DRAM_COPY] =
		(struct aisp_gpu_figure){ 4250e9, 4200e9, 0, "16 B x 4" };
	p.bandwidth[AISP_GPU_BOTH_PINNED] =
		(struct aisp_gpu_figure){ 100e9, 90e9, 0, "two streams" };
	p.latency_ns[AISP_GPU_GRAPH_NODE] =
		(struct aisp_gpu_figure){ 920, 950, 0, "chain" };
	p.n_peers = 1;
	snprintf(p.peers[0].uuid, sizeof(p.peers[0].uuid), "GPU-peer");
	p.peers[0].is_direct = true;
	p.peers[0].copy = (struct aisp_gpu_figure){ 400e9, 390e9, 0, "copy" };
	p.peers[0].latency_ns = (struct aisp_gpu_figure){ 1200, 1210, 0, "chain" };
	p.n_missing = 1;
	p.missing[0] = (struct aisp_gpu_missing){ "tcgen05", "it needs another GPU" };
	return p;
}

static void test_round_trip(const struct aisp_gpu_peaks *p, const json_t *j)
{
	struct aisp_gpu_peaks q;
	struct aisp_err err;

	ok(!aisp_gpu_peaks_parse(&q, j, &err), "what was written can be read");
	ok(!memcmp(&p->gpu, &q.gpu, sizeof(p->gpu)), "the GPU survives");
	ok(q.grade == 'D' && !strcmp(q.grade_why, "GPU is also used by x"),
	   "so does the grade");
	ok(!memcmp(p->flops, q.flops, sizeof(p->flops)), "arithmetic survives");
	ok(!memcmp(p->bandwidth, q.bandwidth, sizeof(p->bandwidth)),
	   "bandwidth survives");
	ok(!memcmp(p->latency_ns, q.latency_ns, sizeof(p->latency_ns)),
	   "latency survives");
	ok(q.n_peers == 1 && q.peers[0].is_direct &&
		   same(q.peers[0].uuid, "GPU-peer") &&
		   q.peers[0].copy.best == p->peers[0].copy.best &&
		   q.peers[0].load.best == 0 &&
		   q.peers[0].latency_ns.median == p->peers[0].latency_ns.median,
	   "peers survive");
	ok(q.n_missing == 1 && same(q.missing[0].step, "tcgen05") &&
		   same(q.missing[0].why, "it needs another GPU"),
	   "reasons survive");
	ok(same(q.measured, p->measured) && q.clocks_apart == p->clocks_apart,
	   "the rest survives");
}

/* Put value at list[0].key (or at key where list is NULL): it must be refused. */
static int is_refused(const json_t *good, const char *list, const char *key,
		      json_t *value)
{
	json_t *j = json_deep_copy(good), *at = j;
	struct aisp_err err = { "" };
	struct aisp_gpu_peaks p;
	int rc;

	if (list)
		at = json_object_get(j, list);
	if (json_is_array(at))
		at = json_array_get(at, 0);
	json_object_set_new(at, key, value);
	rc = aisp_gpu_peaks_parse(&p, j, &err);
	json_decref(j);
	return rc && err.msg[0];
}

static json_t *long_text(size_t n)
{
	char text[512];

	memset(text, 'x', n);
	return json_stringn(text, n);
}

static void test_damage(const json_t *j)
{
	ok(is_refused(j, NULL, "schema", json_integer(99)), "another schema");
	ok(is_refused(j, NULL, "machine", json_integer(1)), "no machine");
	ok(is_refused(j, NULL, "machine", long_text(17)), "a long id");
	ok(is_refused(j, NULL, "clocks_apart", json_real(-1)), "clocks before zero");
	ok(is_refused(j, NULL, "gpu", json_null()), "no GPU");
	ok(is_refused(j, "gpu", "uuid", json_string("")), "no uuid");
	ok(is_refused(j, "gpu", "name", long_text(64)), "a long name");
	ok(is_refused(j, "gpu", "sms", json_integer(-1)), "-1 SMs");
	ok(is_refused(j, "gpu", "l2_bytes", json_string("60")), "a text for a size");
	ok(is_refused(j, NULL, "gb_per_s", json_string("x")), "no list");
	ok(is_refused(j, "gflop_per_s", "best", json_integer(0)), "a peak of 0");
	ok(is_refused(j, "gflop_per_s", "best", json_string("4")), "a text");
	ok(is_refused(j, "gflop_per_s", "median", json_real(-1)), "a negative median");
	ok(is_refused(j, "gflop_per_s", "type", json_string("f31")), "another type");
	ok(is_refused(j, "gflop_per_s", "engine", json_null()), "no engine");
	ok(is_refused(j, "gflop_per_s", "sm_mhz", json_real(-5)), "a negative clock");
	ok(is_refused(j, "gb_per_s", "what", json_string("L4")), "another path");
	ok(is_refused(j, "latency_ns", "how", json_null()), "no method");
	ok(is_refused(j, "latency_ns", "how", long_text(40)), "a long method");
	ok(is_refused(j, "peers", "is_direct", json_integer(1)), "an unclear peer");
	ok(is_refused(j, "peers", "copy", json_object()), "a peer without figures");
	ok(is_refused(j, "peers", "latency_ns", json_integer(2)), "a latency alone");
	ok(is_refused(j, "missing", "why", long_text(160)), "a long reason");
}

static void test_many(const json_t *good)
{
	json_t *j = json_deep_copy(good), *list = json_object_get(j, "missing");
	struct aisp_gpu_peaks p;
	struct aisp_err err;

	for (int i = 0; i < AISP_MAX_GPU_STEPS; i++)
		json_array_append(list, json_array_get(list, 0));
	ok(aisp_gpu_peaks_parse(&p, j, &err) && says(err.msg, "missing"),
	   "more reasons than steps");
	json_decref(j);
	j = json_deep_copy(good);
	list = json_object_get(j, "peers");
	for (int i = 0; i < AISP_MAX_PEAK_GPUS; i++)
		json_array_append(list, json_array_get(list, 0));
	ok(aisp_gpu_peaks_parse(&p, j, &err) && says(err.msg, "peers"),
	   "more peers than GPUs");
	json_decref(j);
}

/* The file that holds the peaks, relative to the temporary directory. */
static void cache_name(char *name, size_t size, const struct aisp_gpu_peaks *p)
{
	snprintf(name, size, "aisp/machines/%s/gpu-peak-%s.json", p->machine,
		 p->gpu.uuid);
}

static int is_not_loaded(const struct aisp_peak_gpu *gpu, const char *why)
{
	struct aisp_gpu_peaks q;
	struct aisp_err err = { "" };

	return aisp_gpu_peaks_load(&q, gpu, &err) && says(err.msg, why) &&
	       says(err.msg, "aisp peak --gpu");
}

static void test_uuid(const struct aisp_gpu_peaks *p)
{
	struct aisp_gpu_peaks q = *p;
	struct aisp_err err;
	char path[512];

	snprintf(q.gpu.uuid, sizeof(q.gpu.uuid), "a/b");
	snprintf(path, sizeof(path), "%s/aisp/machines/%s/gpu-peak-a-b.json", tmp_base,
		 p->machine);
	ok(!aisp_gpu_peaks_save(&q, &err) && !access(path, F_OK), "a uuid is no path");
}

static void test_cache(struct aisp_gpu_peaks *p)
{
	struct aisp_peak_gpu other = p->gpu;
	struct aisp_gpu_peaks q;
	struct aisp_err err;
	char name[256];

	ok(is_not_loaded(&p->gpu, "no peaks of this GPU"), "nothing is saved yet");
	ok(!aisp_gpu_peaks_save(p, &err), "save");
	ok(!aisp_gpu_peaks_load(&q, &p->gpu, &err) &&
		   q.bandwidth[AISP_GPU_DRAM_COPY].best == 4250e9,
	   "and load");
	snprintf(other.driver, sizeof(other.driver), "999.1");
	ok(is_not_loaded(&other, "driver 580.159.04, now it is 999.1"),
	   "another driver: to be measured again");
	other = p->gpu;
	snprintf(other.name, sizeof(other.name), "Better GPU");
	ok(is_not_loaded(&other, "of another GPU"), "another GPU of that uuid");
	snprintf(other.uuid, sizeof(other.uuid), "GPU-ffff");
	ok(is_not_loaded(&other, "no peaks of this GPU"), "another uuid");
	test_uuid(p);
	cache_name(name, sizeof(name), p);
	tmp_put(name, "{ \"schema\": 1,");
	ok(is_not_loaded(&p->gpu, "line 1"), "half a file");
	tmp_put(name, "{ \"schema\": 1 }");
	ok(is_not_loaded(&p->gpu, "no machine"), "an empty one");
	ok(!aisp_gpu_peaks_save(p, &err) && !aisp_gpu_peaks_load(&q, &p->gpu, &err),
	   "is replaced");
}

static void test_table(const struct aisp_gpu_peaks *p)
{
	char *text = NULL;
	size_t size = 0;
	FILE *f = open_memstream(&text, &size);

	ok(f && !aisp_gpu_peaks_print(f, p) && !fclose(f), "a table");
	ok(says(text, "GPU 1, Test GPU, driver 580.159.04"), "its GPU");
	ok(says(text, "bf16 wgmma                  800.0      "
		      "750.0   TFLOP/s   1500  m64n256k16\n"),
	   "arithmetic with the SM clock");
	ok(says(text, "i8 cuBLASLt                1500.0     "
		      "1400.0   Top/s           8192^3\n"),
	   "integers are no FLOP");
	ok(says(text, "DRAM copy                  4250.0     4200.0   GB/s "),
	   "bandwidth");
	ok(says(text, "graph node                   0.92       0.95   us "), "latency");
	ok(says(text, "peer GPU-peer, direct\n  copy to it"), "a peer");
	ok(says(text, "\n  one load from it           1.20       1.21   us"),
	   "and how far away it is");
	ok(!strstr(text, "loads from it") && !strstr(text, "f64"),
	   "no row without a figure");
	ok(says(text, "missing: tcgen05: it needs another GPU\n"), "what is missing");
	free(text);
}

int main(void)
{
	struct aisp_gpu_peaks p = sample();
	struct aisp_err err;
	json_t *j;

	tmp_make();
	setenv("XDG_CACHE_HOME", tmp_base, 1);
	if (aisp_machine_id(p.machine, &err))
		return 1;
	j = aisp_gpu_peaks_json(&p, &err);
	ok(j != NULL, "peaks become JSON");
	test_round_trip(&p, j);
	test_damage(j);
	test_many(j);
	test_cache(&p);
	test_table(&p);
	json_decref(j);
	tmp_remove();
	return done();
}
