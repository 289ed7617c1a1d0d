/* SPDX-License-Identifier: MIT
 *
 * asks.h - the workspace that a variant asks for: in a contract of its own, and in
 * buffers that the arms of a group share.
 */
#ifndef AISP_ASKS_H
#define AISP_ASKS_H

#include "decide/group.h"
#include "device/buffers.h"
#include "measure.h"

/* From now on c is that of a variant, whose source is dir/file.  Returns what
 * aisp_contract_evaluate() returns. */
int aisp_contract_serve_in(struct aisp_contract *c, const char *dir, const char *file,
			   struct aisp_err *err);

/* Read what each arm's source asks for; an unreadable arm has failed. */
void aisp_group_ask(struct aisp_group *g);

/*
 * Prepare a contract, g's own, or also the buffers, for the arm's next launch, by what
 * its source said when the group was asked: editing it later changes nothing.  They
 * return 0, or -1 with *err filled.
 */
int aisp_contract_name(struct aisp_contract *c, const struct aisp_arm *a,
		       struct aisp_err *err);
int aisp_group_name(struct aisp_group *g, const struct aisp_arm *a,
		    struct aisp_err *err);
int aisp_group_serve(struct aisp_group *g, const struct aisp_arm *a,
		     struct aisp_buffers *b, struct aisp_err *err);

/* The group's problem with room for every arm; and buffers for it, on devices that are
 * dealt anew, or NULL with *err filled. */
struct aisp_problem aisp_group_room(const struct aisp_group *g);
/* Do n_slots of its calls fit into memory?  0, or -1 with *err filled. */
int aisp_group_fits(const struct aisp_group *g, const struct aisp_harness *harness,
		    int n_slots, struct aisp_err *err);
/* Plan fewer calls a sample, down to one, if those planned do not fit. */
void aisp_group_spare(struct aisp_group *g, const struct aisp_harness *harness);
struct aisp_buffers *aisp_group_buffers(const struct aisp_group *g,
					const struct aisp_sampling *sampling,
					struct aisp_harness *harness,
					struct aisp_err *err);
/* Make *b again for the next block: all arms of a block have the same devices.  Returns
 * 0, or -1 with *err filled and *b NULL. */
int aisp_group_deal(struct aisp_buffers **b, const struct aisp_group *g,
		    struct aisp_harness *harness, struct aisp_err *err);

#endif
