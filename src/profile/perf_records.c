/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/text.h"
#include "perf_records.h"
#include "unwind.h"

/* The fixed part of a record PERF_RECORD_MMAP2; then the file's name. */
struct mapping {
	struct perf_event_header header;
	uint32_t pid, tid;
	uint64_t addr, len, pgoff;
	uint32_t maj, min;
	uint64_t ino, ino_generation;
	uint32_t prot, flags;
	char file[];
};

/* The load address of the file's address 0; -1: no such executable segment. */
static int64_t bias_of(const struct mapping *m)
{
	int fd = open(m->file, O_RDONLY | O_CLOEXEC);
	Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
	int64_t bias = -1;
	size_t n = 0;

	if (elf && !elf_getphdrnum(elf, &n))
		for (size_t i = 0; i < n; i++) {
			GElf_Phdr ph;

			if (gelf_getphdr(elf, (int)i, &ph) && ph.p_type == PT_LOAD &&
			    ph.p_flags & PF_X &&
			    ph.p_offset - ph.p_offset % 4096 == m->pgoff)
				bias = (int64_t)(m->addr -
						 (ph.p_vaddr - ph.p_vaddr % 4096));
		}
	if (elf)
		elf_end(elf);
	if (fd >= 0)
		close(fd);
	return bias;
}

/* Deleted files, and memory without a file, have no names. */
static void report_mapping(Dwfl *dwfl, const struct mapping *m)
{
	int64_t bias = m->prot & PROT_EXEC && m->file[0] == '/' ? bias_of(m) : -1;

	if (bias >= 0)
		dwfl_report_elf(dwfl, aisp_base_name(m->file), m->file, -1,
				(GElf_Addr)bias, true);
}

const struct perf_event_header *aisp_next_record(const struct aisp_recording *r,
						 size_t *at)
{
	const struct perf_event_header *h =
		(const struct perf_event_header *)(r->bytes + *at);

	if (*at + sizeof(*h) > r->n_bytes || h->size < sizeof(*h) ||
	    *at + h->size > r->n_bytes)
		return NULL;
	*at += h->size;
	return h;
}

void aisp_report_mappings(Dwfl *dwfl, const struct aisp_recording *r, pid_t pid)
{
	const struct perf_event_header *h;
	size_t at = 0;

	dwfl_report_begin(dwfl);
	while ((h = aisp_next_record(r, &at)))
		if (h->type == PERF_RECORD_MMAP2 && h->size > sizeof(struct mapping) &&
		    (!pid || (pid_t)((const struct mapping *)h)->pid == pid))
			report_mapping(dwfl, (const struct mapping *)h);
	dwfl_report_end(dwfl, NULL, NULL);
}

/* The next n_bytes of a record, or NULL at its end. */
static const void *take(const char **p, const char *end, uint64_t n_bytes)
{
	const char *at = *p;

	if ((uint64_t)(end - at) < n_bytes)
		return NULL;
	*p += n_bytes;
	return at;
}

int aisp_parse_sample(const struct perf_event_header *h, struct aisp_sample_record *s)
{
	const char *p = (const char *)(h + 1), *end = (const char *)h + h->size;
	const uint64_t *head = take(&p, end, 24), *abi = take(&p, end, 8), *size, *used;

	if (!head || !abi || *abi == PERF_SAMPLE_REGS_ABI_NONE)
		return -1;
	s->ip = head[0];
	memcpy(&s->pid, &head[1], 4);
	memcpy(&s->tid, (const char *)&head[1] + 4, 4);
	s->time_ns = head[2];
	s->regs = take(&p, end, 8 * (uint64_t)__builtin_popcountll(AISP_UNWIND_REGS));
	size = take(&p, end, 8);
	if (!s->regs || !size)
		return -1;
	s->stack = take(&p, end, *size);
	used = *size ? take(&p, end, 8) : NULL;
	s->stack_bytes = used && *used <= *size ? *used : 0;
	return s->stack ? 0 : -1;
}
