/* SPDX-License-Identifier: MIT */
#include <sys/statvfs.h>

#include "disk_space.h"

/* Sizes in runs of this version, each a little more than the largest seen. */
#define LAUNCH_BYTES INT64_C(5200)  /* with its evidence */
#define RESULT_BYTES INT64_C(36000) /* with its ledger */
#define REST_BYTES   INT64_C(40000) /* manifest, table, journal's ends */
#define N_LAUNCHES   11             /* a pilot, and pairs up to the first look */

int64_t aisp_disk_space_needed(int n_results, int n_groups,
			       const struct aisp_limits *limits)
{
	int64_t n_arms = n_results + n_groups; /* one baseline per group */
	int64_t n_launches = limits->n_pairs ? limits->n_pairs + 1 : N_LAUNCHES;

	return n_arms * n_launches * LAUNCH_BYTES + n_results * RESULT_BYTES +
	       REST_BYTES;
}

int aisp_disk_space_check(int dir_fd, const char *artifacts, int64_t needed_bytes,
			  struct aisp_err *err)
{
	struct statvfs disk;
	int64_t free_bytes;

	if (fstatvfs(dir_fd, &disk))
		return 0; /* writing there will fail with a better message */
	free_bytes = (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
	if (free_bytes >= needed_bytes)
		return 0;
	return aisp_err_set(
		err,
		"%s: %.3g MiB free, and this run needs about %.3g MiB; free "
		"some space, or choose another place with --artifacts-dir",
		artifacts, (double)free_bytes / (1 << 20),
		(double)needed_bytes / (1 << 20));
}
