/* SPDX-License-Identifier: MIT
 *
 * sampler.h - sample where the threads of a child that is not yet started are, a
 * thousand times per second of CPU time.
 *
 * Needs no counters of the processor.  Like those of counters.h, the events are
 * inherited; the records hold registers and a piece of the stack, from which
 * unwind.h makes call stacks once the child is gone.
 */
#ifndef AISP_SAMPLER_H
#define AISP_SAMPLER_H

#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

#define AISP_SAMPLER_HZ          997 /* a prime, so that it is not in step with anything */
#define AISP_SAMPLER_STACK_BYTES 4096

/* Records of perf_event_open(2), one after the other. */
struct aisp_recording {
	char *bytes;
	size_t n_bytes, cap_bytes;
	uint64_t n_lost; /* samples */
};

struct aisp_sampler;

/* Call it before the child is started.  NULL with *err filled, with the remedy. */
struct aisp_sampler *aisp_sampler_new(struct aisp_err *err);

/* Stops and frees; the recording is then in *r.  s may be NULL. */
void aisp_sampler_free(struct aisp_sampler *s, struct aisp_recording *r);

void aisp_recording_release(struct aisp_recording *r);

#endif
