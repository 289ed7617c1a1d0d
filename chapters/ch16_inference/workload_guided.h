/* SPDX-License-Identifier: MIT
 *
 * The next token of each row where a grammar says which may come (B. T. Willard and R.
 * Louf, arXiv:2307.09702): an automaton is in a state, and a state has a mask of a bit
 * for each token of the vocabulary.  Over the tokens that are allowed p_i is
 * proportional to exp((l_i - l_1) / temperature), l_1 the largest of their logits, and
 * the token is the first whose sum of p up to it, in the order of the vocabulary, is
 * more than u.  Sums are rounded, so that near a border two tokens are right.
 *
 * Of four states one allows a single token, as a keyword of which the beginning stands,
 * one few, one half of them, and one nearly all, as within a string.
 */
#include <aisp/bf16.h>
#include <aisp/draw.h>
#include <aisp/workload.h>
#include <string.h>

enum { ROWS, VOCAB, STATES, TEMPERATURE };
enum { LOGITS, STATE, MASK, U };
enum { TOKENS };

#define WORD 64 /* tokens of a word of a mask */

static inline int64_t words_of(const int64_t *p)
{
	return (p[VOCAB] + WORD - 1) / WORD;
}

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"logits", AISP_BF16, 2, { p[ROWS], p[VOCAB] } });
	aisp_add_in(pr, (struct aisp_spec){ "state",
					    AISP_I32,
					    1,
					    { p[ROWS] },
					    AISP_FILL_INDEX,
					    p[STATES] });
	aisp_add_in(pr, (struct aisp_spec){ "mask",
					    AISP_U8,
					    2,
					    { p[STATES], words_of(p) * WORD / 8 },
					    AISP_FILL_BYTES });
	aisp_add_in(pr, (struct aisp_spec){
				"u", AISP_F32, 1, { p[ROWS] }, AISP_FILL_UNIT });
	aisp_add_out(pr, (struct aisp_spec){ .name = "tokens",
					     .dtype = AISP_I32,
					     .rank = 1,
					     .shape = { p[ROWS] },
					     .is_choice = 1 });
	/* Of masks and logits, what the states ask for. */
	pr->bytes = 12.0 * (double)p[ROWS];
	pr->bound_by = "masks and logits that are allowed";
	pr->is_cold = 1;
	pr->workspace_bytes = (size_t)(words_of(p) * WORD) * sizeof(float);
	if (p[TEMPERATURE] < 1 || p[STATES] > INT32_MAX || p[VOCAB] > INT32_MAX)
		pr->invalid =
			"temperature is at least 1; states and vocab fit an int32";
}

static inline uint64_t word_at(const struct aisp_io *io, int64_t state, int64_t i)
{
	const uint8_t *mask = (const uint8_t *)io->in[MASK].data +
			      (state * words_of(io->param) + i) * WORD / 8;
	uint64_t word = 0;

	for (int b = 0; b < WORD / 8; b++)
		word |= (uint64_t)mask[b] << 8 * b;
	return word;
}

/* Keeps as many bits as states of this kind have. */
static uint64_t thin_out(uint64_t word, int64_t state, uint64_t bits)
{
	uint64_t a = aisp_draw(bits, 1), b = aisp_draw(bits, 2), c = aisp_draw(bits, 3),
		 d = aisp_draw(bits, 4);

	switch (state % 4) {
	case 0:
		return 0;
	case 1:
		return word & a & b & c & d;
	case 2:
		return word ^ a;
	default:
		return word | a | b | c | d;
	}
}

/* Nothing behind the vocabulary is allowed, and one token at least is. */
static void prepare_mask(const struct aisp_io *io, int64_t state, uint64_t bits)
{
	int64_t n = words_of(io->param), vocab = io->param[VOCAB];
	uint8_t *mask = (uint8_t *)io->in[MASK].data + state * n * WORD / 8;
	int64_t one = (int64_t)(aisp_draw(bits, 0) % (uint64_t)vocab);

	for (int64_t i = 0; i < n; i++) {
		uint64_t word = thin_out(word_at(io, state, i), state,
					 aisp_draw(bits, 1 + (uint64_t)i));

		for (int b = 0; b < WORD; b++) {
			int64_t token = i * WORD + b, at = token / 8;
			int is_set = token < vocab && (token == one || (word >> b & 1));

			mask[at] = (uint8_t)((mask[at] & ~(1u << b % 8)) |
					     (unsigned)is_set << b % 8);
		}
	}
}

static void prepare_part(const struct aisp_io *io, uint64_t bits, int64_t part,
			 int64_t n_parts)
{
	int64_t n = io->param[STATES];

	for (int64_t s = aisp_part_begin(n, part, n_parts);
	     s < aisp_part_begin(n, part + 1, n_parts); s++)
		prepare_mask(io, s, aisp_draw(~bits, (uint64_t)s));
}

/* A row, and the largest logit that it may take. */
struct drawn {
	const struct aisp_io *io;
	int64_t row, state;
	double largest;
};

static int is_allowed(const struct drawn *d, int64_t token)
{
	return (int)(word_at(d->io, d->state, token / WORD) >> token % WORD & 1);
}

static double logit_of(const struct drawn *d, int64_t token)
{
	return aisp_bf16_at(&d->io->in[LOGITS], d->row * d->io->param[VOCAB] + token);
}

static double weight_of(const struct drawn *d, int64_t token)
{
	double t = (double)d->io->param[TEMPERATURE] / 1000;

	return is_allowed(d, token) ? exp((logit_of(d, token) - d->largest) / t) : 0;
}

/* `got` if it is right but for rounding, else the token that is. */
static int64_t draw(const struct drawn *d, double u, int64_t got)
{
	double total = 0, sum = 0, slack;
	int64_t token = -1, vocab = d->io->param[VOCAB];

	for (int64_t i = 0; i < vocab; i++)
		total += weight_of(d, i);
	slack = total * (32 + aisp_error_sum(vocab)) * 0x1p-24;
	for (int64_t i = 0; i < vocab; i++) {
		double w = weight_of(d, i), next = sum + w;

		if (w > 0 && token < 0 && next > u * total)
			token = i;
		if (w > 0 && i == got && sum - slack <= u * total &&
		    u * total < next + slack)
			return i;
		sum = next;
	}
	return token;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const int32_t *got = (const int32_t *)io->out[o].data + first;

	for (int64_t i = 0; i < n; i++) {
		int64_t row = first + i;
		struct drawn d = { io, row, ((const int32_t *)io->in[STATE].data)[row],
				   -INFINITY };

		for (int64_t t = 0; t < io->param[VOCAB]; t++)
			if (is_allowed(&d, t))
				d.largest = fmax(d.largest, logit_of(&d, t));
		ref[i] = (double)draw(&d, (double)aisp_in_f32(io, U)[row], got[i]);
		mag[i] = 0;
	}
}

static const struct aisp_workload workload __attribute__((unused)) = {
	.abi = AISP_ABI,
	.title = "a token drawn from those that a grammar allows",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 37, 16, 64, "sequences of a batch", 256 },
		    [VOCAB] = { "vocab", 997, 32000, 128256, "tokens that there are",
				128256 },
		    [STATES] = { "states", 11, 64, 256, "of the automaton", 256 },
		    [TEMPERATURE] = { "temperature", 800, 800, 800,
				      "thousandths; above 1000 evens out", 800 } },
	.problem = problem,
	.prepare_part = prepare_part,
	.reference = reference,
};
