/* SPDX-License-Identifier: MIT
 *
 * propose.c - the table of strategies.
 */
#include <string.h>

#include "propose.h"

const struct aisp_proposer *const aisp_proposers[] = {
	&aisp_propose_exhaustive, &aisp_propose_random, &aisp_propose_climb,
	&aisp_propose_halving,    &aisp_propose_model,  NULL
};

const struct aisp_proposer *aisp_proposer_find(const char *name)
{
	for (int i = 0; aisp_proposers[i]; i++)
		if (!strcmp(aisp_proposers[i]->name, name))
			return aisp_proposers[i];
	return NULL;
}
