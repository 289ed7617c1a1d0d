/* SPDX-License-Identifier: MIT
 *
 * door.h - peers that connect, among strangers: who has said its first words comes in,
 * and nobody waits for one who says nothing.  Of more than it holds the others wait
 * outside.
 */
#ifndef AISP_DOOR_H
#define AISP_DOOR_H

#include "meet.h"

#define AISP_MAX_GUESTS 32

/* Who has connected. */
struct aisp_guest {
	int fd;
	int64_t until_ns; /* then it is sent away */
	char nonce[33];   /* of greet()'s */
	char name[AISP_ADDRESS_TEXT];
};

struct aisp_door {
	int listener;
	size_t n_bytes; /* that each guest says */
	/* Optional: what it is told first.  0, or -1: it is sent away. */
	int (*greet)(struct aisp_guest *g);
	int n;
	struct aisp_guest guests[AISP_MAX_GUESTS]; /* who came first, first */
	char silent[AISP_ADDRESS_TEXT];            /* the last that was sent away */
};

/*
 * The next whose n_bytes can be read at once: *g, its descriptor the caller's.  False:
 * there was none until then.
 */
bool aisp_door_next(struct aisp_door *d, int64_t until_ns, struct aisp_guest *g);

/* Whoever is there still is sent away; the listener stays. */
void aisp_door_shut(struct aisp_door *d);

#endif
