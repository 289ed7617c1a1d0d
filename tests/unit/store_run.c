/* SPDX-License-Identifier: MIT */
#include <unistd.h>

#include "store/run.h"
#include "tap.h"
#include "unit/store_tmp.h"

static struct aisp_err err;

static const char good[] =
	"{\"schema\":1,\"run\":{\"id\":\"x\"},"
	"\"arms\":[{\"variant\":\"baseline_t\",\"device\":\"cpu\",\"class\":\"naive\","
	"\"median_ns\":10,\"launches\":[]}],"
	"\"results\":[{\"target\":\"ch07:t@cpu\",\"workload\":\"t\",\"params\":{\"n\":"
	"4},"
	"\"distribution\":\"uniform\",\"baseline\":0,\"optimized\":0,\"library\":null,"
	"\"status\":\"measured\",\"reason\":null,\"comparison\":{\"verdict\":\"SAME\","
	"\"speedup\":1.0,\"speedup_ci\":[0.9,1.1],\"n_pairs\":10},\"ledger\":[]}]}";

/* The document with one part replaced must be refused, naming `named`. */
static int refuses(const char *part, const char *by, const char *named)
{
	const char *at = strstr(good, part);
	char text[2 * sizeof(good)];
	struct aisp_run *run;

	if (!at)
		return 0;
	snprintf(text, sizeof(text), "%.*s%s%s", (int)(at - good), good, by,
		 at + strlen(part));
	tmp_put("artifacts/bad/results.json", text);
	run = aisp_run_load_any("bad", &err);
	aisp_run_free(run);
	return !run && says(err.msg, "bad/results.json") && says(err.msg, named);
}

static void test_find(void)
{
	static const char *const names[] = {
		"20261121T000000Z_h-10",
		"artifacts/../artifacts/"
		"20261121T000000Z_h-10",
		"artifacts/20261121T000000Z_h-10/results.json", "latest"
	};
	char folder[PATH_MAX], expect[PATH_MAX];

	tmp_put("artifacts/.tmp-0123456789abcdef/results.json", good);
	ok(aisp_run_find(folder, sizeof(folder), "latest", &err) == -1 &&
		   says(err.msg, "no run in") && says(err.msg, "`aisp bench run`"),
	   "a temporary folder is no run");
	tmp_put("artifacts/20261121T000000Z_h-9/results.json", good);
	tmp_put("artifacts/20261121T000000Z_h-10/results.json", good);
	tmp_put("artifacts/20261121T000000Z_h-10/manifest.json", "{\"schema\":1}");
	tmp_put("artifacts/zzz/notes", "");
	snprintf(expect, sizeof(expect), "%s/artifacts/20261121T000000Z_h-10",
		 tmp_base);
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct aisp_run *run = aisp_run_load(names[i], &err);

		ok(run && same(run->info.folder, expect), names[i]);
		aisp_run_free(run);
	}
	ok(aisp_run_find(folder, sizeof(folder), "nothing", &err) == -1 &&
		   says(err.msg, "nothing"),
	   "a name that is not there");
	ok(aisp_run_find(folder, sizeof(folder), "artifacts/zzz", &err) == -1 &&
		   says(err.msg, "no results.json"),
	   "a folder that is no run");
	ok(!aisp_run_load("20261121T000000Z_h-9", &err) &&
		   says(err.msg, "manifest.json"),
	   "a missing manifest is named");
}

static void test_damage(void)
{
	char cut[sizeof(good)];

	snprintf(cut, sizeof(cut), "%.*s", (int)(sizeof(good) / 2), good);
	tmp_put("artifacts/bad/results.json", cut);
	ok(!aisp_run_load_any("bad", &err) &&
		   says(err.msg, "bad/results.json is damaged (line 1"),
	   "truncated");
	ok(refuses("\"schema\":1", "\"schema\":2", "schema 2"), "another schema");
	ok(refuses("\"arms\"", "\"legs\"", "arms is missing"), "a missing member");
	ok(refuses("\"target\":\"ch07:t@cpu\"", "\"target\":7", "results[0].target"),
	   "a wrong type");
	ok(refuses("\"optimized\":0", "\"optimized\":1", "results[0].optimized"),
	   "an index past the arms");
	ok(refuses("\"baseline\":0", "\"baseline\":-1", "results[0].baseline"),
	   "a negative index");
	ok(refuses("\"SAME\"", "\"GREAT\"", "results[0].comparison.verdict"),
	   "an unknown verdict");
	ok(refuses("[0.9,1.1]", "[0.9]", "speedup_ci"), "half an interval");
	ok(refuses("\"measured\"", "\"fine\"", "results[0].status"),
	   "an unknown status");
	ok(refuses("\"ledger\":[]", "\"ledger\":[{\"check\":\"a.b\"}]", "ledger"),
	   "a ledger row without a verdict");
	ok(refuses("\"class\":\"naive\",", "", "arms[0].class"),
	   "an arm without a class");
	ok(refuses("{\"id\":\"x\"}", "[]", "run has"), "a run that is no object");
}

int main(void)
{
	tmp_make();
	if (chdir(tmp_base))
		return 1;
	test_find();
	test_damage();
	tmp_remove();
	return done();
}
