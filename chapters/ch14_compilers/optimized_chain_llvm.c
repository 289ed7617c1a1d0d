/* SPDX-License-Identifier: MIT
 *
 * setup() writes a loop for this chain in LLVM's intermediate language and has LLVM
 * make vector code for this processor of it: one pass over memory, y in a register,
 * and only the inputs that the chain uses are read.
 * NEEDS: llvm-c/Core.h
 * CONFIG: llvm-config
 */
#include "workload_chain.h"

#include "llvm_code.h"

#include <llvm/Config/llvm-config.h>
#include <stdio.h>
#include <stdlib.h>

/* Since LLVM 15 a pointer does not say to what. */
#if LLVM_VERSION_MAJOR < 15
#define PTR "float*"
#else
#define PTR "ptr"
#endif

typedef void chain_fn(float *y, const float *x, const float *a, const float *b,
		      int64_t n);

struct state {
	struct llvm_code code;
	chain_fn *chain;
};

/* The text of each step, which makes %r of %v, %a and %b. */
static const char *const text_of[N_STEPS] = {
	[ADD] = "%r = fadd float %v, %a\n",
	[MULTIPLY] = "%r = fmul float %v, %b\n",
	[CLIP] = "%c = fcmp ogt float %v, 0.0\n"
		 "%r = select i1 %c, float %v, float 0.0\n",
	[SQUASH] = "%m = call float @llvm.fabs.f32(float %v)\n"
		   "%d = fadd float %m, 1.0\n"
		   "%r = fdiv float %v, %d\n",
	[HALVE] = "%h = fmul float %v, 0.5\n"
		  "%r = fsub float %h, %a\n",
};

/* All functions but the chain are inlined. */
static const char before_steps[] = "declare float @llvm.fabs.f32(float)\n"
				   "define internal float @get(" PTR " %p, i64 %i) {\n"
				   "%q = getelementptr float, " PTR " %p, i64 %i\n"
				   "%v = load float, " PTR " %q\n"
				   "ret float %v\n}\n";

static const char a_step[] =
	"define internal float @step%d(float %%v, float %%a, float %%b) {\n"
	"%sret float %%r\n}\n";

/* An input that no step uses is not read: the compiler sees to it. */
static const char before_chain[] = "define void @chain(" PTR " noalias %y, " PTR
				   " %x, " PTR " %as, " PTR " %bs, i64 %n) {\n"
				   "br label %loop\n"
				   "loop:\n"
				   "%i = phi i64 [ 0, %0 ], [ %next, %loop ]\n"
				   "%v0 = call float @get(" PTR " %x, i64 %i)\n"
				   "%a = call float @get(" PTR " %as, i64 %i)\n"
				   "%b = call float @get(" PTR " %bs, i64 %i)\n";

static const char a_call[] =
	"%%v%d = call float @step%d(float %%v%d, float %%a, float %%b)\n";

static const char after_chain[] = "%%to = getelementptr float, " PTR " %%y, i64 %%i\n"
				  "store float %%v%d, " PTR " %%to\n"
				  "%%next = add i64 %%i, 1\n"
				  "%%more = icmp slt i64 %%next, %%n\n"
				  "br i1 %%more, label %%loop, label %%end\n"
				  "end:\nret void\n}\n";

/* Returns the source, which the caller frees, or NULL if out of memory. */
static char *write_source(const int64_t *param)
{
	char *source = NULL;
	size_t bytes;
	FILE *f = open_memstream(&source, &bytes);
	int n = (int)param[LENGTH];

	if (!f)
		return NULL;
	fputs(before_steps, f);
	for (int s = 0; s < N_STEPS; s++)
		fprintf(f, a_step, s, text_of[s]);
	fputs(before_chain, f);
	for (int i = 0; i < n; i++)
		fprintf(f, a_call, i + 1, (int)step_of(param, i), i);
	fprintf(f, after_chain, n);
	fclose(f);
	return source;
}

static int compile(struct state *s, const char *source)
{
	uint64_t address = 0;
	int rc = llvm_compile(&s->code, source, "chain", &address);

	s->chain = (chain_fn *)(uintptr_t)address;
	return rc;
}

static int setup(const struct aisp_io *io, void **state)
{
	struct state *s = calloc(1, sizeof(*s));
	char *source = write_source(io->param);
	int rc = -ENOMEM;

	*state = s;
	if (s && source)
		rc = compile(s, source);
	free(source);
	return rc;
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = state;

	s->chain(aisp_out_f32(io, 0), aisp_in_f32(io, IN_X), aisp_in_f32(io, IN_A),
		 aisp_in_f32(io, IN_B), io->param[ELEMS]);
	return 0;
}

static void teardown(void *state)
{
	struct state *s = state;

	if (s)
		llvm_release(&s->code);
	free(s);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CPU,
	.summary = "a loop compiled for the chain at run time",
	.setup = setup,
	.run = run,
	.teardown = teardown,
	.needs = "code generation for this CPU in LLVM",
};
