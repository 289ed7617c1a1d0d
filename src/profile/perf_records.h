/* SPDX-License-Identifier: MIT
 *
 * perf_records.h - read the kernel's records from a recording.
 */
#ifndef AISP_PERF_RECORDS_H
#define AISP_PERF_RECORDS_H

#include <elfutils/libdwfl.h>
#include <linux/perf_event.h>
#include <stdint.h>

#include "sampler.h"

/* A record PERF_RECORD_SAMPLE with sampler.c's sample_type. */
struct aisp_sample_record {
	uint64_t ip;
	uint32_t pid, tid;
	uint64_t time_ns;
	const uint64_t *regs; /* in the order of their bits */
	const char *stack;
	uint64_t stack_bytes;
};

/* Returns the record at *at, and moves *at after it; NULL at the end. */
const struct perf_event_header *aisp_next_record(const struct aisp_recording *r,
						 size_t *at);

/* s points into h.  Returns 0, or -1 if the record is short or its thread was in the
 * kernel. */
int aisp_parse_sample(const struct perf_event_header *h, struct aisp_sample_record *s);

/* Reports the files that the process had mapped, at their addresses. */
void aisp_report_mappings(Dwfl *dwfl, const struct aisp_recording *r, pid_t pid);

#endif
