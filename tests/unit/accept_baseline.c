/* SPDX-License-Identifier: MIT
 *
 * Running sums for all drafts: exact, too.
 */
#include "../../chapters/ch15_serving/baseline_accept.c"

#include "accept_exact.h"
