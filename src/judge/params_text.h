/* SPDX-License-Identifier: MIT
 *
 * params_text.h - a contract's parameters, as a message names them.
 */
#ifndef AISP_PARAMS_TEXT_H
#define AISP_PARAMS_TEXT_H

#include <stddef.h>

struct aisp_contract;

/* "rows=3 cols=17", as many as begin in the first half of text.  Returns its length. */
size_t aisp_params_text(char *text, size_t size, const struct aisp_contract *c);

#endif
