/* SPDX-License-Identifier: MIT
 *
 * links.h - streams between ranks that share no memory (aisp/links.h).
 *
 * The judge connects them before workers begin, and each worker inherits its own.  On
 * one host they are TCP over loopback, so that a variant meets the same interface as
 * between hosts.
 */
#ifndef AISP_JUDGE_LINKS_H
#define AISP_JUDGE_LINKS_H

#include <netinet/in.h>

#include "launch.h"

/* Open the links of all ranks of a launch whose problem has nodes.  Returns 0, or -1
 * with *err filled, or with status and cause set if another node's launch failed.
 */
int aisp_links_open(struct aisp_launch *l, const struct aisp_placement *where,
		    struct aisp_err *err);

/* Open links to ranks on other hosts; each node connects to the nodes before it. */
int aisp_links_across(struct aisp_launch *l, struct aisp_meet *meet,
		      struct aisp_err *err);

/* Listen at an IPv4 address, at any port, which *at gets. -1 and errno on failure. */
int aisp_links_listen(in_addr_t address, struct sockaddr_in *at);

/* Send small messages at once (TCP_NODELAY). */
void aisp_links_hurry(int fd);

/* Close the judge's own descriptors of the links, once the workers have theirs. */
void aisp_links_close(struct aisp_launch *l);

#endif
