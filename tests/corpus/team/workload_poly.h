/* SPDX-License-Identifier: MIT
 *
 * Two threads are allowed.
 */
#define POLY_THREADS 2
#include "../../exploits/fixtures/poly.h"
