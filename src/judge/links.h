/* SPDX-License-Identifier: MIT
 *
 * links.h - streams between ranks that share no memory (aisp/links.h).
 *
 * The judge connects them before workers begin, and each worker inherits its own.  On
 * one host they are TCP over loopback, so that a variant finds what it finds between
 * hosts.
 */
#ifndef AISP_JUDGE_LINKS_H
#define AISP_JUDGE_LINKS_H

#include <netinet/in.h>

#include "launch.h"

/* For all ranks of a launch whose problem has nodes, which may lie on other hosts.  0,
 * or -1 with *err filled, or with status and cause set if another node's launch failed.
 */
int aisp_links_open(struct aisp_launch *l, const struct aisp_placement *where,
		    struct aisp_err *err);

/* Those to ranks of other hosts, of which each node connects to the ones before it. */
int aisp_links_across(struct aisp_launch *l, struct aisp_meet *meet,
		      struct aisp_err *err);

/* Listens at an IPv4 address, at any port, which *at has then.  -1 and errno: not. */
int aisp_links_listen(in_addr_t address, struct sockaddr_in *at);

/* What is sent there does not wait for more. */
void aisp_links_hurry(int fd);

/* The judge's own descriptors of them, once the workers have theirs. */
void aisp_links_close(struct aisp_launch *l);

#endif
