/* SPDX-License-Identifier: MIT
 *
 * An order of rows by a key, rows of the same key in any order: the reference says of
 * each place which rows are valid there, the invariant that each row is there once.
 * Controls of such a contract, which docs/choices.md recommends.
 */
#include <aisp/workload.h>
#include <string.h>

#include "judge/choices.h"
#include "judge/contract_trial.h"
#include "judge/workload_controls.h"
#include "tap.h"

#define ROWS 200
#define KEYS 5

static bool
	has_seen_zeros; /* in place of an answer, of which the reference knows none */

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	aisp_add_in(pr, (struct aisp_spec){
				"key", AISP_U16, 1, { p[0] }, AISP_FILL_INDEX, KEYS });
	aisp_add_out(pr, (struct aisp_spec){
				 "order", AISP_U8, 1, { p[0] }, .is_choice = 1 });
}

/* The row of that place if the rows of a key keep their order. */
static int64_t stable(const uint16_t *key, int64_t place)
{
	for (int k = 0; k < KEYS; k++)
		for (int64_t row = 0; row < ROWS; row++)
			if (key[row] == k && !place--)
				return row;
	return 0;
}

static bool is_zero(const uint8_t *order)
{
	int i = 0;

	while (i < ROWS && !order[i])
		i++;
	return i == ROWS;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	const uint16_t *key = io->in[0].data;
	const uint8_t *order = io->out[0].data;

	(void)o;
	has_seen_zeros |= is_zero(order);
	for (int64_t i = 0; i < n; i++) {
		int64_t row = stable(key, first + i);
		int64_t got = order[first + i];

		if (got < ROWS && key[got] == key[row])
			row = got;
		ref[i] = (double)row;
		mag[i] = 0;
	}
}

static const char *invariant(const struct aisp_io *io)
{
	const uint8_t *order = io->out[0].data;
	bool is_there[ROWS] = { false };

	for (int i = 0; i < ROWS; i++) {
		if (order[i] >= ROWS || is_there[order[i]])
			return "a row is there twice";
		is_there[order[i]] = true;
	}
	return NULL;
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "order by a key",
	.n_params = 1,
	.params = { { "rows", ROWS, ROWS, ROWS, "rows" } },
	.problem = problem,
	.reference = reference,
	.invariant = invariant,
};

/* All controls with such inputs; the number of those that are not as expected. */
static int n_unexpected(enum aisp_dist dist)
{
	struct aisp_contract c = { .workload = &workload, .param = { ROWS } };
	enum aisp_control_result is[AISP_N_CONTROLS];
	char why[AISP_N_CONTROLS][256];
	uint32_t caught = 0;
	struct aisp_err err = { 0 };
	int n = aisp_contract_evaluate(&c, &err) ? 1 : 0;

	for (int k = 0; k < AISP_N_CONTROLS && !n; k++)
		n += aisp_control_run(&c, dist, 1, (enum aisp_control)k, &is[k], why[k],
				      &caught, &err) != 0;
	for (int k = 0; k < AISP_N_CONTROLS && !err.msg[0]; k++) {
		aisp_control_settle(&c.problem, caught, &is[k], why[k]);
		if (is[k] == AISP_CONTROL_OK || is[k] == AISP_CONTROL_NA)
			continue;
		printf("# control %d: %s\n", k, why[k]);
		n++;
	}
	return n;
}

/* Zeros would be valid where row 0 is. */
static bool shows_zeros(void)
{
	struct aisp_contract c = { .workload = &workload, .param = { ROWS } };
	enum aisp_control_result is;
	uint32_t caught = 0;
	struct aisp_err err;
	char why[256];

	has_seen_zeros = false;
	return aisp_contract_evaluate(&c, &err) ||
	       aisp_control_run(&c, AISP_DIST_NORMAL, 1, AISP_CONTROL_ROUNDED, &is, why,
				&caught, &err) ||
	       has_seen_zeros;
}

int main(void)
{
	ok(!shows_zeros(), "who asks for a right answer shows random bytes");
	ok(n_unexpected(AISP_DIST_NORMAL) == 0 &&
		   n_unexpected(AISP_DIST_UNIFORM) == 0 &&
		   n_unexpected(AISP_DIST_ADVERSARIAL) == 0,
	   "an order whose elements and rows are checked apart is as expected");
	return done();
}
