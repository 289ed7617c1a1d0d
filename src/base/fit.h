/* SPDX-License-Identifier: MIT
 *
 * fit.h - can a variant that was loaded be called?
 */
#ifndef AISP_BASE_FIT_H
#define AISP_BASE_FIT_H

#include <stdbool.h>
#include <stddef.h>

#include <aisp/variant.h>

/* If false, *why has the remedy.  Of another ABI's variant, nothing else is read. */
bool aisp_variant_fits(const struct aisp_variant *v, char *why, size_t size);

/* What to do about a variant or a workload of that other ABI; 0: it names none. */
const char *aisp_abi_remedy(unsigned abi);

/* What to add to "undefined symbol: aisp_variant"; object NULL: nothing was loaded. */
const char *aisp_symbol_remedy(const void *object);

#endif
