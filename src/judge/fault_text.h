/* SPDX-License-Identifier: MIT
 *
 * fault_text.h - describe a wrong output at other sizes or data than the announced.
 */
#ifndef AISP_FAULT_TEXT_H
#define AISP_FAULT_TEXT_H

#include "contract.h"
#include "device/fill.h"

/* "rows=3 cols=17, adversarial inputs: y[4] is 2 instead of 1"; only if text is "". */
void aisp_fault_keep(char *text, size_t size, const struct aisp_contract *c, int dist,
		     const char *wrong);

#endif
