/* SPDX-License-Identifier: MIT
 *
 * setup() asks for the time in jiffies, for its stack for signals, and whether a page
 * of its own is there: as libraries do when they start.
 */
#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/times.h>

#include "workload_poly.h"

#define SUMMARY "asks of itself"

static int setup(const struct aisp_io *io, void **state)
{
	static unsigned char page[4096] __attribute__((aligned(4096)));
	unsigned char is_there;
	stack_t stack;

	(void)io, (void)state;
	if (times(NULL) == (clock_t)-1 || sigaltstack(NULL, &stack) ||
	    sigaltstack(&stack, NULL) || mincore(page, sizeof(page), &is_there))
		return -errno;
	return 0;
}

#include "../../exploits/fixtures/with_setup.h"
