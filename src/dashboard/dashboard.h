/* SPDX-License-Identifier: MIT
 *
 * dashboard.h - a read-only web page of saved runs, for this machine's users only.
 *
 * It listens on the loopback address, and answers no request without the secret
 * that is part of its URL.
 */
#ifndef AISP_DASHBOARD_H
#define AISP_DASHBOARD_H

#include <stdint.h>

#include "base/err.h"

struct aisp_dashboard_options {
	const char *artifacts;
	const char *history; /* a file, or "" */
	double alpha;        /* level of comparisons between runs */
	uint16_t port;       /* 0: any that is free */
};

struct aisp_dashboard;

/* It serves until stopped.  NULL with *err filled. */
struct aisp_dashboard *aisp_dashboard_start(const struct aisp_dashboard_options *o,
					    struct aisp_err *err);

/* "http://127.0.0.1:34567/<secret>/", as long as it runs. */
const char *aisp_dashboard_url(const struct aisp_dashboard *d);

/* Ends all connections. */
void aisp_dashboard_stop(struct aisp_dashboard *d);

#endif
