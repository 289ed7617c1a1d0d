/* SPDX-License-Identifier: MIT
 *
 * See poly.h.
 */
#include "../../exploits/fixtures/poly.h"
