/* SPDX-License-Identifier: MIT
 *
 * Judgements of a sweep over made-up GPUs: slow in whatever rank, held down by its
 * clock, with fewer links or a slow one; and what is unknown.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collective/collective.h"
#include "tap.h"

enum { N_SIZES = 3, N_VARIANTS = 2, N_ROWS = N_SIZES * N_VARIANTS };

static struct aisp_gpus gpus;
static struct aisp_gpu_peaks peaks[2];
static struct collective_row rows[N_ROWS];
static struct collective_verdict v;

/* 20 calls of 100 us; place 1 is last in n_last of them, by behind_ns. */
static struct collective sweep(int n_last, double behind_ns)
{
	for (int i = 0; i < N_ROWS; i++) {
		rows[i] = (struct collective_row){ .bytes = 1024 << i / N_VARIANTS,
						   .n_calls = 20,
						   .ns = 1e5,
						   .n_elems = 1,
						   .n_cpus = 8 };
		snprintf(rows[i].variant, sizeof(rows[i].variant), "v%d",
			 i % N_VARIANTS);
		rows[i].places[1].n_last = n_last;
		rows[i].places[1].behind_ns = behind_ns;
	}
	return (struct collective){ .n_ranks = 2,
				    .n_threads = 1,
				    .n_rows = N_ROWS,
				    .rows = rows,
				    .library = "NCCL 2.28.9" };
}

static void make_gpus(void)
{
	memset(&gpus, 0, sizeof(gpus));
	memset(peaks, 0, sizeof(peaks));
	gpus.n = 2;
	gpus.cuda_version = 13010;
	snprintf(gpus.driver, sizeof(gpus.driver), "580.1");
	for (int i = 0; i < 2; i++) {
		gpus.gpu[i].n_links = 18;
		gpus.pair[i][!i] = (struct aisp_gpu_pair){ 50, 18, 1 };
		snprintf(gpus.gpu[i].bus_id, sizeof(gpus.gpu[i].bus_id), "0%d:00.0", i);
		peaks[i].gpu.index = i;
		peaks[i].n_peers = 1;
		peaks[i].peers[0] = (struct aisp_gpu_peer){
			"GPU-other", true, { .best = 3.7e11 }, { .best = 3.6e11 }
		};
	}
}

/* Is that the machine's health, and does its line contain the words? */
static bool says(struct collective *c, enum collective_health health, const char *words)
{
	collective_judge(c, &v);
	collective_judge_machine(c, &gpus, peaks, 2, &v);
	return v.health == health && strstr(v.machine, words);
}

static void test_places(void)
{
	struct collective c = sweep(18, 3e4);

	collective_judge(&c, &v);
	ok(v.health == COLLECTIVE_UNHEALTHY && strstr(v.ranks, "GPU 1 is slow: ") &&
		   strstr(v.ranks, "its clock, heat and links"),
	   "a GPU that is late in every variant is named");
	c.is_host = true;
	collective_judge(&c, &v);
	ok(strstr(v.ranks, "rank 1 is slow: ") != NULL, "on CPUs it is a rank");
	c = sweep(18, 3e3);
	collective_judge(&c, &v);
	ok(v.health == COLLECTIVE_HEALTHY, "by a share of the time, or not at all");
}

static void test_machine(void)
{
	struct collective c = sweep(0, NAN);

	make_gpus();
	ok(says(&c, COLLECTIVE_HEALTHY,
		"driver 580.1, CUDA 13.1; NCCL 2.28.9; 2 GPUs, NV18 from the first"),
	   "driver, library and links");
	gpus.gpu[1].n_links = 17;
	ok(says(&c, COLLECTIVE_UNHEALTHY,
		"; GPU 1 (01:00.0) has 17 active NVLinks, another has 18"),
	   "a GPU that lacks a link");
	make_gpus();
	gpus.pair[1][0].access = 0;
	ok(says(&c, COLLECTIVE_UNHEALTHY, "; GPU 1 cannot read the memory of GPU 0"),
	   "two that do not reach each other");
	make_gpus();
	gpus.gpu[0].state.reasons = AISP_GPU_HW_THERMAL | AISP_GPU_POWER_CAP;
	ok(says(&c, COLLECTIVE_UNHEALTHY, "; GPU 0 (00:00.0) is held down: "),
	   "one that is too hot");
	gpus.gpu[0].state.reasons = AISP_GPU_POWER_CAP;
	ok(says(&c, COLLECTIVE_HEALTHY, "NV18"), "at its power it may be");
	peaks[1].peers[0].load.best = 1.9e11;
	ok(says(&c, COLLECTIVE_UNHEALTHY,
		"; the link of GPU 1 to GPU-other is slow: 190 GB/s by `aisp peak`, "
		"360 between"),
	   "a slow link");
	peaks[1].peers[0].load.best = 0;
	ok(says(&c, COLLECTIVE_HEALTHY, "NV18"), "what was not measured is not slow");
	snprintf(gpus.gpu[1].why, sizeof(gpus.gpu[1].why), "fell off the bus");
	ok(says(&c, COLLECTIVE_UNHEALTHY, "; GPU 1: fell off the bus"),
	   "one that does not answer");
}

static void test_unknown(void)
{
	struct collective c = sweep(0, NAN);

	make_gpus();
	c.library[0] = '\0';
	ok(says(&c, COLLECTIVE_UNKNOWN, "; no library ran beside it; "),
	   "without a library nobody knows of it");
	gpus.n = 0;
	snprintf(gpus.why, sizeof(gpus.why), "no NVML");
	ok(says(&c, COLLECTIVE_UNKNOWN, "unknown: no NVML"), "nor without a driver");
	rows[0].n_elems = NAN;
	snprintf(rows[0].fault, sizeof(rows[0].fault), "wrong");
	ok(says(&c, COLLECTIVE_UNHEALTHY, "unknown"), "what is wrong stays so");
}

static bool prints(const struct collective *c, const char *words)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	bool is_there;

	collective_print(c, &v, f);
	fclose(f);
	is_there = strstr(text, words);
	free(text);
	return is_there;
}

static void test_bounds(void)
{
	const double short_ns[] = { 8343, 8343, 8343, 8343, 9000 };
	const double long_ns[] = { 8343, 8343.5, 8344, 8350, 9000 };
	struct collective c = sweep(0, NAN);

	ok(collective_is_bound(short_ns, 5, 8343),
	   "calls that the bell cannot resolve");
	ok(!collective_is_bound(long_ns, 5, 8344), "and such as it can");
	c.type = "f32";
	ok(!prints(&c, "<"), "a time is no bound");
	rows[0].is_bound = true;
	ok(prints(&c, "<100") && prints(&c, "<, >: a bound"),
	   "unless calls are too short");
}

int main(void)
{
	test_bounds();
	test_places();
	test_machine();
	test_unknown();
	return done();
}
