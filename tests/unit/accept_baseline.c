/* SPDX-License-Identifier: MIT
 *
 * Running sums for all drafts: exact, too.
 */
/* A step is a file of its own, with one symbol. */
/* NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "../../chapters/ch15_serving/baseline_accept.c"

#include "accept_exact.h"
