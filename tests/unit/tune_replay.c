/* SPDX-License-Identifier: MIT
 *
 * Strategies on a made-up record, so that the right results are known.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tap.h"
#include "tune/replay.h"

static struct aisp_err err;
static struct aisp_space space;
static struct aisp_tune_history record;
static struct aisp_tune_known known;

static bool add(const struct aisp_tune_record *r)
{
	return !aisp_tune_history_add(&record, aisp_tune_record_json(r, &space), &err);
}

/* Enters a candidate with that point, and its screening. */
static bool enter(int point, double ratio, enum aisp_tune_fate fate, double seconds)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_PROPOSED);

	r.candidate = record.n_candidates;
	r.point = point;
	r.pairs = 5;
	if (!add(&r))
		return false;
	r.event = AISP_TUNE_SCREENED;
	r.ratio = ratio;
	r.fate = fate;
	r.seconds = seconds;
	return add(&r);
}

/* 20 points in a row, one of which does not hold: 1 at both ends, 2 in the middle. */
static void begin(int n)
{
	aisp_tune_history_init(&record, &space);
	for (int point = 0; point < n; point++)
		if (space.is_feasible[point])
			enter(point, 2 - abs(point - 10) / 10.0, AISP_TUNE_ALIVE, 2);
}

static double found(const struct aisp_proposer *s, uint64_t seed, int budget)
{
	const struct aisp_tune_plan p = { .seed = seed, .budget = budget, .pairs = 5 };
	double fraction = NAN;

	return aisp_tune_replay(&known, s, &p, &fraction, &err) ? NAN : fraction;
}

static void test_whole(void)
{
	begin(20);
	ok(!aisp_tune_known_read(&known, &record, &err) && known.most == 2 &&
		   record.candidates[known.best].point == 10,
	   "the best of a record");
	ok(aisp_tune_known_part(&known, 0.05) == 1 &&
		   aisp_tune_known_part(&known, 0.2) == 4,
	   "parts of 19 points, rounded up");
	ok(fabs(found(&aisp_propose_exhaustive, 1, 3) - 0.65) < 1e-12,
	   "exhaustive: 1.3 of 2 at the third point that holds");
	ok(found(&aisp_propose_exhaustive, 1, 19) == 1, "all of it at the end");
	ok(found(&aisp_propose_climb, 1, 19) == 1 &&
		   found(&aisp_propose_halving, 1, 19) == 1 &&
		   found(&aisp_propose_random, 1, 19) == 1,
	   "by every strategy");
	ok(found(&aisp_propose_random, 1, 1) != found(&aisp_propose_random, 3, 1),
	   "a seed draws");
	ok(aisp_tune_per_minute(&record) == 30, "30 candidates a minute");
	aisp_tune_known_release(&known);
	aisp_tune_history_release(&record);
}

/* A candidate that died has no ratio, whatever was read before. */
static void test_dead(void)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_FINAL);

	begin(20);
	r.candidate = record.candidates[9].id;
	r.size = 0;
	r.fate = AISP_TUNE_INVALID;
	add(&r);
	ok(record.candidates[9].point == 10 &&
		   !aisp_tune_known_read(&known, &record, &err) && known.most == 1.9,
	   "who died at the end is not the best");
	ok(fabs(found(&aisp_propose_exhaustive, 1, 10) - 1) < 1e-12,
	   "and the one before is");
	aisp_tune_known_release(&known);
	aisp_tune_history_release(&record);
	aisp_tune_history_init(&record, &space);
	for (int point = 0; point < 20; point++)
		if (space.is_feasible[point])
			enter(point, NAN, AISP_TUNE_WRONG, NAN);
	ok(aisp_tune_known_read(&known, &record, &err) && err.is_usage &&
		   strstr(err.msg, "no point on record has a ratio"),
	   "a record of the dead");
	ok(isnan(aisp_tune_per_minute(&record)), "of which no time is known");
	aisp_tune_history_release(&record);
}

static void test_lacking(void)
{
	struct aisp_tune_record r = aisp_tune_record_new(AISP_TUNE_PROPOSED);

	begin(19);
	r.candidate = record.n_candidates;
	r.point = 19;
	r.pairs = 5;
	add(&r);
	ok(aisp_tune_known_read(&known, &record, &err) &&
		   strstr(err.msg, "18 of 19 points are on record; record all: "
				   "--proposer exhaustive --budget 19"),
	   "a point that was proposed and not screened is lacking");
	aisp_tune_history_release(&record);
}

int main(void)
{
	static const char text[] =
		"parameter x = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19\n"
		"constraint x != 2\nsearch n=8\nfinal n=7\n";

	if (aisp_space_parse(&space, text, "x", &err))
		return 1;
	test_whole();
	test_dead();
	test_lacking();
	aisp_space_release(&space);
	return done();
}
