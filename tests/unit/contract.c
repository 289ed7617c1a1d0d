/* SPDX-License-Identifier: MIT
 *
 * The workloads that the judge accepts, and their parameters.
 */
#include <math.h>
#include <string.h>

#include "device/fill.h"
#include "judge/contract.h"
#include "tap.h"

enum { ROWS, THREADS, DTYPE, RANK };

static unsigned uses;
static struct aisp_spec updated; /* an output beside the others, if it has a name */
static int n_prepared;
static uint64_t prepare_bits;

static void problem(const int64_t *p, struct aisp_problem *pr)
{
	if (p[ROWS] == 13)
		pr->invalid = "rows must not be 13";
	aisp_add_in(pr, (struct aisp_spec){ "a", AISP_F32, 2, { p[ROWS], 10 } });
	aisp_add_in(pr, (struct aisp_spec){
				"i", AISP_I32, 1, { 100 }, AISP_FILL_INDEX, 7 });
	aisp_add_in(pr, (struct aisp_spec){ "c", AISP_F32, 2, { p[ROWS], 10 } });
	if (p[RANK] >= 0)
		aisp_add_out(pr, (struct aisp_spec){ "b",
						     (enum aisp_dtype)p[DTYPE],
						     (int)p[RANK],
						     { p[ROWS], 10, 10, 10, 10 } });
	if (updated.name)
		aisp_add_out(pr, updated);
	pr->uses = uses;
	if (p[THREADS])
		pr->n_threads = (int)p[THREADS];
}

static void prepare(const struct aisp_io *io, uint64_t bits)
{
	n_prepared++;
	prepare_bits = bits;
	((float *)io->in[0].data)[0] = 99;
}

static void reference(const struct aisp_io *io, int o, int64_t first, int64_t n,
		      double *ref, double *mag)
{
	(void)io, (void)o, (void)first, (void)n, (void)ref, (void)mag;
}

static const struct aisp_workload workload = {
	.abi = AISP_ABI,
	.title = "by hand",
	.n_params = 4,
	.params = { [ROWS] = { "rows", 2, 20, 200, "rows" },
		    [THREADS] = { "threads", 0, 0, 0, "threads" },
		    [DTYPE] = { "dtype", AISP_F32, AISP_F32, AISP_F32, "type" },
		    [RANK] = { "rank", 2, 2, 2, "dimensions" } },
	.problem = problem,
	.prepare = prepare,
	.reference = reference,
};

static struct aisp_contract c;
static struct aisp_err err;

/* Evaluates the small preset with one parameter changed. */
static int with(int param, int64_t value)
{
	c = (struct aisp_contract){ .workload = &workload };
	aisp_contract_preset(&c, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
	if (param >= 0)
		c.param[param] = value;
	err.msg[0] = '\0';
	return aisp_contract_evaluate(&c, &err);
}

static void test_presets(void)
{
	enum aisp_preset p = AISP_PRESET_SMALL;
	const char *names[] = { "small", "default", "large" };
	const int64_t rows[] = { 2, 20, 200 };

	c = (struct aisp_contract){ .workload = &workload };
	for (int i = 0; i < 3; i++) {
		ok(!aisp_preset_parse(&p, names[i], &err) &&
			   strcmp(aisp_preset_name(p), names[i]) == 0,
		   names[i]);
		aisp_contract_preset(&c, p, AISP_DEVICE_CPU);
		ok(c.param[ROWS] == rows[i], "its values");
	}
	ok(aisp_preset_parse(&p, "huge", &err) && strstr(err.msg, "'huge'"),
	   "an unknown preset");
	ok(aisp_contract_find(&c, "threads") == THREADS &&
		   aisp_contract_find(&c, "thread") == -1,
	   "parameters by name");
}

static void test_evaluate(void)
{
	ok(!with(-1, 0) && c.problem.n_in == 3 && c.problem.n_out == 1 &&
		   c.problem.out[0].shape[0] == 2 && c.problem.n_threads == 1,
	   "a good one; one thread unless it says otherwise");
	ok(!with(THREADS, 3) && c.problem.n_threads == 3, "it says 3");
	ok(with(THREADS, -1), "no thread at all");
	ok(with(ROWS, 13) && strstr(err.msg, "rows must not be 13") && err.is_usage,
	   "what the workload itself refuses");
	ok(with(ROWS, 0) && strstr(err.msg, "'a'") &&
		   strstr(err.msg, "dimension 0 is 0"),
	   "an empty tensor");
	ok(with(ROWS, -5) && with(ROWS, INT64_MIN), "a negative one");
	ok(with(ROWS, INT64_MAX) && strstr(err.msg, "larger than"),
	   "one beyond all memory");
	ok(with(ROWS, (INT64_C(1) << 40) / 40 + 1) &&
		   !with(ROWS, (INT64_C(1) << 40) / 40),
	   "the limit, to the row");
	ok(with(RANK, 0) && with(RANK, 6) && strstr(err.msg, "rank 6"), "ranks");
	ok(!with(RANK, 5), "up to 5");
	ok(with(RANK, -1) && strstr(err.msg, "output"), "without an output");
	updated =
		(struct aisp_spec){ "d", AISP_I32, 2, { 3, 10 }, AISP_FILL_PERMUTATION,
				    9 };
	ok(with(-1, 0) && strstr(err.msg, "no 10 integers below 9 differ"),
	   "a permutation has room");
	updated.fill = AISP_FILL_ZIPF;
	ok(!with(-1, 0), "Zipf's law has a limit");
	updated.limit = 0;
	ok(with(-1, 0) && strstr(err.msg, "'d': Zipf's law needs a limit, which is 0"),
	   "which is 1 at least");
	updated.limit = 9;
	updated.exponent = NAN;
	ok(with(-1, 0) && strstr(err.msg, "an exponent, which is nan"),
	   "and an exponent");
	updated.fill = AISP_FILL_INDEX;
	updated.limit = 0;
	ok(with(-1, 0) && strstr(err.msg, "an index needs a limit, which is 0"),
	   "so has an index");
	updated.fill = AISP_FILL_UNIT;
	ok(with(-1, 0) && strstr(err.msg, "no i32 lies between 0 and 1"),
	   "fractions are no integers");
	updated = (struct aisp_spec){ "d", AISP_U4, 1, { INT64_MAX } };
	ok(with(-1, 0) && strstr(err.msg, "larger than"),
	   "a row of more bits than there are numbers");
	updated.name = NULL;
	ok(with(DTYPE, AISP_F6E2M3) &&
		   strstr(err.msg, "10 elements of f6e2m3 fill no whole bytes; "
				   "rows of a multiple of 4 do") &&
		   !with(DTYPE, AISP_U4),
	   "rows of packed elements begin with a byte");
}

/* Evaluates a contract with an output that starts as input `start` - 1. */
static int in_place(int start, enum aisp_dtype dtype, int64_t rows)
{
	int rc;

	updated = (struct aisp_spec){ "d", dtype, 2, { rows, 10 } };
	updated.starts_as = start;
	rc = with(-1, 0);
	updated.name = NULL;
	return rc;
}

static void test_in_place(void)
{
	struct aisp_problem pr = { 0 };

	ok(!in_place(3, AISP_F32, 2) && aisp_is_hidden(&c.problem, 2) &&
		   !aisp_is_hidden(&c.problem, 0),
	   "an output that starts as an input hides it");
	ok(in_place(4, AISP_F32, 2) && strstr(err.msg, "'d' starts as input 3 of 3"),
	   "there must be such an input");
	ok(in_place(-1, AISP_F32, 2) && in_place(3, AISP_I32, 2) &&
		   in_place(3, AISP_F32, 3) && strstr(err.msg, "another type, shape"),
	   "of its type and shape");
	aisp_add_inout(&pr, (struct aisp_spec){ "s", AISP_F32, 1, { 5 } });
	ok(pr.n_in == 1 && pr.n_out == 1 && pr.out[0].starts_as == 1 &&
		   aisp_is_hidden(&pr, 0),
	   "both at once");
}

static int in_file(unsigned declared, int is_ragged)
{
	int rc;

	updated = (struct aisp_spec){ "d", AISP_F32, 1, { 10 } };
	updated.in_file = 1;
	updated.is_ragged = is_ragged;
	uses = declared;
	rc = with(-1, 0);
	updated.name = NULL;
	uses = 0;
	return rc;
}

static void test_in_file(void)
{
	ok(!in_file(AISP_USES_WRITES, 0) && aisp_needs_host(&c),
	   "an output may lie in a file, which is written from the CPU");
	ok(in_file(AISP_USES_FILES, 0) && strstr(err.msg, "declare AISP_USES_WRITES"),
	   "if the workload says that files are written");
	ok(in_file(AISP_USES_WRITES, 1) && strstr(err.msg, "is not ragged"),
	   "and its length is known");
}

static int judging_memory(unsigned declared)
{
	static const struct aisp_score score = AISP_MEMORY_SCORE(0);
	struct aisp_workload w = workload;
	int rc;

	w.score = &score;
	c = (struct aisp_contract){ .workload = &w };
	aisp_contract_preset(&c, AISP_PRESET_SMALL, AISP_DEVICE_CPU);
	uses = declared;
	rc = aisp_contract_evaluate(&c, &err);
	uses = 0;
	return rc;
}

static void test_memory(void)
{
	ok(!judging_memory(0), "memory may be judged");
	ok(judging_memory(AISP_USES_ALLOC) && strstr(err.msg, "allocates nothing"),
	   "of calls that allocate none");
	ok(judging_memory(AISP_USES_MANAGED) && strstr(err.msg, "managed"),
	   "nor move managed memory");
}

static void test_open(void)
{
	ok(aisp_contract_open(&c, "/no/such/workload.so", "w.h", &err) &&
		   strstr(err.msg, "/no/such/workload.so"),
	   "no such object");
	ok(aisp_contract_open(&c, "libm.so.6", "w.h", &err) &&
		   strstr(err.msg, "aisp_workload") && !c.object,
	   "an object that is no workload");
	aisp_contract_close(&c);
	ok(!c.workload, "closing what is closed");
}

static float a[2][20], other[20];
static int32_t index_of[2][100];

static void fill(int k, int dist, uint64_t key)
{
	const struct aisp_tensor in[] = {
		{ .data = a[k], .dtype = AISP_F32, .rank = 2, .shape = { 2, 10 } },
		{ .data = index_of[k], .dtype = AISP_I32, .rank = 1, .shape = { 100 } },
		{ .data = other, .dtype = AISP_F32, .rank = 2, .shape = { 2, 10 } }
	};
	const struct aisp_io io = { .in = in };

	aisp_contract_fill(&c, &io, dist, key);
}

static void test_fill(void)
{
	uint64_t bits;

	with(-1, 0);
	fill(0, AISP_DIST_NORMAL, 1);
	bits = prepare_bits;
	ok(memcmp(a[0] + 1, other + 1, 4) != 0, "two inputs of one kind differ");
	fill(1, AISP_DIST_NORMAL, 1);
	ok(!memcmp(a[0], a[1], sizeof(a[0])) &&
		   !memcmp(index_of[0], index_of[1], 400) && bits == prepare_bits,
	   "the same key, the same inputs");
	ok(n_prepared == 2 && a[0][0] == 99, "prepare() has the last word");
	fill(1, AISP_DIST_NORMAL, 2);
	ok(memcmp(a[0], a[1], sizeof(a[0])) && memcmp(index_of[0], index_of[1], 400) &&
		   bits != prepare_bits,
	   "another key, other inputs");
	fill(1, AISP_DIST_UNIFORM, 1);
	ok(memcmp(a[0], a[1], sizeof(a[0])) && !memcmp(index_of[0], index_of[1], 400),
	   "the distribution is for real numbers only");
}

int main(void)
{
	test_presets();
	test_evaluate();
	test_in_place();
	test_in_file();
	test_memory();
	test_open();
	test_fill();
	return done();
}
