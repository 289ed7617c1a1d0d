/* SPDX-License-Identifier: MIT
 *
 * draft_put.h - the draft of a position once its match is known.
 */

/* A call. */
struct drafts {
	const int32_t *text;
	int32_t *matched, *drafted;
	int64_t tokens, ngram, draft;
};

static inline struct drafts drafts_of(const struct aisp_io *io)
{
	return (struct drafts){ io->in[TEXT].data,     io->out[MATCHED].data,
				io->out[DRAFTED].data, io->param[TOKENS],
				io->param[NGRAM],      io->param[DRAFT] };
}

/* Writes the draft at i, whose last n tokens first occurred with their end at e. */
static inline void put_draft(const struct drafts *d, int64_t i, int64_t n, int64_t e)
{
	int32_t *to = d->drafted + i * d->draft;
	int64_t known = n < LEAST ? 0 : i - e;

	d->matched[i] = n < LEAST ? 0 : (int32_t)n;
	for (int64_t k = 0; k < d->draft; k++)
		to[k] = k < known ? d->text[e + 1 + k] : NONE;
}
