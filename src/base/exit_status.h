/* SPDX-License-Identifier: MIT
 *
 * exit_status.h - the meaning of every command's exit status.
 */
#ifndef AISP_EXIT_STATUS_H
#define AISP_EXIT_STATUS_H

enum aisp_exit {
	AISP_EXIT_OK = 0,
	AISP_EXIT_REGRESSION = 1,
	AISP_EXIT_USAGE = 2,
	AISP_EXIT_INVALID = 3,
	AISP_EXIT_HARNESS = 4,
	AISP_EXIT_INCONCLUSIVE = 5,
	AISP_EXIT_SKIPPED = 77,
};

#endif
