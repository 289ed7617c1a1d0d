/* SPDX-License-Identifier: MIT
 *
 * Names of multicast functions are refused in a source, a header or an object.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "compile/refused.h"
#include "tap.h"

static char dir[] = "/tmp/aisp-refused-XXXXXX";

static void put(struct aisp_words *files, const char *name, const char *text, size_t n)
{
	char path[200];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "w");
	if (!f || fwrite(text, 1, n, f) != n || fclose(f))
		exit(1);
	aisp_words_add(files, "%s", path);
}

static void checks(const char *name, const char *text, size_t n, const char *want,
		   const char *what)
{
	struct aisp_words files = { 0 };
	struct aisp_err err = { 0 };
	int rc;

	put(&files, "plain.cu", "int x;\n", 7);
	put(&files, name, text, n);
	rc = aisp_refused_check(&files, &err);
	ok(want ? rc == -1 && strstr(err.msg, want) : !rc, what);
	for (int i = 0; i < files.n; i++)
		unlink(files.word[i]);
	aisp_words_release(&files);
}

int main(void)
{
	static const char object[] = "\177ELF\0\0cuMulticastCreate\0";
	struct aisp_words gone = { 0 };
	struct aisp_err err;

	if (!mkdtemp(dir))
		return 1;
	checks("a.cu", "cuMulticastCreate(&h, &p);", 26, "a.cu names cuMulticast",
	       "a call of the driver");
	checks("b.cuh", "asm(\"multimem.red.f32\");", 24, "b.cuh names multimem",
	       "an instruction, in a header");
	checks("o.so", object, sizeof(object), "o.so names cuMulticast",
	       "a symbol of an object, behind zeros");
	checks("c.cu", "multicast_of_tma();", 19, NULL,
	       "what a cluster's copy calls so is another thing");
	checks("d.cu", "", 0, NULL, "an empty file");
	aisp_words_add(&gone, "%s/gone", dir);
	ok(!aisp_refused_check(&gone, &err), "a file that is gone was none of its");
	aisp_words_release(&gone);
	rmdir(dir);
	return done();
}
