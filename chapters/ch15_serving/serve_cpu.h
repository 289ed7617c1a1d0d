/* SPDX-License-Identifier: MIT
 *
 * serve_cpu.h - a step of a server with LANES seats.  A request gets a free seat, in
 * order of arrival, and keeps it until it has its tokens; with IN_BATCHES no seat is
 * free before all are.  The including file defines layer(), the product of a layer's
 * weights with all states.
 *
 * States lie by number, those of all seats side by side.
 */
#include <errno.h>
#include <stdbool.h>

/* The server's state, made by setup(). */
struct server {
	float *weights, *state, *sum; /* LAYERS x width x width; width x LANES, twice */
	int64_t n_seated;             /* requests that have had a seat */
	int32_t of[LANES];            /* the request of each seat, or AISP_NOBODY */
	int32_t fed[LANES], made[LANES], token[LANES];
};

static void layer(float *sum, const float *weights, const float *state, int64_t width);

static int setup(const struct aisp_io *io, void **state)
{
	int64_t width = io->param[WIDTH], n = LAYERS * width * width;
	struct server *s = calloc(1, sizeof(*s));
	size_t bytes = (size_t)(n + 2 * width * LANES) * sizeof(float);

	*state = s;
	if (!s)
		return -ENOMEM;
	s->state = aligned_alloc(64, (bytes + 63) / 64 * 64);
	if (!s->state)
		return -ENOMEM;
	s->sum = s->state + width * LANES;
	s->weights = s->sum + width * LANES;
	memset(s->state, 0, (size_t)(width * LANES) * sizeof(float));
	for (int64_t i = 0; i < n; i++)
		s->weights[i] = (float)serve_weight((uint64_t)i);
	return 0;
}

static void teardown(void *state)
{
	struct server *s = state;

	if (s)
		free(s->state);
	free(s);
}

static const int32_t *asked(const struct aisp_io *io, int64_t i)
{
	return in_i32(io, SHOWN) + i * N_COLS;
}

/* Seats request i, with a state of zero. */
static void take_seat(struct server *s, int k, int32_t i, int64_t width)
{
	s->of[k] = i;
	s->fed[k] = s->made[k] = 0;
	for (int64_t j = 0; j < width; j++)
		s->state[j * LANES + k] = 0;
}

static bool is_idle(const struct server *s)
{
	for (int k = 0; k < LANES; k++)
		if (s->of[k] != AISP_NOBODY)
			return false;
	return true;
}

static void admit(struct server *s, const struct aisp_io *io)
{
	if (IN_BATCHES && !is_idle(s))
		return;
	for (int k = 0; k < LANES; k++) {
		if (s->of[k] != AISP_NOBODY)
			continue;
		if (s->n_seated == io->param[REQUESTS] ||
		    !asked(io, s->n_seated)[HAS_COME])
			return;
		take_seat(s, k, (int32_t)s->n_seated++, io->param[WIDTH]);
	}
}

/* Feeds each seat the next token of its prompt, or the token that it made last. */
static void feed(struct server *s, const struct aisp_io *io)
{
	for (int k = 0; k < LANES; k++) {
		if (s->of[k] == AISP_NOBODY)
			continue;
		if (s->fed[k] < PROMPT_TOKENS)
			s->token[k] = asked(io, s->of[k])[ASKS + s->fed[k]];
		s->fed[k]++;
		for (int d = 0; d < DIGITS; d++)
			s->state[d * LANES + k] = (float)digit_of(s->token[k], d);
	}
}

static void pass_layers(struct server *s, int64_t width)
{
	for (int64_t l = 0; l < LAYERS; l++) {
		layer(s->sum, s->weights + l * width * width, s->state, width);
		for (int64_t j = 0; j < width * LANES; j++)
			s->state[j] = (float)fold((int32_t)s->sum[j]);
	}
}

static int32_t token_made(const struct server *s, int k)
{
	int32_t token = 0;

	for (int d = 0; d < DIGITS; d++)
		token |= as_digit((int32_t)s->state[d * LANES + k], d);
	return token;
}

/* Tokens of requests whose prompts are done; one that has all gives up its seat. */
static void put_tokens(struct server *s, const struct aisp_io *io, int64_t step)
{
	int32_t *who = (int32_t *)io->out[WHO].data + step * SEATS;
	int32_t *token = (int32_t *)io->out[TOKEN].data + step * SEATS;

	for (int k = 0; k < SEATS; k++)
		who[k] = token[k] = AISP_NOBODY;
	for (int k = 0; k < LANES; k++) {
		if (s->of[k] == AISP_NOBODY || s->fed[k] < PROMPT_TOKENS)
			continue;
		who[k] = s->of[k];
		s->token[k] = token_made(s, k);
		token[k] = s->token[k];
		if (++s->made[k] == asked(io, s->of[k])[WANTS])
			s->of[k] = AISP_NOBODY;
	}
}

static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[STEP].data;
	struct server *s = state;

	if (!step)
		s->n_seated = 0;
	for (int k = 0; k < LANES && !step; k++)
		s->of[k] = AISP_NOBODY;
	admit(s, io);
	feed(s, io);
	if (!is_idle(s))
		pass_layers(s, io->param[WIDTH]);
	put_tokens(s, io, step);
	return 0;
}
