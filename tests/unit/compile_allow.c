/* SPDX-License-Identifier: MIT
 *
 * The options of a source's opening comment that reach a compiler.
 */
#include <string.h>

#include "compile/allow.h"
#include "tap.h"

static const struct {
	enum aisp_tag tag;
	int is_cuda, is_allowed;
	const char *word;
} cases[] = {
	{ AISP_TAG_FLAGS, 0, 1, "-O3" },
	{ AISP_TAG_FLAGS, 0, 1, "-Ofast" },
	{ AISP_TAG_FLAGS, 0, 1, "-fopenmp" },
	{ AISP_TAG_FLAGS, 0, 1, "-fopenmp-simd" },
	{ AISP_TAG_FLAGS, 0, 1, "-fno-tree-vectorize" },
	{ AISP_TAG_FLAGS, 0, 1, "-fno-tree-loop-distribute-patterns" },
	{ AISP_TAG_FLAGS, 0, 1, "-fno-loop-interchange" },
	{ AISP_TAG_FLAGS, 0, 1, "-fassociative-math" },
	{ AISP_TAG_FLAGS, 0, 1, "-falign-functions=32" },
	{ AISP_TAG_FLAGS, 0, 1, "-march=native" },
	{ AISP_TAG_FLAGS, 0, 1, "-mno-avx512f" },
	{ AISP_TAG_FLAGS, 0, 1, "-D_GNU_SOURCE" },
	{ AISP_TAG_FLAGS, 0, 1, "-DX=1.5" },
	{ AISP_TAG_FLAGS, 0, 1, "--param=max-unroll-times=4" },
	{ AISP_TAG_FLAGS, 0, 0, "$(touch" },
	{ AISP_TAG_FLAGS, 0, 0, "`touch" },
	{ AISP_TAG_FLAGS, 0, 0, "-O2;touch" },
	{ AISP_TAG_FLAGS, 0, 0, "-DX=$(id)" },
	{ AISP_TAG_FLAGS, 0, 0, "-DX=\"a\"" },
	{ AISP_TAG_FLAGS, 0, 0, "-fplugin=x" },
	{ AISP_TAG_FLAGS, 0, 0, "-fplugin-arg-x-y" },
	{ AISP_TAG_FLAGS, 0, 0, "-fdump-tree-all" },
	{ AISP_TAG_FLAGS, 0, 0, "-fdump-tree-all=x" },
	{ AISP_TAG_FLAGS, 0, 0, "-fprofile-use" },
	{ AISP_TAG_FLAGS, 0, 0, "-fprofile-generate=x" },
	{ AISP_TAG_FLAGS, 0, 0, "-flto" },
	{ AISP_TAG_FLAGS, 0, 0, "-fuse-ld=x" },
	{ AISP_TAG_FLAGS, 0, 0, "-fopt-info-all=x" },
	{ AISP_TAG_FLAGS, 0, 0, "-save-temps" },
	{ AISP_TAG_FLAGS, 0, 0, "-Bx" },
	{ AISP_TAG_FLAGS, 0, 0, "-specs=x" },
	{ AISP_TAG_FLAGS, 0, 0, "-wrapper" },
	{ AISP_TAG_FLAGS, 0, 0, "-include" },
	{ AISP_TAG_FLAGS, 0, 0, "-I.." },
	{ AISP_TAG_FLAGS, 0, 0, "-isystem" },
	{ AISP_TAG_FLAGS, 0, 0, "-L/tmp" },
	{ AISP_TAG_FLAGS, 0, 0, "-o" },
	{ AISP_TAG_FLAGS, 0, 0, "@file" },
	{ AISP_TAG_FLAGS, 0, 0, "-Wl,-rpath,/tmp" },
	{ AISP_TAG_FLAGS, 0, 0, "-Wa,--x" },
	{ AISP_TAG_FLAGS, 0, 0, "-Xlinker" },
	{ AISP_TAG_FLAGS, 0, 0, "-mllvm" },
	{ AISP_TAG_FLAGS, 0, 0, "-mlinker-version=1" },
	{ AISP_TAG_FLAGS, 0, 0, "-m" },
	{ AISP_TAG_FLAGS, 0, 0, "-std=c" },
	{ AISP_TAG_FLAGS, 0, 0, "-march=/x" },
	{ AISP_TAG_FLAGS, 0, 0, "-W@x" },
	{ AISP_TAG_FLAGS, 0, 0, "-fno-such-option" },
	{ AISP_TAG_FLAGS, 0, 0, "-fno-plugin=x" },
	{ AISP_TAG_FLAGS, 0, 0, "-DX=/etc/passwd" },
	{ AISP_TAG_FLAGS, 0, 0, "-x" },
	{ AISP_TAG_FLAGS, 0, 0, "other.c" },
	{ AISP_TAG_FLAGS, 1, 1, "-rdc=true" },
	{ AISP_TAG_FLAGS, 1, 1, "-Xptxas=-O1" },
	{ AISP_TAG_FLAGS, 1, 1, "-Xptxas=-O3,-v" },
	{ AISP_TAG_FLAGS, 1, 1, "-Xptxas=-warn-spills,-Werror" },
	{ AISP_TAG_FLAGS, 1, 1, "-Xcompiler=-fopenmp,-O3" },
	{ AISP_TAG_FLAGS, 1, 1, "-use_fast_math" },
	{ AISP_TAG_FLAGS, 1, 1, "-maxrregcount=64" },
	{ AISP_TAG_FLAGS, 1, 0, "-Xcompiler=-fplugin=x" },
	{ AISP_TAG_FLAGS, 1, 0, "-Xcompiler=-O3,-Bx" },
	{ AISP_TAG_FLAGS, 1, 0, "-Xcompiler=" },
	{ AISP_TAG_FLAGS, 1, 0, "-Xcompiler=-O3," },
	{ AISP_TAG_FLAGS, 1, 0, "-Xcompiler" },
	{ AISP_TAG_FLAGS, 1, 0, "-Xptxas=--input-as-string" },
	{ AISP_TAG_FLAGS, 1, 0, "-ccbin" },
	{ AISP_TAG_FLAGS, 1, 0, "-optf" },
	{ AISP_TAG_FLAGS, 1, 0, "-keep" },
	{ AISP_TAG_FLAGS, 1, 0, "-march=native" },
	{ AISP_TAG_LIBS, 0, 1, "-ldnnl" },
	{ AISP_TAG_LIBS, 0, 1, "-lcublasLt" },
	{ AISP_TAG_LIBS, 0, 0, "-l:x.so" },
	{ AISP_TAG_LIBS, 0, 0, "-l../x" },
	{ AISP_TAG_LIBS, 0, 0, "-l.x" },
	{ AISP_TAG_LIBS, 0, 0, "/tmp/x.so" },
	{ AISP_TAG_LIBS, 0, 0, "-L/tmp" },
	{ AISP_TAG_LIBS, 0, 0, "$(llvm-config" },
	{ AISP_TAG_LIBS, 0, 0, "-Wl,-rpath,." },
	{ AISP_TAG_NEEDS, 0, 1, "oneapi/dnnl/dnnl.h" },
	{ AISP_TAG_NEEDS, 0, 0, "../x.h" },
	{ AISP_TAG_NEEDS, 0, 0, "x/../../y.h" },
	{ AISP_TAG_NEEDS, 0, 0, "/etc/passwd" },
	{ AISP_TAG_NEEDS, 0, 0, "x.h>)" },
	{ AISP_TAG_ARCH, 1, 1, "sm_90a" },
	{ AISP_TAG_ARCH, 1, 1, "sm_100" },
	{ AISP_TAG_ARCH, 1, 0, "sm_90,code=x" },
	{ AISP_TAG_ARCH, 1, 0, "sm_9" },
	{ AISP_TAG_ARCH, 1, 0, "sm_9000" },
	{ AISP_TAG_ARCH, 1, 0, "sm_90b" },
	{ AISP_TAG_ARCH, 1, 0, "90" },
	{ AISP_TAG_CONFIG, 0, 1, "llvm-config" },
	{ AISP_TAG_CONFIG, 0, 0, "./llvm-config" },
};

/* Options that are too long are refused: cut off they would be other ones. */
static void test_long(void)
{
	char word[200] = "-Xcompiler=-D";
	size_t n = strlen(word);

	memset(word + n, 'a', 110);
	ok(aisp_allow_word(AISP_TAG_FLAGS, word, 1), "a long name");
	memset(word + n, 'a', 160);
	memcpy(word + n + 160, "@x", 3);
	ok(!aisp_allow_word(AISP_TAG_FLAGS, word, 1), "behind which nothing hides");
}

int main(void)
{
	char name[160];

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		snprintf(name, sizeof(name), "%s: %s %s", aisp_tag_name(cases[i].tag),
			 cases[i].word, cases[i].is_allowed ? "is allowed" : "is not");
		ok(aisp_allow_word(cases[i].tag, cases[i].word, cases[i].is_cuda) ==
			   cases[i].is_allowed,
		   name);
	}
	ok(aisp_allow_file("optimized_x-2.c") && !aisp_allow_file("a b.c") &&
		   !aisp_allow_file("a$x.c") && !aisp_allow_file("../x.c") &&
		   !aisp_allow_file("-x.c"),
	   "names of files");
	test_long();
	return done();
}
