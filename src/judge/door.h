/* SPDX-License-Identifier: MIT
 *
 * door.h - peers that connect, among strangers: a peer comes in when its first words
 * are there, and a silent one holds nobody up.  When it is full, others wait outside.
 */
#ifndef AISP_DOOR_H
#define AISP_DOOR_H

#include "meet.h"

#define AISP_MAX_GUESTS 32

/* A peer, or a stranger, that has connected. */
struct aisp_guest {
	int fd;
	int64_t until_ns; /* when it is sent away */
	char nonce[33];   /* for greet() */
	char name[AISP_ADDRESS_TEXT];
};

struct aisp_door {
	int listener;
	size_t n_bytes; /* that each guest says first */
	/* Optional: greets a new guest.  Returns 0, or -1 to send it away. */
	int (*greet)(struct aisp_guest *g);
	int n;
	struct aisp_guest guests[AISP_MAX_GUESTS]; /* in the order in which they came */
	char silent[AISP_ADDRESS_TEXT];            /* the last one sent away */
};

/*
 * The next guest whose n_bytes can be read at once becomes *g; the caller closes its
 * descriptor.  False if there was none until until_ns.
 */
bool aisp_door_next(struct aisp_door *d, int64_t until_ns, struct aisp_guest *g);

/* Send all guests away; the listener stays open. */
void aisp_door_shut(struct aisp_door *d);

#endif
