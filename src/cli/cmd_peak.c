/* SPDX-License-Identifier: MIT
 *
 * cmd_peak.c - aisp peak: measure this machine's limits once, and show them.
 */
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "machine/peak.h"

struct options {
	int is_json, is_refresh;
};

enum { OPT_JSON = 0x100, OPT_REFRESH };

static const struct argp_option argp_options[] = {
	{ "json", OPT_JSON, NULL, 0, "Print JSON", 0 },
	{ "refresh", OPT_REFRESH, NULL, 0, "Measure again, and replace what is saved",
	  0 },
	{ 0 },
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	(void)arg;
	switch (key) {
	case OPT_JSON:
		o->is_json = 1;
		return 0;
	case OPT_REFRESH:
		o->is_refresh = 1;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	argp_options,
	parse,
	NULL,
	"Measure arithmetic, bandwidth and latency, the roofs against which results "
	"are "
	"compared.  A saved measurement of this machine is shown if there is one.",
	NULL,
	NULL,
	NULL,
};

static void show_progress(void *arg, const char *what)
{
	(void)arg;
	fprintf(stderr, "\r\033[Kmeasuring %s", what);
}

static int measure(struct aisp_peaks *p, struct aisp_err *err)
{
	int is_tty = isatty(STDERR_FILENO);
	int rc = aisp_peaks_measure(p, is_tty ? show_progress : NULL, NULL, err);

	if (is_tty)
		fputs("\r\033[K", stderr);
	return rc || aisp_peaks_save(p, err) ? -1 : 0;
}

static void print_row(const char *what, const char *unit,
		      const struct aisp_figure f[AISP_N_WIDTHS])
{
	const struct aisp_figure *one = &f[AISP_WIDTH_ONE], *all = &f[AISP_WIDTH_ALL];

	if (one->best > 0)
		printf("%-12s %10.1f %10.1f   %10.1f %10.1f   %-8s %s\n", what,
		       one->best * 1e-9, one->median * 1e-9, all->best * 1e-9,
		       all->median * 1e-9, unit, one->how);
}

static void print_table(const struct aisp_peaks *p)
{
	char what[32];

	printf("machine %s, measured %s\n\n", p->machine, p->measured);
	printf("%-12s %21s   %13d thread%s\n", "", "1 thread", p->n_threads,
	       p->n_threads == 1 ? "" : "s");
	printf("%-12s %10s %10s   %10s %10s\n", "", "best", "median", "best", "median");
	for (int t = 0; t < AISP_N_DTYPES; t++)
		print_row(aisp_dtype_name(t),
			  aisp_dtype_roundoff(t) > 0 ? "GFLOP/s" : "Gop/s",
			  p->flops[t]);
	for (int l = 0; l < AISP_N_LEVELS; l++)
		for (int s = 0; s < AISP_N_STREAMS; s++) {
			snprintf(what, sizeof(what), "%s %s", aisp_level_name(l),
				 aisp_stream_name(s));
			print_row(what, "GB/s", p->bandwidth[l][s]);
		}
	for (int l = 0; l < AISP_N_LEVELS; l++)
		if (p->latency_ns[l].best > 0)
			printf("%-4s latency %10.1f %10.1f %25s ns\n",
			       aisp_level_name(l), p->latency_ns[l].best,
			       p->latency_ns[l].median, "");
}

static int print_json(const struct aisp_peaks *p, struct aisp_err *err)
{
	json_t *j = aisp_peaks_json(p, err);

	if (!j)
		return -1;
	json_dumpf(j, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(7));
	putchar('\n');
	json_decref(j);
	return 0;
}

static int run(int argc, char **argv)
{
	struct options o = { 0 };
	struct aisp_peaks p;
	struct aisp_err err;

	if (argp_parse(&argp, argc, argv, 0, NULL, &o))
		return AISP_EXIT_USAGE;
	if ((o.is_refresh || aisp_peaks_load(&p, &err)) && measure(&p, &err))
		goto failed;
	if (!o.is_json)
		print_table(&p);
	else if (print_json(&p, &err))
		goto failed;
	return AISP_EXIT_OK;
failed:
	fprintf(stderr, "aisp peak: %s\n", err.msg);
	return AISP_EXIT_HARNESS;
}

const struct aisp_command aisp_cmd_peak = {
	.name = "peak",
	.summary = "measure what this machine can do at most",
	.argp = &argp,
	.run = run,
};
