/* SPDX-License-Identifier: MIT
 *
 * linear_ce_stored.h - rows whose logits are all stored, until gradients take their
 * place.
 */
#include "linear_ce.h"

static inline void learn_rows(const struct rows *r, float *x)
{
	int64_t vocab = r->io->param[VOCAB];

	for (int64_t v = 0; v < vocab; v += WORDS)
		find_logits(r, v, x + v * r->n);
	for (int64_t v = 0; v < vocab; v += WORDS)
		take_logits(r, v, x + v * r->n);
	find_losses(r);
	for (int64_t v = 0; v < vocab; v += WORDS)
		to_gradients(r, v, x + v * r->n);
	for (int64_t v = 0; v < vocab; v += WORDS)
		take_back(r, v, x + v * r->n);
}
