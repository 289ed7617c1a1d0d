/* SPDX-License-Identifier: MIT
 *
 * The questions to proposers, and their answers.
 */
#include <string.h>

#include "tap.h"
#include "tune/dialogue.h"

static struct aisp_err err;
static struct aisp_space space;
static struct aisp_tune_answer answer;

static int parse(const char *line)
{
	aisp_tune_answer_release(&answer);
	return aisp_tune_answer_parse(&answer, line, strlen(line), &space, &err);
}

static bool is_rubbish(const char *line, const char *words)
{
	return parse(line) && strstr(err.msg, words);
}

static bool is_outside(const char *line, const char *words)
{
	return !parse(line) && answer.kind == AISP_ANSWER_OUTSIDE &&
	       strstr(answer.why, words);
}

static void test_answers(void)
{
	ok(!parse("{\"point\":{\"b\":8,\"a\":2},\"note\":\"n\"}") &&
		   answer.kind == AISP_ANSWER_POINT && answer.point == 2 &&
		   !strcmp(answer.note, "n"),
	   "a point");
	ok(!parse("{\"source\":\"int x;\"}") && answer.kind == AISP_ANSWER_SOURCE &&
		   !strcmp(answer.source, "int x;"),
	   "a source");
	ok(!parse("{\"done\":true}") && answer.kind == AISP_ANSWER_DONE, "the end");
	ok(is_outside("{\"point\":{\"a\":3,\"b\":8}}", "a=3 is none of its values"),
	   "a value that is not there");
	ok(is_outside("{\"point\":{\"a\":2}}", "b is missing"), "half a point");
	ok(is_outside("{\"point\":{\"a\":2,\"b\":8,\"c\":1}}", "'c' is no parameter"),
	   "more than a point");
	ok(is_outside("{\"point\":{\"a\":2,\"b\":8.0}}", "b is no integer"),
	   "no integer");
	ok(is_outside("{\"point\":{\"a\":4,\"b\":16}}", "it breaks: a * b < 64"),
	   "a point that breaks a constraint");
	ok(is_rubbish("", "no JSON object") && is_rubbish("[1]", "no JSON object") &&
		   is_rubbish("{\"point\":", "no JSON object"),
	   "no object");
	ok(is_rubbish("{}", "want one of") &&
		   is_rubbish("{\"done\":false}", "want one of"),
	   "no answer");
	ok(is_rubbish("{\"done\":true,\"source\":\"\"}", "want one of"), "two answers");
	ok(is_rubbish("{\"point\":7}", "no object") &&
		   is_rubbish("{\"source\":7}", "no text"),
	   "of another type");
	ok(is_rubbish("{\"source\":\"a\\u0000b\"}", "JSON"), "a zero byte");
	aisp_tune_answer_release(&answer);
}

static void test_question(void)
{
	const struct aisp_tune_plan p = { .budget = 9 };
	struct aisp_tune_history h;
	json_t *q, *s;

	aisp_tune_history_init(&h, &space);
	q = aisp_tune_question(&h, &p, "t", "x");
	s = json_object_get(q, "space");
	ok(json_integer_value(json_object_get(q, "aisp_tune")) == 1 &&
		   json_integer_value(json_object_get(q, "budget_left")) == 9,
	   "a question names the protocol and what is left");
	ok(json_array_size(json_object_get(s, "parameters")) == 2 &&
		   json_array_size(json_object_get(s, "constraints")) == 1 &&
		   json_object_get(json_object_get(s, "size"), "n"),
	   "the space");
	ok(!json_object_get(s, "final") && json_object_size(s) == 3,
	   "but not the sizes that are kept from the search");
	json_decref(q);
	aisp_tune_history_release(&h);
}

int main(void)
{
	if (aisp_space_parse(&space,
			     "parameter a = 2 4\nparameter b = 4 16 8\n"
			     "constraint a * b < 64\nsearch n=8\nfinal n=7\n",
			     "x", &err))
		return 1;
	test_answers();
	test_question();
	aisp_space_release(&space);
	return done();
}
