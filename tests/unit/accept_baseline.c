/* SPDX-License-Identifier: MIT
 *
 * The step that keeps running sums for all drafts: it is exact, too.
 */
/* Each step is tested in a file of its own, which defines the one symbol. */
/* NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "../../chapters/ch15_serving/baseline_accept.c"

#include "accept_exact.h"
