/* SPDX-License-Identifier: MIT
 *
 * The reference is asked where outputs are farthest from the baseline's.
 */
#include <math.h>
#include <string.h>

#include "judge/rival.h"
#include "tap.h"

#define N   10000
#define ROW 100
#define KEY 7

static float base[N], got[N];
static double want[N];
static int n_asked, n_asked_at[N];
static int64_t n_elems_asked;

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o;
	n_asked++;
	n_asked_at[first]++;
	n_elems_asked += n;
	for (int64_t i = 0; i < n; i++) {
		ref[i] = want[first + i];
		mag[i] = fabs(ref[i]);
	}
}

static struct aisp_workload workload = { .abi = AISP_ABI,
					 .title = "by hand",
					 .reference = reference };
static struct aisp_contract c;
static struct aisp_tensor base_out, out;
static const struct aisp_io base_io = { .out = &base_out }, io = { .out = &out };
static struct aisp_rival rival;
static struct aisp_tally t;

/* All is right, and the baseline's outputs are kept. */
static void start(int rank)
{
	c = (struct aisp_contract){ .workload = &workload };
	c.problem.n_out = 1;
	c.problem.error_c = 4;
	c.problem.out[0] = (struct aisp_spec){ "y", AISP_F32, 1, { N } };
	out = (struct aisp_tensor){
		.data = got, .dtype = AISP_F32, .rank = 1, .shape = { N }
	};
	if (rank == 2) {
		out.rank = 2;
		out.shape[0] = N / ROW;
		out.shape[1] = ROW;
	}
	base_out = out;
	base_out.data = base;
	for (int i = 0; i < N; i++)
		want[i] = base[i] = got[i] = (float)(1 + i % 7);
	t = (struct aisp_tally){ .n_elems = 1 };
	memset(n_asked_at, 0, sizeof(n_asked_at));
	n_elems_asked = n_asked = 0;
}

/* Returns the number of wrong elements that were found. */
static int64_t compare_for(uint64_t key, int64_t budget_ns)
{
	struct aisp_err err;

	if (aisp_rival_keep(&rival, &c, &base_io, KEY, &err) ||
	    aisp_rival_compare(&rival, &c, &io, key, budget_ns, &t, &err))
		abort();
	aisp_rival_release(&rival);
	return aisp_tally_bad(&t);
}

static int64_t compare(void)
{
	return compare_for(KEY, INT64_C(1) << 50);
}

static void test_one_of_many(void)
{
	start(1);
	ok(!compare() && !n_asked, "equal outputs: nothing is asked");
	start(1);
	got[4711] = 0;
	ok(compare() == 1 && t.n_wrong == 1 && t.wrong.elem == 4711 &&
		   t.wrong.want == want[4711],
	   "one wrong element is found");
	ok(t.n_elems == 1 && !t.squares[0].n && n_asked == 1,
	   "it is asked once, by both measures, and is no random sample");
	start(1);
	base[4711] = 0;
	ok(!compare() && n_asked == 1, "if the baseline is wrong, the variant is not");
}

static void test_rounding(void)
{
	start(1);
	for (int i = 0; i < N; i++)
		got[i] = nextafterf(got[i], INFINITY);
	ok(!compare() && n_asked > 8 && n_asked <= 16,
	   "rounding accuses nobody, and some of it is asked about");
	start(1);
	for (int i = 0; i < N; i++)
		got[i] = nextafterf(got[i], INFINITY);
	got[4711] *= 1.0001F;
	ok(compare() == 1, "a mistake is found among it");
	start(1);
	for (int i = 0; i < N; i++)
		got[i] = nextafterf(got[i], INFINITY);
	ok(!compare_for(KEY, 0) && (n_asked == 1 || n_asked == 2),
	   "without time, the farthest by each measure");
}

/* Large elements are farther away than a small one that is wrong. */
static void test_relative(void)
{
	start(1);
	for (int i = 0; i < 20; i++) {
		want[i] = base[i] = 1e8F;
		got[i] = nextafterf(1e8F, INFINITY);
	}
	got[4711] *= 0.5F;
	ok(compare() == 1 && t.wrong.elem == 4711 && n_asked <= 16,
	   "relative to its size, a small element is the farthest");
	start(1);
	for (int i = 0; i < 20; i++) {
		want[i] = base[i] = 0;
		got[i] = 2e-45F; /* within two subnormal units */
	}
	want[0] = base[0] = 1e8F;
	got[0] = 1e8F + 512;
	ok(compare() == 1 && t.wrong.elem == 0, "by distance, a large one is");
}

static void test_special(void)
{
	start(1);
	got[3] = NAN;
	got[5] = INFINITY;
	ok(compare() == 2 && t.n_nan == 1 && t.n_inf == 1, "NaN and infinity are far");
	start(1);
	base[3] = NAN;
	base[5] = -INFINITY;
	ok(!compare() && n_asked == 2, "from either side");
	start(1);
	want[3] = base[3] = got[3] = NAN;
	want[5] = base[5] = got[5] = INFINITY;
	ok(!compare() && !n_asked, "equal ones are not");
}

static void test_rows(void)
{
	start(2);
	for (int i = 0; i < 20; i++)
		got[300 + i] = 0;
	got[9999] *= 1.01F;
	ok(compare() == 21 && n_asked == 2 && n_elems_asked == INT64_C(2) * ROW &&
		   n_asked_at[300] == 1 && n_asked_at[9900] == 1,
	   "rows are asked about as a whole, and once");
	start(2);
	c.problem.out[0].by_element = 1;
	got[9999] = 0;
	ok(compare() == 1 && n_elems_asked == 1 && n_asked_at[9999] == 1,
	   "but elements where the reference has no rows");
}

static void test_keys(void)
{
	struct aisp_err err;

	start(1);
	got[4711] = 0;
	ok(!compare_for(KEY + 1, 0) && !n_asked,
	   "outputs of another call are not compared");
	ok(!aisp_rival_compare(&rival, &c, &io, KEY, 0, &t, &err) && !n_asked,
	   "nor is anything after a release");
	ok(!aisp_rival_keep(&rival, &c, &base_io, KEY, &err) &&
		   !aisp_rival_keep(&rival, &c, &io, KEY + 1, &err) &&
		   rival.key == KEY && ((float *)rival.out[0].data)[4711] == base[4711],
	   "the first outputs stay");
	base[0] = 0;
	ok(*(float *)rival.out[0].data == 1, "they are a copy");
	aisp_rival_release(&rival);
}

static bool is_possible_with(const struct aisp_spec *spec)
{
	start(1);
	c.problem.out[0] = *spec;
	return aisp_rival_is_possible(&c);
}

static void test_possible(void)
{
	static const struct aisp_score score;
	struct aisp_spec s = { "y", AISP_F32, 1, { N } };
	struct aisp_spec large = { "y", AISP_U8, 1, { AISP_RIVAL_MOST_BYTES + 1 } };

	ok(is_possible_with(&s), "outputs can be compared,");
	s.is_choice = 1;
	ok(!is_possible_with(&s), "but not if several answers are right,");
	s.is_choice = 0;
	s.is_ragged = 1;
	ok(!is_possible_with(&s), "not if some elements do not exist,");
	s.is_ragged = 0;
	s.in_file = 1;
	ok(!is_possible_with(&s), "not files,");
	s.in_file = 0;
	ok(!is_possible_with(&large), "and not if they are too large");
	large.shape[0]--;
	ok(is_possible_with(&large), "a byte less is kept");
	start(1);
	c.problem.ranks.n = 2;
	ok(!aisp_rival_is_possible(&c), "not those of ranks,");
	start(1);
	c.problem.n_steps = 2;
	ok(!aisp_rival_is_possible(&c), "of episodes,");
	start(1);
	workload.score = &score;
	ok(!aisp_rival_is_possible(&c), "or where a score judges");
	workload.score = NULL;
}

int main(void)
{
	test_one_of_many();
	test_rounding();
	test_relative();
	test_special();
	test_rows();
	test_keys();
	test_possible();
	return done();
}
