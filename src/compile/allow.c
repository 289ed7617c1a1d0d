/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "allow.h"

/* What may follow -f or -fno-: options that change only the code.  A name that ends in
 * '-' or '=' admits every name that begins with it. */
static const char *const code_options[] = { "aggressive-loop-optimizations",
					    "align-",
					    "associative-math",
					    "branch-count-reg",
					    "builtin",
					    "builtin-",
					    "caller-saves",
					    "cf-protection=",
					    "common",
					    "conserve-stack",
					    "cprop-registers",
					    "crossjumping",
					    "cse-",
					    "cx-fortran-rules",
					    "cx-limited-range",
					    "data-sections",
					    "dce",
					    "delete-null-pointer-checks",
					    "devirtualize",
					    "dse",
					    "exceptions",
					    "excess-precision=",
					    "expensive-optimizations",
					    "fast-math",
					    "finite-math-only",
					    "float-store",
					    "forward-propagate",
					    "fp-contract=",
					    "fp-int-builtin-inexact",
					    "function-sections",
					    "gcse",
					    "gcse-",
					    "gnu89-inline",
					    "graphite",
					    "graphite-identity",
					    "guess-branch-probability",
					    "hoist-adjacent-loads",
					    "if-conversion",
					    "if-conversion2",
					    "indirect-inlining",
					    "inline",
					    "inline-",
					    "ipa-",
					    "ira-",
					    "isolate-erroneous-paths-dereference",
					    "ivopts",
					    "jump-tables",
					    "keep-inline-functions",
					    "live-range-shrinkage",
					    "loop-",
					    "math-errno",
					    "merge-all-constants",
					    "merge-constants",
					    "modulo-sched",
					    "modulo-sched-allow-regmoves",
					    "move-loop-invariants",
					    "non-call-exceptions",
					    "omit-frame-pointer",
					    "openmp",
					    "openmp-simd",
					    "optimize-sibling-calls",
					    "partial-inlining",
					    "peel-loops",
					    "peephole",
					    "peephole2",
					    "plt",
					    "predictive-commoning",
					    "prefetch-loop-arrays",
					    "reciprocal-math",
					    "ree",
					    "rename-registers",
					    "reorder-blocks",
					    "reorder-blocks-",
					    "reorder-functions",
					    "rerun-cse-after-loop",
					    "reschedule-modulo-scheduled-loops",
					    "rounding-math",
					    "sched-",
					    "schedule-",
					    "section-anchors",
					    "sel-sched-",
					    "selective-scheduling",
					    "selective-scheduling2",
					    "semantic-interposition",
					    "shrink-wrap",
					    "signaling-nans",
					    "signed-char",
					    "signed-zeros",
					    "simd-cost-model=",
					    "single-precision-constant",
					    "slp-vectorize",
					    "split-",
					    "ssa-phiopt",
					    "stack-protector",
					    "stack-protector-all",
					    "stack-protector-strong",
					    "stdarg-opt",
					    "store-merging",
					    "strict-aliasing",
					    "strict-overflow",
					    "thread-jumps",
					    "tracer",
					    "trapping-math",
					    "trapv",
					    "tree-",
					    "unroll-all-loops",
					    "unroll-loops",
					    "unsafe-math-optimizations",
					    "unsigned-char",
					    "unswitch-loops",
					    "variable-expansion-in-unroller",
					    "vect-cost-model=",
					    "vectorize",
					    "version-loops-for-strides",
					    "web",
					    "wrapv",
					    NULL };

/* Whole words, or beginnings of words, as above. */
static const char *const cc_words[] = { "-O0",       "-O1",      "-O2", "-O3",
					"-Os",       "-Oz",      "-Og", "-Ofast",
					"-O",        "-g",       "-g0", "-g1",
					"-g2",       "-g3",      "-w",  "-pthread",
					"-ansi",     "-std=c",   "-W",  "-std=gnu",
					"-pedantic", "--param=", NULL };

static const char *const nvcc_words[] = { "-O0",
					  "-O1",
					  "-O2",
					  "-O3",
					  "-G",
					  "-g",
					  "-w",
					  "-lineinfo",
					  "-std=c++",
					  "-rdc=true",
					  "-rdc=false",
					  "-restrict",
					  "--restrict",
					  "-use_fast_math",
					  "--use_fast_math",
					  "-maxrregcount=",
					  "--maxrregcount=",
					  "-ftz=",
					  "--ftz=",
					  "-fmad=",
					  "--fmad=",
					  "-prec-div=",
					  "--prec-div=",
					  "-prec-sqrt=",
					  "--prec-sqrt=",
					  "-extra-device-vectorization",
					  "--extra-device-vectorization",
					  "-expt-relaxed-constexpr",
					  "--expt-relaxed-constexpr",
					  "-expt-extended-lambda",
					  "--expt-extended-lambda",
					  "-extended-lambda",
					  "--extended-lambda",
					  "-default-stream=",
					  "--default-stream=",
					  NULL };

static const char *const ptxas_words[] = { "-O0",
					   "-O1",
					   "-O2",
					   "-O3",
					   "-v",
					   "-dlcm=",
					   "-dscm=",
					   "-warn-spills",
					   "-warn-lmem-usage",
					   "-Werror",
					   "--allow-expensive-optimizations=",
					   NULL };

static bool is_plain(const char *s, const char *also)
{
	for (; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr(also, *s))
			return false;
	return true;
}

static bool is_listed(const char *word, const char *const *list)
{
	for (; *list; list++) {
		size_t n = strlen(*list);
		char last = (*list)[n - 1];
		bool is_prefix = last == '-' || last == '=' || !strcmp(*list, "-W") ||
				 !strncmp(*list, "-std=", 5);

		if (is_prefix ? !strncmp(word, *list, n) && word[n]
			      : !strcmp(word, *list))
			return true;
	}
	return false;
}

/* -DNAME, -DNAME=VALUE or -UNAME; a value is a number or a name. */
static bool is_definition(const char *word)
{
	size_t n;

	if (word[0] != '-' || (word[1] != 'D' && word[1] != 'U'))
		return false;
	word += 2;
	if (!isalpha((unsigned char)*word) && *word != '_')
		return false;
	n = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			 "0123456789_");
	return !word[n] || (word[n] == '=' && is_plain(word + n + 1, "_.+-"));
}

/* -mllvm and -mlinker-version= pass words on to other programs. */
static bool is_machine(const char *word)
{
	return !strncmp(word, "-m", 2) && islower((unsigned char)word[2]) &&
	       strncmp(word, "-mllvm", 6) != 0 && strncmp(word, "-mlinker", 8) != 0;
}

static bool is_code_option(const char *word)
{
	if (strncmp(word, "-f", 2) != 0)
		return false;
	word += 2;
	return is_listed(word, code_options) ||
	       (!strncmp(word, "no-", 3) && is_listed(word + 3, code_options));
}

static bool is_cc_word(const char *word)
{
	return is_plain(word, "-_=.+") &&
	       (is_listed(word, cc_words) || is_definition(word) || is_machine(word) ||
		is_code_option(word));
}

static bool is_ptxas_word(const char *word)
{
	return is_plain(word, "-=") && is_listed(word, ptxas_words);
}

/* Are all words of a comma-separated list good? */
static bool all(const char *list, bool (*is_good)(const char *))
{
	char word[128];

	for (;;) {
		size_t n = strcspn(list, ",");

		if (!n || n >= sizeof(word))
			return false;
		snprintf(word, sizeof(word), "%.*s", (int)n, list);
		if (!is_good(word))
			return false;
		if (!list[n])
			return true;
		list += n + 1;
	}
}

static bool is_nvcc_word(const char *word)
{
	if (!strncmp(word, "-Xptxas=", 8))
		return all(word + 8, is_ptxas_word);
	if (!strncmp(word, "-Xcompiler=", 11))
		return all(word + 11, is_cc_word);
	return is_plain(word, "-_=.+") &&
	       (is_listed(word, nvcc_words) || is_definition(word));
}

static bool is_library(const char *word)
{
	return !strcmp(word, "-pthread") ||
	       (!strncmp(word, "-l", 2) && isalnum((unsigned char)word[2]) &&
		is_plain(word, "-_.+"));
}

static bool is_header(const char *word)
{
	return isalnum((unsigned char)*word) && is_plain(word, "-_.+/") &&
	       !strstr(word, "..");
}

static bool is_arch(const char *word)
{
	size_t n;

	if (strncmp(word, "sm_", 3) != 0)
		return false;
	n = strspn(word + 3, "0123456789");
	word += 3 + n;
	return n >= 2 && n <= 3 && (!*word || !strcmp(word, "a") || !strcmp(word, "f"));
}

bool aisp_allow_word(enum aisp_tag tag, const char *word, bool is_cuda)
{
	switch (tag) {
	case AISP_TAG_FLAGS:
		return is_cuda ? is_nvcc_word(word) : is_cc_word(word);
	case AISP_TAG_LIBS:
		return is_library(word);
	case AISP_TAG_NEEDS:
		return is_header(word);
	case AISP_TAG_ARCH:
		return is_arch(word);
	case AISP_TAG_CONFIG:
		return !strcmp(word, "llvm-config");
	default:
		return false;
	}
}

const char *aisp_tag_help(enum aisp_tag tag)
{
	static const char *const help[] = {
		"options that change the code alone (-O, -m, -f, -D, -std, -W)",
		"-lNAME", "a header's name", "sm_90 or sm_90a", "llvm-config"
	};

	return help[tag];
}

bool aisp_allow_file(const char *name)
{
	return *name && *name != '-' && is_plain(name, "-_.+");
}
