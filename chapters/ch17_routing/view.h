/* SPDX-License-Identifier: MIT
 *
 * view.h - what all policies of batching see of a server, and the commands that they
 * share.
 */
#define NOBODY (-1)
#define ALL    INT32_MAX /* tokens of prompts: as many as there are */

struct view {
	const int64_t *param, *clock;
	const int32_t (*request)[N_COLS];
	const int32_t *seat;
	int64_t *own;
};

struct command {
	int32_t command, of;
};

static inline struct view view_of(const struct aisp_io *io)
{
	return (struct view){ io->param, (const int64_t *)io->in[CLOCK].data,
			      (const int32_t(*)[N_COLS])io->in[REQUEST].data,
			      (const int32_t *)io->in[SEAT].data,
			      (int64_t *)io->workspace };
}

static inline bool has_seat(const struct view *v)
{
	return v->clock[N_SEATED] < v->param[SEATS];
}

/* Returns the request that waits longest, or NOBODY. */
static inline int32_t first_waiting(const struct view *v)
{
	for (int32_t i = 0; i < v->clock[N_COME]; i++)
		if (v->request[i][STATE] == WAITS)
			return i;
	return NOBODY;
}

/* Seats the request that waits longest; without a free seat or a request, a step. */
static inline struct command admit_or_step(const struct view *v, int32_t tokens)
{
	int32_t i = has_seat(v) ? first_waiting(v) : NOBODY;

	return i == NOBODY ? (struct command){ STEP_ON, tokens }
			   : (struct command){ ADMIT, i };
}

/* The least time of the server for the rest of a prompt. */
static inline double fill_us(const int32_t *r)
{
	double n = r[PROMPT] - r[FILLED];

	return 1e-6 * ((double)COST_TOKEN_PS * n +
		       (double)COST_PAIR_PS * (n * r[FILLED] + n * (n + 1) / 2));
}

/* Sequences that make a token in the next step. */
static inline int32_t n_decoding(const struct view *v)
{
	int32_t n = 0;

	for (int64_t i = 0; i < v->clock[N_SEATED]; i++)
		n += v->request[v->seat[i]][MADE] > 0;
	return n;
}

/* Like admit_or_step(); prompts get the step's tokens that sequences leave. */
static inline struct command admit_or_piece(const struct view *v, int64_t step_tokens)
{
	int64_t left = step_tokens - n_decoding(v);

	return admit_or_step(v, left > 0 ? (int32_t)left : 0);
}
