/* SPDX-License-Identifier: MIT
 *
 * meet.h - judges of several nodes, which take each step of a launch together.
 *
 * Each node runs its own aisp with the same command.  Node 0 listens; the others
 * connect to it, and each proves that it knows the token, which is never sent.  From
 * then on they meet at points: each sends some bytes, and all get the bytes of all, so
 * that all decide alike.  A message has its point and number: a node that is elsewhere
 * or gone is named, and none waits for ever.
 *
 * A node whose part of a launch failed sends a failure in place of its next message;
 * the others then end that launch, too, with the same cause.
 */
#ifndef AISP_MEET_H
#define AISP_MEET_H

#include <stddef.h>
#include <stdint.h>

#include "base/rng.h"

#define AISP_MAX_NODES    8
#define AISP_ADDRESS_TEXT 16 /* bytes of an IPv4 address in words */

enum aisp_point {
	AISP_AT_FAILURE, /* in place of any other message */
	AISP_AT_SUITE,   /* is there time for another comparison? */
	AISP_AT_GROUP,   /* which variants can all nodes launch? */
	AISP_AT_LAUNCH,  /* node 0 says which, and how */
	AISP_AT_LINKS,   /* where ranks of other nodes connect */
	AISP_AT_BEGUN,   /* workers are set up */
	AISP_AT_CLOCKS,  /* then come the pings */
	AISP_AT_BELL,    /* when it rings */
	AISP_AT_ANSWER,  /* when the last rank answered */
	AISP_AT_OUTPUTS, /* then they are sent to node 0 */
	AISP_AT_SAMPLE,  /* is it taken again? */
	AISP_AT_FACTS,   /* what was seen of the launch */
	AISP_AT_END,     /* of the run */
	AISP_N_POINTS
};

const char *aisp_meeting_name(enum aisp_point point);

/* Why a node's part of a launch ended. */
struct aisp_failure {
	int32_t node;
	int32_t status; /* enum aisp_launch_status; 0: the harness, which ends it all */
	char cause[480];
};

struct aisp_meet {
	int node, n_nodes;
	int fd[AISP_MAX_NODES]; /* node 0: one for each other node; elsewhere: [0] */
	char name[AISP_MAX_NODES][AISP_ADDRESS_TEXT]; /* of the other ends */
	char token[65];                               /* its hash */
	uint32_t here;   /* the address by which this node is reached, as IPv4 has it */
	uint64_t number; /* of the next meeting */
	int64_t limit_ns;            /* of one */
	struct aisp_failure failure; /* what the last meeting told, */
	bool has_failed;             /* if it was a failure; until aisp_meet_again() */
	char refused[200];           /* the last stranger and why; "": none came */
};

/* How the nodes find each other. */
struct aisp_rendezvous {
	const char *endpoint;   /* HOST:PORT where node 0 listens */
	const char *token_file; /* a node that can read it is one of us */
	int node, n_nodes;
	char words[65], program[65]; /* hashes that must be the same on all nodes */
	int64_t limit_ns;            /* until all are there */
};

/* Connect the nodes; *seed becomes node 0's. 0, or -1 with *err filled, all closed. */
int aisp_meet_open(struct aisp_meet *m, const struct aisp_rendezvous *r,
		   struct aisp_seed *seed, struct aisp_err *err);
void aisp_meet_close(struct aisp_meet *m);

/*
 * Exchange n_bytes of each node with all nodes, in the order of nodes.  Returns 0; 1 if
 * a node's launch failed, as m->failure tells; -1 with *err filled if they cannot meet.
 */
int aisp_meet_all(struct aisp_meet *m, enum aisp_point point, const void *mine,
		  size_t n_bytes, void *all, struct aisp_err *err);

/* This node's part has failed.  Returns what aisp_meet_all() returns, but never 0. */
int aisp_meet_fail(struct aisp_meet *m, int status, const char *cause,
		   struct aisp_err *err);

/* After a failure: go on to the next launch. */
void aisp_meet_again(struct aisp_meet *m);

/* Has another node failed or gone before we reach the next point? */
bool aisp_meet_is_off(const struct aisp_meet *m);

/* Send or receive plain bytes between node 0 and another, where both expect them.  They
 * return 0, or -1 with *err filled. */
int aisp_meet_send(struct aisp_meet *m, int node, const void *data, size_t n_bytes,
		   struct aisp_err *err);
int aisp_meet_receive(struct aisp_meet *m, int node, void *data, size_t n_bytes,
		      struct aisp_err *err);

/* The hash that proves that its sender knows the token; it includes nonce and role, of
 * which neither side chooses both. */
void aisp_meet_proof(const char token[65], const char *nonce, const char *role,
		     char proof[65]);

#endif
