/* SPDX-License-Identifier: MIT
 *
 * live.h - server-sent events: what runs now, and whether there are new runs.
 */
#ifndef AISP_LIVE_H
#define AISP_LIVE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "run_list.h"

struct MHD_Response;

/* Shared by all streams of a dashboard. */
struct aisp_live {
	const char *artifacts;
	const struct aisp_run_list *runs;
	atomic_bool is_ending;
	atomic_int n_streams;
};

#define AISP_MAX_STREAMS 8

/*
 * A response that lasts until its reader goes or is_ending is set; NULL if there
 * are too many already, or no memory.
 */
struct MHD_Response *aisp_live_response(struct aisp_live *live);

/* The data of one event as JSON; the caller frees it, NULL without memory. */
char *aisp_live_json(const struct aisp_live *live);

#endif
