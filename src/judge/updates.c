/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "updates.h"

#define N_MIN           64
#define RISE            0.8
#define RISE_STRUCTURED 0.5
#define RISE_OF_ERRORS  0.2
#define ROWS_MIN        16
#define LEFT_MIN        8    /* rows */
#define SIGMAS          5    /* standard errors */
#define SPREAD_MIN      0.01 /* of the mean square */

/* Of a line's sums, in the order of note(). */
enum { N, X, Y, XX, XY };

static void note(struct aisp_line *l, double x, double y)
{
	const double sums[AISP_LINE_SUMS] = { 1, x, y, x * x, x * y };

	for (int i = 0; i < AISP_LINE_SUMS; i++)
		l->row[i] += sums[i];
}

static void end_row(struct aisp_line *l)
{
	for (int i = 0; i < AISP_LINE_SUMS; i++) {
		l->all[i] += l->row[i];
		for (int k = 0; k < AISP_LINE_SUMS; k++)
			l->products[i][k] += l->row[i] * l->row[k];
	}
	memset(l->row, 0, sizeof(l->row));
}

static void add(struct aisp_line *l, const struct aisp_line *more)
{
	for (int i = 0; i < AISP_LINE_SUMS; i++) {
		l->all[i] += more->all[i];
		for (int k = 0; k < AISP_LINE_SUMS; k++)
			l->products[i][k] += more->products[i][k];
	}
}

static void end_updates(struct aisp_updates *u)
{
	end_row(&u->due);
	end_row(&u->rounded);
	end_row(&u->errors);
}

void aisp_updates_note(struct aisp_updates *u, int64_t row, double due, double rounded,
		       double done, bool is_clear)
{
	if (row != u->row)
		end_updates(u);
	u->row = row;
	note(&u->due, due, done);
	note(&u->rounded, rounded, done);
	if (is_clear)
		note(&u->errors, due * due, (done - due) * (done - due));
}

void aisp_updates_add(struct aisp_updates *u, const struct aisp_updates *more)
{
	struct aisp_updates m = *more;

	end_updates(&m);
	add(&u->due, &m.due);
	add(&u->rounded, &m.rounded);
	add(&u->errors, &m.errors);
}

int64_t aisp_updates_n(const struct aisp_updates *u)
{
	return (int64_t)(u->due.all[N] + u->due.row[N]);
}

/* The sum over rows of the square of what `by` makes of a row's sums. */
static double squares(const struct aisp_line *l, const double by[AISP_LINE_SUMS])
{
	double sum = 0;

	for (int i = 0; i < AISP_LINE_SUMS; i++)
		for (int k = 0; k < AISP_LINE_SUMS; k++)
			sum += by[i] * by[k] * l->products[i][k];
	return fmax(0, sum);
}

/* A line's rise, by least squares, and how far chance may move it. */
struct rise {
	double rise, chance; /* infinite: any rise is possible */
};

/* If all x are alike, and they may be, the line goes through the origin. */
static struct rise rise_of(const struct aisp_line *l, bool may_be_alike)
{
	const struct rise any = { 0, INFINITY };
	double n = l->all[N], x = l->all[X] / n, y = l->all[Y] / n;
	bool is_spread = l->all[XX] - n * x * x > SPREAD_MIN * l->all[XX];
	double x2, rise, n_rows, error;

	if (n < N_MIN || (!is_spread && !may_be_alike))
		return any;
	if (!is_spread)
		x = y = 0;
	x2 = l->all[XX] - n * x * x;
	rise = (l->all[XY] - n * x * y) / x2;
	n_rows = x2 * x2 /
		 squares(l, (double[AISP_LINE_SUMS]){ x * x, -2 * x, 0, 1, 0 });
	if (!(n_rows >= ROWS_MIN))
		return any;
	error = sqrt(
		squares(l, (double[AISP_LINE_SUMS]){ x * y - rise * x * x,
						     2 * rise * x - y, -x, -rise, 1 }));
	return (struct rise){ rise, SIGMAS / x2 * error };
}

static bool rises_by_less(const struct aisp_line *l, double least, bool may_be_alike)
{
	struct rise r = rise_of(l, may_be_alike);

	return r.rise + r.chance < least;
}

static bool rises_by_more(const struct aisp_line *l, double most)
{
	struct rise r = rise_of(l, false);

	return r.rise - r.chance > most;
}

bool aisp_updates_are_unrelated(const struct aisp_updates *u, bool is_structured)
{
	double least = is_structured ? RISE_STRUCTURED : RISE;
	struct aisp_updates all = *u;

	end_updates(&all);
	return (!is_structured && rises_by_more(&all.errors, RISE_OF_ERRORS)) ||
	       (rises_by_less(&all.due, least, !is_structured) &&
		rises_by_less(&all.rounded, least, !is_structured));
}

static void end_lefts(struct aisp_lefts *l)
{
	l->n_rows += l->n_of_row > 0;
	l->n_rows_left += 4 * l->n_left_of_row > l->n_of_row;
	l->n_of_row = l->n_left_of_row = 0;
}

void aisp_lefts_note(struct aisp_lefts *l, int64_t row, bool is_left)
{
	if (row != l->row)
		end_lefts(l);
	l->row = row;
	l->n++;
	l->n_of_row++;
	l->n_left += is_left;
	l->n_left_of_row += is_left;
}

void aisp_lefts_add(struct aisp_lefts *l, const struct aisp_lefts *more)
{
	struct aisp_lefts m = *more;

	end_lefts(&m);
	l->n += m.n;
	l->n_left += m.n_left;
	l->n_rows += m.n_rows;
	l->n_rows_left += m.n_rows_left;
}

/* An error that a row shares hides an update more often than those of elements. */
bool aisp_lefts_are_many(const struct aisp_lefts *l, bool is_structured)
{
	struct aisp_lefts all = *l;
	bool is_shared;

	end_lefts(&all);
	is_shared = all.n > all.n_rows;
	return all.n_rows_left >= LEFT_MIN && !(is_shared && is_structured) &&
	       (is_shared ? 2 : 4) * all.n_rows_left > all.n_rows;
}
