/* SPDX-License-Identifier: MIT
 *
 * busiest.h - who used the CPUs between two marks.
 */
#ifndef AISP_BUSIEST_H
#define AISP_BUSIEST_H

#include "hostload.h"

/* Notes in *m all processes but ours.  Names only help the reader: processes that
 * cannot be read are left out. */
void aisp_host_read_processes(struct aisp_host_mark *m);

/*
 * Fills load->busiest and load->busiest_cpus: the name that had at least half of what
 * others used, processes of one name together; or, in words, that those had it which no
 * longer show their time, or several.  Both stay as they are if others used nothing.
 */
void aisp_host_busiest(const struct aisp_host_mark *from,
		       const struct aisp_host_mark *to, double others_ticks,
		       struct aisp_host_load *load);

#endif
