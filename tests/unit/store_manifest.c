/* SPDX-License-Identifier: MIT */
#include <sys/wait.h>
#include <unistd.h>

#include "store/manifest.h"
#include "store/program.h"
#include "tap.h"
#include "unit/store_tmp.h"

static struct aisp_err err;

static int git(const char *a, const char *b, const char *c)
{
	const char *const argv[] = {
		"git", "-C", tmp_base, "-c", "user.name=a", "-c", "user.email=a@b",
		a,     b,    c,        NULL
	};
	char *out;
	int rc = aisp_program_read(argv, &out, &err);

	free(out);
	return rc;
}

static json_t *make(void)
{
	char aisp[] = "aisp", bench[] = "bench", run[] = "run";
	char *const words[] = { aisp, bench, run };

	return aisp_manifest(tmp_base, 3, words, &err);
}

static int is_dirty(void)
{
	json_t *m = make(), *g = json_object_get(m, "git");
	int dirty =
		json_is_object(g) ? json_is_true(json_object_get(g, "is_dirty")) : -1;

	json_decref(m);
	return dirty;
}

static const char *string(const json_t *m, const char *name)
{
	const char *s = json_string_value(json_object_get(m, name));

	return s ? s : "";
}

static void test_fields(void)
{
	json_t *m = make(), *v;
	int n_ids = 0, is_libc = 0;
	size_t i;

	json_array_foreach(json_object_get(m, "libraries"), i, v) {
		n_ids += strlen(string(v, "build_id")) >= 16;
		is_libc |= strstr(string(v, "path"), "libc.so") &&
			   strlen(string(v, "build_id")) == 40;
	}
	ok(is_libc && n_ids >= 2, "libc with its 20-byte build id, and ourselves");
	ok(strlen(string(m, "time")) == 20 && string(m, "time")[19] == 'Z', "the time");
	ok(*string(m, "host") && *string(m, "arch"), "host and architecture");
	ok(says(string(m, "compiler"), "."), "the compiler's version");
	ok(json_array_size(json_object_get(m, "command")) == 3, "the command's words");
	json_decref(m);
}

static void test_environment(void)
{
	json_t *m;
	char *text;

	setenv("TOKEN", "swordfish", 1);
	m = make();
	text = json_dumps(m, 0);
	ok(text && !strstr(text, "swordfish"), "no environment in it");
	free(text);
	json_decref(m);
}

int main(void)
{
	tmp_make();
	ok(is_dirty() == -1, "no repository: null");
	if (!git("init", "-q", NULL)) {
		tmp_put("a", "1");
		ok(!git("add", "a", NULL) && !git("commit", "-qm", "a") &&
			   is_dirty() == 0,
		   "a clean tree");
		tmp_put("expectations", "1");
		ok(is_dirty() == 0, "recorded expectations change nothing");
		tmp_put("a", "2");
		ok(is_dirty() == 1, "a changed tree");
	}
	test_fields();
	test_environment();
	tmp_remove();
	return done();
}
