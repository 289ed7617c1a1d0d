/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "command_pair.h"
#include "report/format.h"

#define SHELL_SHARE 0.02 /* of a run: worth a word */

static void print_row(FILE *f, const char *what, const char *verdict,
		      const struct aisp_comparison *c, const double *ns)
{
	char ratio[64], a[32], b[32];

	aisp_format_ratio(ratio, sizeof(ratio), c->speedup, c->speedup_lo,
			  c->speedup_hi);
	aisp_format_ns(a, sizeof(a), ns[0]);
	aisp_format_ns(b, sizeof(b), ns[1]);
	fprintf(f, "%-9s  %-12s  %-24s  %-9s  %s\n", what, verdict, ratio, a, b);
}

static void print_table(const struct command_pair *p, FILE *f)
{
	const struct command_figures *a = &p->figures[0], *b = &p->figures[1];
	const double wall[] = { a->wall_ns, b->wall_ns };
	const double cpu[] = { a->cpu_ns, b->cpu_ns };

	fprintf(f, "%-9s  %-12s  %-24s  %-9s  %s\n", "", "verdict on B", "speedup", "A",
		"B");
	print_row(f, "wall time", aisp_outcome_name(command_pair_outcome(p)), &p->wall,
		  wall);
	print_row(f, "CPU time", "", &p->cpu, cpu);
}

static void print_texts(const struct command_pair *p, FILE *f)
{
	for (int side = 0; side < 2; side++) {
		fprintf(f, "%c: ", "AB"[side]);
		aisp_print_text(f, p->text[side]);
		fputc('\n', f);
	}
}

static void print_why(const struct command_pair *p, const char *again, FILE *f)
{
	char advice[1800];

	if (p->is_cut)
		fputs("stopped before the end\n", f);
	if (p->why[0] || p->wall.why[0]) {
		fprintf(f, "%s: ", aisp_outcome_name(command_pair_outcome(p)));
		aisp_print_text(f, p->why[0] ? p->why : p->wall.why);
		fputc('\n', f);
	}
	command_pair_advise(p, again, advice, sizeof(advice));
	if (advice[0])
		fprintf(f, "%s\n", advice);
	if (p->busy[0])
		fprintf(f, "%s\n", p->busy);
}

static void print_outputs(const struct command_pair *p, FILE *f)
{
	if (p->is_invalid)
		return;
	if (p->is_output_ignored)
		fprintf(f, "outputs: not compared; exit status %d in every run\n",
			p->exit_status);
	else
		fprintf(f,
			"outputs: the same %lld byte%s of stdout and exit status %d in "
			"every run\n",
			p->output_bytes, p->output_bytes == 1 ? "" : "s",
			p->exit_status);
}

static void print_pairs(const struct command_pair *p, FILE *f)
{
	fprintf(f, "%d pairs", p->wall.n_pairs);
	if (p->n_disturbed)
		fprintf(f, ", beside %d in which others had the CPUs", p->n_disturbed);
	fprintf(f, "; margin %.2g %%; confidence %.4g %% at each look\n",
		100 * p->wall.margin, 100 * p->wall.confidence);
}

/* Both sides contain the shell's time, which brings the ratio closer to 1. */
static void print_shell(const struct command_pair *p, FILE *f)
{
	double least_ns = fmin(p->figures[0].wall_ns, p->figures[1].wall_ns);
	char time[32];

	if (!(p->shell_ns > SHELL_SHARE * least_ns))
		return;
	aisp_format_ns(time, sizeof(time), p->shell_ns);
	fprintf(f,
		"a shell that does nothing takes %s, %.0f %% of the shorter run: the "
		"ratio without it is further from 1\n",
		time, fmin(100, 100 * p->shell_ns / least_ns));
}

static void print_grade(const struct command_pair *p, FILE *f)
{
	const struct aisp_grading *g = &p->grading;

	fprintf(f, "environment grade %c", aisp_grade_letter(g->grade));
	for (int i = 0; i < g->n_why; i++)
		fprintf(f, "%s%s", i ? "; " : ": ", g->why[i]);
	fputc('\n', f);
}

void command_pair_print(const struct command_pair *p, const char *again, FILE *f)
{
	if (p->n_blocks)
		print_table(p, f);
	else
		fprintf(f, "%s\n", aisp_outcome_name(command_pair_outcome(p)));
	fputc('\n', f);
	print_texts(p, f);
	print_why(p, again, f);
	if (p->n_blocks) {
		print_outputs(p, f);
		print_pairs(p, f);
		print_shell(p, f);
	}
	fputs("tier: " COMMAND_TIER
	      ": weaker than a pair (`aisp new`): every run has the "
	      "same inputs, outputs\n"
	      "are held against A's and not against a reference, nothing is isolated\n",
	      f);
	print_grade(p, f);
}
