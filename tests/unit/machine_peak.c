/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/peak_kernels.h"
#include "tap.h"

static size_t cycle_length(char *base)
{
	void *p = base;
	size_t n = 0;

	do {
		p = aisp_chase_run(p, 1);
		n++;
	} while (p != base && n < 100000);
	return n;
}

static void test_chase(void)
{
	static const size_t lines[] = { 1, 2, 3, 64, 1000, 4096 };
	int is_one = 1;
	char *base = aligned_alloc(64, 4096 * 64), *first;

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++)
		for (uint64_t key = 0; key < 20; key++) {
			aisp_chase_build(base, lines[i], key);
			is_one &= cycle_length(base) == lines[i];
		}
	ok(is_one, "the chase visits every line once, for any size and key");
	aisp_chase_build(base, 1000, 1);
	first = aisp_chase_run(base, 500);
	aisp_chase_build(base, 1000, 2);
	ok(first != (char *)aisp_chase_run(base, 500), "another key, another order");
	free(base);
}

static void fill(struct aisp_peaks *p)
{
	*p = (struct aisp_peaks){ .machine = "0123456789abcdef",
				  .measured = "2026-01-02T03:04:05Z",
				  .n_threads = 3 };
	for (int l = 0; l < AISP_LEVEL_DRAM; l++) {
		p->level_bytes[l] = 1024 << l;
		p->level_instances[l] = 3 - l;
	}
	p->flops[AISP_F64][0] = (struct aisp_figure){ 4e9, 3e9, "fma" };
	p->flops[AISP_F64][1] = (struct aisp_figure){ 12e9, 9e9, "fma" };
	p->bandwidth[AISP_LEVEL_L3][AISP_STREAM_TRIAD][1] =
		(struct aisp_figure){ 2e9, 1e9, "avx2, nt" };
	p->bandwidth[AISP_LEVEL_DRAM][AISP_STREAM_READ][0] =
		(struct aisp_figure){ 8e9, 5e9, "libc" };
	p->latency_ns[AISP_LEVEL_L2] = (struct aisp_figure){ 3.5, 4, "pointer chase" };
	p->storage[AISP_STORAGE_WRITE] =
		(struct aisp_figure){ 2.5e9, 2e9, "O_DIRECT, 4 in flight" };
	p->load = (struct aisp_peak_load){ 'D', 0.25, 0.5, 0, "cc" };
}

static void test_round_trip(json_t *j)
{
	struct aisp_peaks p, q;
	struct aisp_err err;

	fill(&p);
	ok(!aisp_peaks_parse(&q, j, &err), "what was written can be read");
	ok(!memcmp(&p.flops, &q.flops, sizeof(p.flops)), "arithmetic survives");
	ok(!memcmp(&p.bandwidth, &q.bandwidth, sizeof(p.bandwidth)),
	   "bandwidth survives");
	ok(!memcmp(&p.latency_ns, &q.latency_ns, sizeof(p.latency_ns)),
	   "latency survives");
	ok(!memcmp(&p.storage, &q.storage, sizeof(p.storage)), "storage survives");
	ok(!memcmp(&p.level_bytes, &q.level_bytes, sizeof(p.level_bytes)) &&
		   !memcmp(&p.level_instances, &q.level_instances,
			   sizeof(p.level_instances)),
	   "caches survive");
	ok(!memcmp(&p.load, &q.load, sizeof(p.load)), "so does what else went on");
	ok(!strcmp(p.machine, q.machine) && !strcmp(p.measured, q.measured) &&
		   q.n_threads == 3,
	   "names survive");
}

/* Put value at list[0].key (or at key where list is NULL): it must be refused. */
static int is_refused(const json_t *good, const char *list, const char *key,
		      json_t *value)
{
	json_t *j = json_deep_copy(good), *at = j;
	struct aisp_err err = { "" };
	struct aisp_peaks p;
	int rc;

	if (list)
		at = json_array_get(json_object_get(j, list), 0);
	json_object_set_new(at, key, value);
	rc = aisp_peaks_parse(&p, j, &err);
	json_decref(j);
	return rc && err.msg[0];
}

static void test_damage(const json_t *j)
{
	ok(is_refused(j, NULL, "schema", json_integer(99)), "another schema");
	ok(is_refused(j, NULL, "machine", json_null()), "no machine");
	ok(is_refused(j, NULL, "machine", json_string("0123456789abcdef0")),
	   "a long id");
	ok(is_refused(j, NULL, "threads", json_integer(0)), "no threads");
	ok(is_refused(j, NULL, "gflop_per_s", json_array()), "an empty list");
	ok(is_refused(j, NULL, "gb_per_s", json_string("x")), "no list");
	ok(is_refused(j, "gflop_per_s", "best", json_integer(0)), "a peak of 0");
	ok(is_refused(j, "gflop_per_s", "best", json_real(-1)), "a negative peak");
	ok(is_refused(j, "gflop_per_s", "median", json_string("4")), "a text");
	ok(is_refused(j, "gflop_per_s", "dtype", json_string("f31")),
	   "an unknown type");
	ok(is_refused(j, "gb_per_s", "level", json_string("L4")), "an unknown level");
	ok(is_refused(j, "gb_per_s", "stream", json_integer(1)), "an unknown stream");
	ok(is_refused(j, "gb_per_s", "threads", json_integer(2)), "another width");
	ok(is_refused(j, "latency_ns", "how", json_null()), "no method");
	ok(is_refused(j, "storage_gb_per_s", "what", json_string("tape")),
	   "another storage");
	ok(is_refused(j, "caches", "instances", json_integer(-1)), "-1 caches");
}

/* A file that was written before there was a figure of storage. */
static void test_older(const json_t *j)
{
	json_t *older = json_deep_copy(j);
	struct aisp_peaks p;

	json_object_del(older, "storage_gb_per_s");
	ok(!aisp_peaks_parse(&p, older, NULL) &&
		   p.storage[AISP_STORAGE_WRITE].best <= 0 &&
		   p.flops[AISP_F64][0].best > 0,
	   "a file without storage has the rest");
	json_decref(older);
}

/* The fastest kernel differs from run to run; all must write their bytes. */
static void test_streams(void)
{
	size_t n = 8192;
	char *base = aligned_alloc(64, 3 * n);
	int is_right = 1, n_run = 0;

	for (const struct aisp_stream_kernel *k = aisp_stream_kernels; k->run; k++) {
		if (k->feature || k->stream == AISP_STREAM_READ)
			continue;
		memset(base, 0, 3 * n);
		memset(base, 7, k->stream == AISP_STREAM_FILL ? 0 : n);
		memset(base + n, 9, k->stream == AISP_STREAM_TRIAD ? n : 0);
		k->run(base, base + n, base + 2 * n, n);
		n_run++;
		if (k->stream == AISP_STREAM_COPY)
			is_right &= base[n] == 7 && !memcmp(base, base + n, n);
		else
			for (size_t i = k->stream == AISP_STREAM_FILL ? 0 : 2 * n,
				    end = i + n;
			     i < end; i += 4)
				is_right &= memcmp(base + i, "\0\0\0\0", 4) != 0;
	}
	ok(n_run > 0 && is_right, "copy copies; triad and fill write every element");
	free(base);
}

/* Peaks of a quiet machine of two cores: copy beats read in memory. */
static void fill_quiet(struct aisp_peaks *p)
{
	static const double gb[AISP_N_LEVELS][AISP_N_STREAMS] = {
		{ 480, 470, 640, 240 },
		{ 240, 240, 220, 244 },
		{ 111, 102, 104, 120 },
		{ 39, 54, 53, 40 }
	};
	static const double ns[] = { 1, 4, 34, 196 };

	*p = (struct aisp_peaks){ .n_threads = 2, .load = { 'C', 0.01, 0.02, 0, "" } };
	for (int l = 0; l < AISP_N_LEVELS; l++) {
		for (int i = 0; i < AISP_N_STREAMS * AISP_N_WIDTHS; i++)
			p->bandwidth[l][i / 2][i % 2].best =
				gb[l][i / 2] * (i % 2 && l < AISP_LEVEL_DRAM ? 1.8 : 1);
		p->latency_ns[l].best = ns[l];
	}
	p->flops[AISP_F32][AISP_WIDTH_ONE].best = 245;
	p->flops[AISP_F32][AISP_WIDTH_ALL].best = 476;
}

static int contradicts(const struct aisp_peaks *p, const char *words)
{
	char why[200] = "";

	return aisp_peaks_contradict(p, why, sizeof(why)) && strstr(why, words);
}

static void test_contradictions(void)
{
	struct aisp_figure(*dram)[AISP_N_WIDTHS];
	struct aisp_peaks p;
	char why[200];

	fill_quiet(&p);
	ok(!aisp_peaks_contradict(&p, why, sizeof(why)), "a quiet machine's agree");
	dram = p.bandwidth[AISP_LEVEL_DRAM];
	dram[AISP_STREAM_READ][AISP_WIDTH_ONE].best = 21;
	ok(contradicts(&p, "DRAM, 1 thread: read reached"),
	   "a read slower than those of a copy");
	fill_quiet(&p);
	dram[AISP_STREAM_FILL][AISP_WIDTH_ALL].best = 20;
	ok(contradicts(&p, "all threads: fill reached"), "writes likewise");
	fill_quiet(&p);
	p.bandwidth[AISP_LEVEL_L2][AISP_STREAM_READ][AISP_WIDTH_ONE].best = 600;
	ok(contradicts(&p, "L1, 1 thread: read"), "nearer memory that is slower");
	fill_quiet(&p);
	p.latency_ns[AISP_LEVEL_L2].best = 50;
	ok(contradicts(&p, "L2 answered in"), "or answers later");
	fill_quiet(&p);
	p.flops[AISP_F32][AISP_WIDTH_ALL].best = 200;
	ok(contradicts(&p, "f32: 1 thread reached"), "all cores slower than one");
	p.flops[AISP_F32][AISP_WIDTH_ALL].best = 600;
	ok(contradicts(&p, "f32: 1 thread reached"), "and faster than each alone");
}

static void test_doubt(void)
{
	struct aisp_host_load load = { .steal = 0.01, .others = 0.02 };
	struct aisp_peaks p;
	char why[300];

	fill_quiet(&p);
	ok(!aisp_peaks_are_busy(&p) && !aisp_peaks_doubt(&p, why, sizeof(why)),
	   "a little company does no harm");
	p.load.others = 0.38;
	snprintf(p.load.busiest, sizeof(p.load.busiest), "cc");
	ok(aisp_peaks_doubt(&p, why, sizeof(why)) && strstr(why, "38 %") &&
		   strstr(why, "most by cc"),
	   "others, and who");
	fill_quiet(&p);
	p.load.steal = 0.1;
	ok(aisp_peaks_doubt(&p, why, sizeof(why)) && strstr(why, "10 % stolen"),
	   "stolen time");
	fill_quiet(&p);
	p.load.lost_share = 0.5;
	ok(aisp_peaks_doubt(&p, why, sizeof(why)) &&
		   strstr(why, "kept from their CPU 50 %"),
	   "threads that did not run");
	fill_quiet(&p);
	p.latency_ns[AISP_LEVEL_L2].best = 50;
	ok(!aisp_peaks_doubt(&p, why, sizeof(why)), "what stood twice is how it is");
	p.load = (struct aisp_peak_load){ '?', NAN, NAN, NAN, "" };
	ok(aisp_peaks_doubt(&p, why, sizeof(why)), "unless nobody knows who else ran");
	ok(aisp_load_is_quiet(&load), "a quiet machine");
	load.others = 0.3;
	ok(!aisp_load_is_quiet(&load), "and one that is not");
}

static void test_raise(void)
{
	struct aisp_peaks p, q;
	struct aisp_figure *f = &p.bandwidth[AISP_LEVEL_L2][AISP_STREAM_COPY][0];

	fill(&p);
	q = p;
	q.flops[AISP_F32][AISP_WIDTH_ALL].best *= 2;
	q.latency_ns[AISP_LEVEL_L1].best /= 2;
	q.bandwidth[AISP_LEVEL_L2][AISP_STREAM_COPY][0].best = f->best / 2;
	aisp_peaks_raise(&p, &q);
	ok(p.flops[AISP_F32][AISP_WIDTH_ALL].best ==
		   q.flops[AISP_F32][AISP_WIDTH_ALL].best,
	   "more arithmetic is taken over");
	ok(p.latency_ns[AISP_LEVEL_L1].best == q.latency_ns[AISP_LEVEL_L1].best,
	   "so is a shorter latency");
	ok(f->best == 2 * q.bandwidth[AISP_LEVEL_L2][AISP_STREAM_COPY][0].best,
	   "a lower bandwidth is not");
	fill(&p);
	q = p;
	q.load.others = q.load.lost_share = 0.01;
	aisp_peaks_raise(&q, &p);
	ok(!aisp_peaks_are_busy(&q), "what a quiet machine showed is not lowered");
	aisp_peaks_raise(&p, &q);
	ok(!aisp_peaks_are_busy(&p), "and what a busy one did is mended by it");
}

int main(void)
{
	struct aisp_peaks p;
	struct aisp_err err;
	json_t *j;

	test_chase();
	test_streams();
	test_raise();
	test_contradictions();
	test_doubt();
	fill(&p);
	j = aisp_peaks_json(&p, &err);
	ok(j != NULL, "peaks become JSON");
	test_round_trip(j);
	test_damage(j);
	test_older(j);
	json_decref(j);
	return done();
}
