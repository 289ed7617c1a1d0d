/* SPDX-License-Identifier: MIT
 *
 * See naive.h.
 */
#include "workload_poly.h"

#include "../../exploits/fixtures/powers.h"
