/* SPDX-License-Identifier: MIT
 *
 * Launch lines: what they plan, and the messages for wrong ones.
 */
#include <string.h>

#include "kernel/expr.h"
#include "kernel/lines.h"
#include "tap.h"

static const struct aisp_workload workload = {
	.n_params = 2,
	.params = { { "rows", 3, 3, 3, "", 0 }, { "cols", 1000, 1000, 1000, "", 0 } },
};
static const int64_t params[] = { 3, 1000 };
static const struct aisp_problem problem = {
	.n_in = 2,
	.n_out = 1,
	.in = { { .name = "x", .dtype = AISP_BF16 },
		{ .name = "z", .dtype = AISP_F32 } },
	.out = { { .name = "y", .dtype = AISP_F32 } },
	.workspace_bytes = 64,
};
static const struct aisp_kernel_world world = { &workload, &problem, params,   132,
						90,        50 << 20, 227 << 10 };

static struct aisp_kernel_plan plan;
static struct aisp_err err;

static int parse_with(const struct aisp_kernel_world *w, const char *text)
{
	FILE *f = fmemopen((void *)text, strlen(text), "r");
	int rc = aisp_kernel_lines_read(&plan, f, "k.cu", w, &err);

	fclose(f);
	return rc;
}

static int parse(const char *text)
{
	return parse_with(&world, text);
}

/* A tensor that is updated in place is one name, and the output has it. */
static void test_in_place(void)
{
	struct aisp_problem pr = problem;
	const struct aisp_kernel_world w = { &workload, &pr,      params,   132,
					     90,        50 << 20, 227 << 10 };

	aisp_add_inout(&pr, (struct aisp_spec){ "s", AISP_F32, 1, { 4 } });
	ok(!parse_with(&w, "/*\n * LAUNCH: k<<<1, 1>>>(s, z)\n */\n") &&
		   plan.launch[0].arg[0].number == AISP_BUFFER_OUT + 1 &&
		   plan.launch[0].arg[1].number == AISP_BUFFER_IN + 1,
	   "what is updated in place is the output of that name");
}

static void test_peers(void)
{
	struct aisp_problem pr = problem;
	const struct aisp_kernel_world w = { &workload, &pr,      params,   132,
					     90,        50 << 20, 227 << 10 };
	static const struct {
		const char *line, *why;
	} wrong[] = {
		{ "LAUNCH: k<<<1, 1>>>(peers + 8)", "only an address takes +" },
		{ "LAUNCH: k<<<1, 1>>>(-peers)", "only an address takes +" },
		{ "LAUNCH: k<<<peers, 1>>>(x)", "the grid is no integer" },
		{ "LAUNCH: k<<<1, 1>>>(f32(peers))", "is no number" },
		{ "LAUNCH: k<<<1, 1>>>(peers ? x : y)", "is no integer" },
		{ "TENSORMAP: t = u8 peers[64] box[64]", "'peers' is no tensor" },
	};
	char text[80];

	pr.ranks.n = 2;
	ok(!parse_with(&w, "/*\n * LAUNCH: k<<<1, 1>>>(peers, x)\n */\n") &&
		   plan.launch[0].arg[0].kind == AISP_ARG_PEERS &&
		   plan.launch[0].arg[1].kind == AISP_ARG_ADDRESS,
	   "what a rank knows of its peers is an argument, and nothing else:");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		snprintf(text, sizeof(text), "/*\n * %s\n */\n", wrong[i].line);
		ok(parse_with(&w, text) && strstr(err.msg, wrong[i].why),
		   wrong[i].line);
	}
	ok(parse("/*\n * LAUNCH: k<<<1, 1>>>(peers)\n */\n") &&
		   strstr(err.msg, "'peers' is no parameter, tensor or attribute"),
	   "a process alone has none");
}

static void test_launch(void)
{
	const struct aisp_kernel_launch *l = &plan.launch[0];

	ok(!parse("/* SPDX\n *\n * CLASS: common\n * SUMMARY: one row a block\n"
		  " * SCRATCH: 4 * rows\n * TIMED: graph\n"
		  " * LAUNCH: softmax<<<rows, 256, 4 * cols>>>(x, y, cols)\n"
		  " * LAUNCH: second<<<dim3(ceil_div(cols, 64), 2), dim3(32, 8)>>>(\n"
		  " *         scratch + 8, workspace,\n *\t\tf32(1 / sqrt(16)), "
		  "f64(2))\n"
		  " *\tcluster(2) programmatic\n"
		  " * LAUNCH: third<<<gpu.sms, 32>>>() cooperative\n */\n"
		  " * LAUNCH: behind<<<1, 1>>>()\n"),
	   "lines of every kind");
	ok(plan.n_launches == 3, "those of the opening comment");
	ok(plan.cls == AISP_CLASS_COMMON && plan.is_graph && plan.scratch_bytes == 12 &&
		   !strcmp(plan.summary, "one row a block"),
	   "what they say of the variant");
	ok(!strcmp(l->name, "softmax") && l->line == 7 && l->grid[0] == 3 &&
		   l->grid[1] == 1 && l->block[0] == 256 && l->shared_bytes == 4000,
	   "a launch");
	ok(l->n_args == 3 && l->arg[0].kind == AISP_ARG_ADDRESS && !l->arg[0].number &&
		   l->arg[1].number == AISP_BUFFER_OUT &&
		   l->arg[2].kind == AISP_ARG_INTEGER && l->arg[2].integer == 1000,
	   "its arguments");
	l++;
	ok(l->line == 8 && l->grid[0] == 16 && l->grid[1] == 2 && l->block[1] == 8 &&
		   l->cluster[0] == 2 && l->cluster[1] == 1 && l->is_programmatic,
	   "dimensions and options, over four lines");
	ok(l->arg[0].number == AISP_BUFFER_SCRATCH && l->arg[0].integer == 8 &&
		   l->arg[1].number == AISP_BUFFER_WORKSPACE &&
		   l->arg[2].kind == AISP_ARG_F32 && l->arg[2].real == 0.25 &&
		   l->arg[3].kind == AISP_ARG_F64 && l->arg[3].real == 2,
	   "buffers with an offset, real numbers");
	l++;
	ok(l->line == 12 && l->grid[0] == 132 && l->is_cooperative && !l->n_args,
	   "an attribute; lines are counted on");
}

static void test_map(void)
{
	const struct aisp_tensor_map *m = plan.map;

	ok(!parse(" * SCRATCH: 1 << 20\n"
		  " * TENSORMAP: tx = x[cols, rows] box[64, 2] swizzle(128) l2(256)\n"
		  " * TENSORMAP: ts = i8 scratch[64, 4, 2] box[16, 1, 1] "
		  "strides[128, 512] nan\n"
		  " * LAUNCH: k<<<1, 128>>>(tx, ts)\n"),
	   "tensor maps");
	ok(m->rank == 2 && m->dim[0] == 1000 && m->dim[1] == 3 &&
		   m->stride[1] == 2000 && m->box[0] == 64 && m->box[1] == 2 &&
		   m->swizzle_bytes == 128 && m->l2_bytes == 256 && !m->is_nan &&
		   m->dtype == AISP_BF16,
	   "a tensor's: its dtype, dense");
	m++;
	ok(m->buffer == AISP_BUFFER_SCRATCH && m->dtype == AISP_I8 && m->rank == 3 &&
		   m->stride[1] == 128 && m->stride[2] == 512 && m->is_nan,
	   "of scratch, with a dtype and strides");
	ok(plan.launch[0].arg[0].kind == AISP_ARG_MAP &&
		   plan.launch[0].arg[1].number == 1,
	   "as arguments");
}

/* Sizes of a grid. */
static const struct {
	const char *text;
	int64_t value;
} sums[] = {
	{ "1 + 2 * 3", 7 },
	{ "(1 + 2) * 3", 9 },
	{ "7 - 2 - 1", 4 },
	{ "1 << 2 + 1", 8 },
	{ "100 >> 2 >> 1", 12 },
	{ "0x10", 16 },
	{ "7 % 4 / 3 + 5", 6 },
	{ "ceil_div(9, 4)", 3 },
	{ "round_up(9, 4)", 12 },
	{ "min(3, max(1, 2))", 2 },
	{ "5 > 4 ? 2 : 3", 2 },
	{ "0 ? 1 / 0 : 3", 3 },
	{ "3 == 3 ? 4 : 1 % 0", 4 },
	{ "- -5", 5 },
	{ "3 - -2", 5 },
	{ "2 <= 1 ? 1 : 2 < 3 ? 8 : 9", 8 },
	{ "1 == 1 || 1 == 2 && 1 == 3 ? 7 : 8", 7 },
	{ "(1 == 1 || 1 == 2) && 1 == 3 ? 7 : 8", 8 },
};

static void test_sums(void)
{
	for (size_t i = 0; i < sizeof(sums) / sizeof(*sums); i++) {
		char line[100];

		snprintf(line, sizeof(line), " * LAUNCH: k<<<%s, 1>>>()\n",
			 sums[i].text);
		ok(!parse(line) && plan.launch[0].grid[0] == sums[i].value,
		   sums[i].text);
	}
}

static const struct {
	const char *line, *message;
} errors[] = {
	{ "LAUNCH: k<<<row, 1>>>()",
	  "k.cu:1: LAUNCH: 'row' is no parameter, tensor or attribute, at "
	  "'row, 1>>>()'" },
	{ "LAUNCH: k<<<0, 1>>>()", "the grid is 0, want 1 to 2147483647" },
	{ "LAUNCH: k<<<1, dim3(64, 32)>>>()", "a block of more than 1024 threads" },
	{ "LAUNCH: k<<<1, 1>>>(x * 2)", "only an address takes + and -, of bytes" },
	{ "LAUNCH: k<<<1, 1>>>(x - 2)", "an address before its buffer" },
	{ "LAUNCH: k<<<1, 1>>>(1.5)", "a real argument is f32(...) or f64(...)" },
	{ "LAUNCH: k<<<1, 1>>>(scratch)", "'scratch' is no parameter" },
	{ "LAUNCH: k<<<x, 1>>>()", "the grid is no integer" },
	{ "LAUNCH: k<<<1.5, 1>>>()", "the grid is no integer" },
	{ "LAUNCH: k<<<1, 1>>>(1) twice", "more than it may hold, at 'twice'" },
	{ "LAUNCH: k<<<1, 1>>>(1", "want ')', where the line ends" },
	{ "LAUNCH: k<<<1>>>(1)", "want ',', at '>>>(1)'" },
	{ "LAUNCH: <<<1, 1>>>()", "want a name" },
	{ "LAUNCH: k<<<1, 1>>>() programmatic", "the first launch follows no other" },
	{ "LAUNCH: k<<<3, 1>>>() cluster(2)", "the grid is no multiple" },
	{ "LAUNCH: k<<<1, 1>>>(1 / 0)", "1 and 0 have no result" },
	{ "LAUNCH: k<<<1, 1>>>(1 << 63)", "1 and 63 have no result" },
	{ "LAUNCH: k<<<1, 1>>>(99999999999999999999)", "no number of 64 bits" },
	{ "LAUNCH: k<<<1, 1>>>(9223372036854775807 + 1)",
	  "9223372036854775807 and 1 have no result in 64 bits" },
	{ "LAUNCH: k<<<1, 1>>>(3x)", "no number of 64 bits" },
	{ "CLASS: best", "want naive, common, library or optimized" },
	{ "TIMED: twice", "want graph or launches" },
	{ "SCRATCH: 1 << 40", "scratch is 1099511627776, want 1 to" },
	{ "TENSORMAP: t = workspace[4] box[4]", "'workspace' needs a dtype" },
	{ "TENSORMAP: t = u4 x[4] box[4]", "elements of 'x' share bytes" },
	{ "TENSORMAP: t = rows[4] box[4]", "'rows' is no tensor" },
	{ "TENSORMAP: t = x[4, 4] box[4]", "the box has 1 dimensions, not 2" },
	{ "TENSORMAP: t = x[1 << 32, 1 << 32, 2] box[1, 1, 1]", "a stride of more" },
};

static void test_errors(void)
{
	char deep[4096] = " * LAUNCH: k<<<";

	for (size_t i = 0; i < sizeof(errors) / sizeof(*errors); i++) {
		char line[200];

		snprintf(line, sizeof(line), " * %s\n", errors[i].line);
		ok(parse(line) == -1 && !strncmp(err.msg, "k.cu:1: ", 8) &&
			   strstr(err.msg, errors[i].message),
		   errors[i].line);
		if (!strstr(err.msg, errors[i].message))
			printf("# %s\n", err.msg);
	}
	memset(deep + strlen(deep), '(', 200);
	ok(parse(deep) == -1 && strstr(err.msg, "too deep"), "parentheses have an end");
}

static void test_open_world(void)
{
	static const struct aisp_kernel_world nothing;

	ok(!parse_with(&nothing,
		       " * LAUNCH: k<<<dim3(a / b, c), d, e ? f : g>>>(x + 4, "
		       "tx, f32(s))\n"),
	   "without numbers: only the grammar");
	ok(parse_with(&nothing, " * LAUNCH: k<<<a>>>()\n") == -1, "is checked");
	ok(!parse("int x;\n") && !plan.n_launches, "no lines: no launches");
	ok(aisp_kernel_is_launch(" * LAUNCH: k") &&
		   !aisp_kernel_is_launch("LAUNCH: k") &&
		   !aisp_kernel_is_launch(" * CLASS: naive"),
	   "a LAUNCH line is told from others");
}

int main(void)
{
	test_launch();
	test_peers();
	test_in_place();
	test_map();
	test_sums();
	test_errors();
	test_open_world();
	return done();
}
