/* SPDX-License-Identifier: MIT
 *
 * device_group.h - several open devices of a kind as one: rank r of a call has member
 * r, which is another device whenever they are dealt.
 *
 * What the judge asks of a group goes to the member whose memory an address is of, or
 * to all of them at once.
 */
#ifndef AISP_DEVICE_GROUP_H
#define AISP_DEVICE_GROUP_H

#include "device.h"

/*
 * Of n open members, which stay the caller's and outlive it.  0, or -1 with *err
 * filled.
 */
int aisp_device_group_open(struct aisp_open_device *g,
			   const struct aisp_open_device *members, int n,
			   struct aisp_err *err);
void aisp_device_group_close(struct aisp_open_device *g);

/*
 * Give the members to ranks in an order that the key draws, so that no variant can tie
 * its rank to a device or to the links between two.  0, or -1 with *err filled where
 * memory of the group's is still there.
 */
int aisp_device_group_deal(struct aisp_open_device *g, uint64_t key,
			   struct aisp_err *err);

/* ops->alloc() on one member of a group, or on the device. */
int aisp_device_alloc(const struct aisp_open_device *d, int member, size_t bytes,
		      bool is_shared, struct aisp_block *b, struct aisp_err *err);

/* The device of a rank: a member, or the only one. */
static inline const struct aisp_open_device *
aisp_device_of_rank(const struct aisp_open_device *d, int rank)
{
	return d->n_members ? &d->members[rank] : d;
}

/* kind->health(), which is not NULL, of a device; or the worst of a group's. */
void aisp_device_health_read(const struct aisp_open_device *d, const pid_t *ours,
			     int n_ours, struct aisp_device_health *h);

#endif
