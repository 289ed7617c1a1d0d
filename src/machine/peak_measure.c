/* SPDX-License-Identifier: MIT
 *
 * peak_measure.c - which kernel runs on how many threads over how much memory.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/text.h"
#include "machine/grade.h"
#include "machine/hw.h"
#include "peak_kernels.h"

/* To exceed a cache, the streamed memory must be many times its size. */
#define DRAM_PER_L3     8
#define DRAM_LEAST      ((size_t)512 << 20)
#define HUGE_PAGE_BYTES ((size_t)2 << 20)
#define BLOCK_BYTES     4096
/* A first repetition of twice the best time: no other will be the best. */
#define HOPELESS 2.0

/* One anonymous region per thread, on huge pages if the kernel grants them. */
struct memory {
	int n;
	size_t bytes; /* of each */
	char **map;   /* as mmap() gave it */
	char **base;  /* aligned to a huge page */
};

struct bench {
	const struct aisp_hw *hw;
	struct aisp_peaks *p;
	enum aisp_width width;
	struct aisp_team team;
	struct memory memory;
	void (*progress)(void *, const char *);
	void *progress_arg;
};

static void memory_release(struct memory *m)
{
	for (int t = 0; m->map && t < m->n; t++)
		if (m->map[t])
			munmap(m->map[t], m->bytes + HUGE_PAGE_BYTES);
	free(m->map);
	free(m->base);
	*m = (struct memory){ .n = 0 };
}

static int memory_init(struct memory *m, int n, size_t bytes, struct aisp_err *err)
{
	*m = (struct memory){ .n = n, .bytes = bytes };
	m->map = calloc((size_t)n, sizeof(*m->map));
	m->base = calloc((size_t)n, sizeof(*m->base));
	if (!m->map || !m->base)
		return aisp_err_errno(err, "measure peaks");
	for (int t = 0; t < n; t++) {
		char *p = mmap(NULL, bytes + HUGE_PAGE_BYTES, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (p == MAP_FAILED)
			return aisp_err_errno(err, "map %zu MiB to measure bandwidth",
					      bytes >> 20);
		m->map[t] = p;
		m->base[t] = p + (-(uintptr_t)p & (HUGE_PAGE_BYTES - 1));
		madvise(m->base[t], bytes, MADV_HUGEPAGE); /* may fail */
	}
	return 0;
}

static int min(int a, int b)
{
	return a < b ? a : b;
}

static int has(const struct aisp_hw *hw, const char *feature)
{
	return !feature || aisp_hw_has(hw, feature);
}

static void tell(const struct bench *b, const char *what)
{
	char text[80];

	if (!b->progress)
		return;
	snprintf(text, sizeof(text), "%s, %d thread%s", what, b->team.n_threads,
		 b->team.n_threads == 1 ? "" : "s");
	b->progress(b->progress_arg, text);
}

static void work_flops(void *arg, int thread, long passes)
{
	const struct aisp_flops_kernel *k = arg;

	(void)thread;
	k->run(passes);
}

static int measure_flops(struct bench *b, struct aisp_err *err)
{
	struct aisp_team_times times;

	tell(b, "arithmetic");
	for (const struct aisp_flops_kernel *k = aisp_flops_kernels; k->run; k++) {
		if (!has(b->hw, k->feature))
			continue;
		b->team.work = work_flops;
		b->team.arg = (void *)k;
		if (aisp_team_time(&b->team, INFINITY, &times, err))
			return -1;
		aisp_figure_rate(&b->p->flops[k->dtype][b->width], &times,
				 k->ops * b->team.n_threads,
				 k->feature ? k->feature : "portable");
	}
	return 0;
}

/* A kernel and, for each thread, the part of its memory to run it on. */
struct sweep {
	const struct memory *memory;
	const struct aisp_stream_kernel *kernel;
	size_t array_bytes;
};

static void work_stream(void *arg, int thread, long passes)
{
	const struct sweep *s = arg;
	char *a = s->memory->base[thread];

	for (long i = 0; i < passes; i++)
		s->kernel->run(a, a + s->array_bytes, a + 2 * s->array_bytes,
			       s->array_bytes);
}

static void work_touch(void *arg, int thread, long passes)
{
	const struct memory *m = arg;

	(void)passes;
	memset(m->base[thread], 0, m->bytes);
}

/*
 * The bytes that a thread walks so that they come from this level: more than the level
 * above holds, but a small part of its share of a shared one.  A guest has only as much
 * L3 as its neighbours leave: on a 2-core VM (Zen 5, 32 MiB of L3) a pointer chase took
 * 12 ns in 4 MiB and 134 ns in 8 MiB.
 */
static size_t level_share(const struct bench *b, enum aisp_level level)
{
	const struct aisp_cache *c, *above;
	size_t share, want;

	if (level == AISP_LEVEL_DRAM)
		return b->memory.bytes;
	c = aisp_hw_cache(b->hw, level + 1);
	if (!c)
		return 0;
	share = c->bytes / (size_t)min(b->team.n_threads, c->n_sharing);
	above = level > AISP_LEVEL_L1 ? aisp_hw_cache(b->hw, level) : NULL;
	if (!above)
		return share / 2;
	want = above->bytes + share / (c->n_sharing > 1 ? 16 : 2);
	if (want < 2 * above->bytes)
		want = 2 * above->bytes;
	return want < above->bytes + share / 2 ? want : above->bytes + share / 2;
}

/* Measures one stream with one kernel, unless it cannot beat the best so far. */
static int measure_stream(struct bench *b, struct sweep *s, enum aisp_level level,
			  int n_arrays, struct aisp_err *err)
{
	const struct aisp_stream_kernel *k = s->kernel;
	struct aisp_figure *f = &b->p->bandwidth[level][k->stream][b->width];
	double bytes = (double)s->array_bytes * n_arrays * b->team.n_threads;
	struct aisp_team_times times;
	int rc;

	b->team.work = work_stream;
	b->team.arg = s;
	rc = aisp_team_time(&b->team,
			    f->best > 0 ? HOPELESS * bytes / f->best * 1e9 : INFINITY,
			    &times, err);
	if (rc == 0)
		aisp_figure_rate(f, &times, bytes, k->how);
	return rc < 0 ? -1 : 0;
}

static int measure_level(struct bench *b, enum aisp_level level, struct aisp_err *err)
{
	static const int n_arrays[] = { 1, 2, 3, 1 };
	size_t bytes = level_share(b, level);

	if (bytes > b->memory.bytes || bytes < 3 * (size_t)BLOCK_BYTES)
		return 0;
	tell(b, aisp_level_name(level));
	for (const struct aisp_stream_kernel *k = aisp_stream_kernels; k->run; k++) {
		int n = n_arrays[k->stream];
		struct sweep s = { &b->memory, k,
				   bytes / (size_t)n / BLOCK_BYTES * BLOCK_BYTES };

		if (!has(b->hw, k->feature) ||
		    (k->is_dram_only && level != AISP_LEVEL_DRAM))
			continue;
		if (measure_stream(b, &s, level, n, err))
			return -1;
	}
	return 0;
}

struct chase {
	void *at;
};

static void work_chase(void *arg, int thread, long passes)
{
	struct chase *c = arg;

	(void)thread;
	c->at = aisp_chase_run(c->at, passes);
}

static int measure_latency(struct bench *b, enum aisp_level level, struct aisp_err *err)
{
	size_t bytes = level_share(b, level);
	struct chase c = { b->memory.base[0] };
	struct aisp_team_times times;
	struct aisp_figure rate = { .best = 0 };

	if (bytes > b->memory.bytes || bytes < 3 * (size_t)BLOCK_BYTES)
		return 0;
	tell(b, "latency");
	aisp_chase_build(c.at, bytes / 64, bytes);
	b->team.work = work_chase;
	b->team.arg = &c;
	if (aisp_team_time(&b->team, INFINITY, &times, err))
		return -1;
	aisp_figure_rate(&rate, &times, 1, "pointer chase");
	b->p->latency_ns[level] = rate;
	b->p->latency_ns[level].best = 1e9 / rate.best;
	b->p->latency_ns[level].median = 1e9 / rate.median;
	return 0;
}

/* Many times what n threads' L3 caches hold, but at most a quarter of the memory. */
static size_t dram_bytes(const struct aisp_hw *hw, int n)
{
	const struct aisp_cache *l3 = aisp_hw_cache(hw, 3);
	size_t want = l3 ? DRAM_PER_L3 * l3->bytes * (size_t)min(n, l3->n) : 0;
	size_t most = (size_t)hw->memory_bytes / 4;

	if (hw->cgroup.memory_bytes && (size_t)hw->cgroup.memory_bytes / 4 < most)
		most = (size_t)hw->cgroup.memory_bytes / 4;
	want = want < DRAM_LEAST ? DRAM_LEAST : want;
	return want < most ? want : most;
}

static int measure_width(struct bench *b, struct aisp_err *err)
{
	int n = b->team.n_threads, rc = -1;

	if (memory_init(&b->memory, n, dram_bytes(b->hw, n) / (size_t)n, err))
		goto out;
	b->team.work = work_touch;
	b->team.arg = &b->memory;
	if (aisp_team_once(&b->team, err) || measure_flops(b, err))
		goto out;
	for (int l = 0; l < AISP_N_LEVELS; l++)
		if (measure_level(b, l, err))
			goto out;
	for (int l = 0; l < AISP_N_LEVELS && b->width == AISP_WIDTH_ONE; l++)
		if (measure_latency(b, l, err))
			goto out;
	rc = 0;
out:
	memory_release(&b->memory);
	return rc;
}

static void describe(struct aisp_peaks *p, const struct aisp_hw *hw)
{
	memset(p, 0, sizeof(*p));
	aisp_machine_id_of(hw, p->machine);
	aisp_now_text(p->measured);
	p->n_threads = hw->n_cores;
	p->load = (struct aisp_peak_load){ '?', NAN, NAN, NAN, "" };
	for (int l = 0; l < AISP_LEVEL_DRAM; l++) {
		const struct aisp_cache *c = aisp_hw_cache(hw, l + 1);

		p->level_bytes[l] = c ? (double)c->bytes : 0;
		p->level_instances[l] = c ? c->n : 0;
	}
}

/* With one core, all cores are the same as one. */
static void copy_width(struct aisp_peaks *p)
{
	for (int t = 0; t < AISP_N_DTYPES; t++)
		p->flops[t][AISP_WIDTH_ALL] = p->flops[t][AISP_WIDTH_ONE];
	for (int l = 0; l < AISP_N_LEVELS; l++)
		for (int s = 0; s < AISP_N_STREAMS; s++)
			p->bandwidth[l][s][AISP_WIDTH_ALL] =
				p->bandwidth[l][s][AISP_WIDTH_ONE];
}

static int measure_widths(struct bench *b, struct aisp_err *err)
{
	b->team.cpus = b->hw->core_cpu;
	b->team.n_threads = 1;
	if (measure_width(b, err))
		return -1;
	if (b->hw->n_cores == 1) {
		copy_width(b->p);
		return 0;
	}
	b->width = AISP_WIDTH_ALL;
	b->team.n_threads = b->hw->n_cores;
	return measure_width(b, err);
}

int aisp_peaks_measure_once(struct aisp_peaks *p,
			    void (*progress)(void *, const char *), void *arg,
			    const volatile sig_atomic_t *is_stopped,
			    struct aisp_err *err)
{
	struct aisp_hw hw;
	struct bench b = {
		.hw = &hw, .p = p, .progress = progress, .progress_arg = arg
	};

	if (aisp_hw_read(&hw, err))
		return -1;
	if (!hw.n_cores)
		return aisp_err_set(err, "no CPU that this process may use");
	describe(p, &hw);
	b.team.is_stopped = is_stopped;
	if (measure_widths(&b, err))
		return -1;
	p->load.lost_share = fmax(0, 1 - b.team.ran_ns / b.team.lived_ns);
	return 0;
}

static void note_load(struct aisp_peaks *p, const struct aisp_host_load *load,
		      const struct aisp_grading *g)
{
	p->load.grade = aisp_grade_letter(g->grade);
	p->load.others = load->others;
	p->load.steal = load->steal;
	snprintf(p->load.busiest, sizeof(p->load.busiest), "%s", load->busiest);
}

static int measure(struct aisp_peaks *p, void (*progress)(void *, const char *),
		   void *arg, const volatile sig_atomic_t *is_stopped,
		   struct aisp_err *err)
{
	struct aisp_grading g = { .grade = AISP_GRADE_UNKNOWN };
	struct aisp_host_mark from = { 0 };
	struct aisp_host_load load;
	int rc = aisp_host_mark_init(&from, err);

	rc = rc || aisp_peaks_measure_once(p, progress, arg, is_stopped, err) ||
	     aisp_grade_since(&from, &load, &g, err);
	aisp_host_mark_release(&from);
	if (rc)
		return -1;
	note_load(p, &load, &g);
	if (progress)
		progress(arg, "storage");
	aisp_storage_measure(p);
	return 0;
}

/*
 * Peaks that contradict each other are measured again, once.  On a busy machine that
 * would not help; a later run on a quiet one will measure all again.
 */
int aisp_peaks_measure(struct aisp_peaks *p, void (*progress)(void *, const char *),
		       void *arg, const volatile sig_atomic_t *is_stopped,
		       struct aisp_err *err)
{
	struct aisp_peaks first;
	char why[200];

	if (measure(p, progress, arg, is_stopped, err))
		return -1;
	if (aisp_peaks_are_busy(p) || !aisp_peaks_contradict(p, why, sizeof(why)))
		return 0;
	first = *p;
	if (measure(p, progress, arg, is_stopped, err))
		return -1;
	aisp_peaks_raise(p, &first);
	return 0;
}
