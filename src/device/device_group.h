/* SPDX-License-Identifier: MIT
 *
 * device_group.h - several open devices of a kind as one: rank r of a call has member
 * r, which is a different device after each deal.
 *
 * A request to a group goes to the member that owns the address, or to all members at
 * once.
 */
#ifndef AISP_DEVICE_GROUP_H
#define AISP_DEVICE_GROUP_H

#include "device.h"

/*
 * Open a group of n open members, which remain the caller's and must outlive it.
 * Returns 0, or -1 with *err filled.
 */
int aisp_device_group_open(struct aisp_open_device *g,
			   const struct aisp_open_device *members, int n,
			   struct aisp_err *err);
void aisp_device_group_close(struct aisp_open_device *g);

/*
 * Give the members to ranks in an order that the key draws, so that no variant can tie
 * its rank to a device or to a link.  Returns 0, or -1 with *err filled if blocks of
 * the group are still allocated.
 */
int aisp_device_group_deal(struct aisp_open_device *g, uint64_t key,
			   struct aisp_err *err);

/* Calls ops->alloc() of one member of a group, or of the single device. */
int aisp_device_alloc(const struct aisp_open_device *d, int member, size_t bytes,
		      bool is_shared, struct aisp_block *b, struct aisp_err *err);

/* The device of a rank: a member, or the only one. */
static inline const struct aisp_open_device *
aisp_device_of_rank(const struct aisp_open_device *d, int rank)
{
	return d->n_members ? &d->members[rank] : d;
}

/* kind->health() of a device, which is not NULL, or the worst of a group's members. */
void aisp_device_health_read(const struct aisp_open_device *d, const pid_t *ours,
			     int n_ours, struct aisp_device_health *h);

#endif
