/* SPDX-License-Identifier: MIT
 *
 * cpu.c - the CPU as a device: its memory is the judge's, and it needs no opening.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <aisp/check.h>
#include <aisp/packed.h>

#include "device.h"
#include "machine/peak.h"
#include "worker/protocol.h"

#define ALIGN_BYTES 64

static void *at(uint64_t address)
{
	return (void *)(uintptr_t)address;
}

static int alloc(struct aisp_device_state *d, size_t bytes, bool is_shared,
		 struct aisp_block *b, struct aisp_err *err)
{
	void *p;

	(void)d;
	*b = (struct aisp_block){ .fd = -1 };
	if (is_shared)
		return aisp_err_set(err, "the CPU's memory is shared as files");
	if (posix_memalign(&p, ALIGN_BYTES, bytes))
		return aisp_err_set(err, "%zu bytes: out of memory", bytes);
	b->address = (uintptr_t)p;
	b->bytes = bytes;
	return 0;
}

static void free_block(struct aisp_device_state *d, struct aisp_block *b)
{
	(void)d;
	free(at(b->address));
	*b = (struct aisp_block){ .fd = -1 };
}

/* Fills a part: makes the whole tensor first, since this need not be fast. */
static int fill_part(void *data, struct aisp_range part, const struct aisp_spec *spec,
		     enum aisp_dist dist, uint64_t key, struct aisp_err *err)
{
	char *whole = malloc(aisp_type_bytes(spec->dtype, part.of) + 1);

	if (!whole)
		return aisp_err_errno(err, "memory for a whole tensor");
	aisp_fill(whole, part.of, spec, dist, key);
	memcpy(data, whole + aisp_type_bytes(spec->dtype, part.first),
	       aisp_type_bytes(spec->dtype, part.n));
	free(whole);
	return 0;
}

static int fill(struct aisp_device_state *d, uint64_t address, struct aisp_range part,
		const struct aisp_spec *spec, enum aisp_dist dist, uint64_t key,
		struct aisp_err *err)
{
	(void)d;
	if (part.n != part.of)
		return fill_part(at(address), part, spec, dist, key, err);
	aisp_fill(at(address), part.n, spec, dist, key);
	return 0;
}

static int clear(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		 struct aisp_err *err)
{
	(void)d, (void)err;
	memset(at(address), 0, n_bytes);
	return 0;
}

static int poison(struct aisp_device_state *d, uint64_t address, size_t n_bytes,
		  uint64_t key, struct aisp_err *err)
{
	(void)d, (void)err;
	aisp_poison(at(address), n_bytes, key);
	return 0;
}

static int poison_left(struct aisp_device_state *d, uint64_t address, size_t first_byte,
		       size_t n_bytes, uint64_t key, int64_t *n, struct aisp_err *err)
{
	(void)d, (void)err;
	*n = aisp_poison_left(at(address), first_byte, n_bytes, key);
	return 0;
}

static int poison_changed(struct aisp_device_state *d, uint64_t address,
			  size_t first_byte, size_t n_bytes, uint64_t key, int64_t *n,
			  struct aisp_err *err)
{
	(void)d, (void)err;
	*n = aisp_poison_changed(at(address), first_byte, n_bytes, key);
	return 0;
}

static int upload(struct aisp_device_state *d, uint64_t address, const void *host,
		  size_t n_bytes, struct aisp_err *err)
{
	(void)d, (void)err;
	memcpy(at(address), host, n_bytes);
	return 0;
}

static int download(struct aisp_device_state *d, void *host, uint64_t address,
		    size_t n_bytes, struct aisp_err *err)
{
	(void)d, (void)err;
	memcpy(host, at(address), n_bytes);
	return 0;
}

static int copy(struct aisp_device_state *d, uint64_t to, uint64_t from, size_t n_bytes,
		struct aisp_err *err)
{
	(void)d, (void)err;
	memcpy(at(to), at(from), n_bytes);
	return 0;
}

static int nothing(struct aisp_device_state *d, struct aisp_err *err)
{
	(void)d, (void)err;
	return 0;
}

static const struct aisp_device_ops ops = {
	.alloc = alloc,
	.free = free_block,
	.fill = fill,
	.clear = clear,
	.poison = poison,
	.poison_left = poison_left,
	.poison_changed = poison_changed,
	.flush = nothing,
	.upload = upload,
	.download = download,
	.copy = copy,
	.sync = nothing,
};

const struct aisp_open_device aisp_host_device = { .kind = &aisp_device_cpu,
						   .ops = &ops };

static int open_cpu(struct aisp_open_device *d, int number, const char *lib_dir,
		    struct aisp_err *err)
{
	(void)number, (void)lib_dir, (void)err;
	*d = aisp_host_device;
	return 0;
}

static void close_cpu(struct aisp_open_device *d)
{
	(void)d;
}

/* Facts of a GPU's driver: it was asked for nothing. */
static void note(struct aisp_evidence *e)
{
	static const enum aisp_fact none[] = {
		AISP_FACT_is_gpu,           AISP_FACT_flush_cold_ns,
		AISP_FACT_flush_hot_ns,     AISP_FACT_n_kernels,
		AISP_FACT_n_streams,        AISP_FACT_n_graphs,
		AISP_FACT_n_cooperative,    AISP_FACT_n_nested,
		AISP_FACT_n_host_functions, AISP_FACT_n_allocs,
		AISP_FACT_n_managed,        AISP_FACT_n_peer,
		AISP_FACT_trace_ns,         AISP_FACT_to_host_bytes,
		AISP_FACT_n_pinned,         AISP_FACT_n_unended,
		AISP_FACT_pinned_bytes,     AISP_FACT_own_host_bytes,
		AISP_FACT_n_contexts,       AISP_FACT_n_persisting,
		AISP_FACT_n_modules
	};

	for (size_t i = 0; i < sizeof(none) / sizeof(none[0]); i++)
		aisp_evidence_put(e, none[i], 0);
	e->has_host_data = 1;
}

static int roof(const struct aisp_known_peaks *p, const struct aisp_work *w,
		struct aisp_roof *roof)
{
	return p->cpu ? aisp_roof_bound(p->cpu, w->flops, w->bytes, w->compute,
					w->n_threads,
					w->is_cold ? INFINITY : w->all_bytes,
					w->write_share, roof)
		      : -1;
}

static bool doubts_peaks(const struct aisp_known_peaks *p, char *why, size_t size)
{
	return p->cpu && aisp_peaks_doubt(p->cpu, why, size);
}

const struct aisp_device_kind aisp_device_cpu = {
	.id = AISP_DEVICE_CPU,
	.name = "cpu",
	.suffix = ".c",
	.is_host = true,
	.is_readonly = true,
	.is_rounded = true,
	.pace = { .sample_min_ns = 50e3, /* 2500 times the clock's own 20 ns */
		  .launch_ns = 30e6,
		  .slots_bytes = 256 << 20,
		  .max_slots = AISP_MAX_SLOTS,
		  .fill_bytes_per_ns = 2,
		  .n_samples_max = 11,
		  .n_rings = 2001,
		  .compares_each = true },
	.nvbench = { "nv/cpu_only", "nv/cpu_only/time/cpu", "CPU Time" },
	.open = open_cpu,
	.close = close_cpu,
	.note = note,
	.roof = roof,
	.doubts_peaks = doubts_peaks,
};
