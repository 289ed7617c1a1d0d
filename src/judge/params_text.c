/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "contract.h"
#include "params_text.h"

size_t aisp_params_text(char *text, size_t size, const struct aisp_contract *c)
{
	size_t n = 0;

	text[0] = '\0';
	for (int i = 0; i < c->workload->n_params && n < size / 2; i++)
		n += (size_t)snprintf(text + n, size - n, "%s%.40s=%" PRId64,
				      i ? " " : "", c->workload->params[i].name,
				      c->param[i]);
	return strlen(text);
}
