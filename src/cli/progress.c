/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "progress.h"

#define ERASE "\r\033[K"

/* Until the next look, if this group goes on as it did; then as long as its past. */
static double left_s(const struct progress_line *p, const struct aisp_group *g,
		     int block, int next_look)
{
	double group_s = (double)(aisp_now_ns() - p->group_start_ns) / 1e9;
	double suite_s = (double)(aisp_now_ns() - p->start_ns) / 1e9;
	double group_left_s = group_s * (next_look - block) / block;

	return group_left_s + (suite_s + group_left_s) / (g->position + 1) *
				      (g->n_groups - g->position - 1);
}

static void show(void *arg, const struct aisp_group *g, int block, int next_look)
{
	struct progress_line *p = arg;

	if (block == 0)
		p->group_start_ns = aisp_now_ns();
	if (!p->is_terminal)
		return;
	fprintf(stderr, ERASE "[%d/%d] %s:%s ", g->position + 1, g->n_groups,
		g->chapter, g->workload);
	if (next_look < 0)
		fputs("preparing", stderr);
	else
		fprintf(stderr, "block %d of %d", block + 1, next_look);
	if (block > 0)
		fprintf(stderr, ", about %.0f s left", left_s(p, g, block, next_look));
	fflush(stderr);
}

struct aisp_progress progress_begin(struct progress_line *p)
{
	p->is_terminal = isatty(STDERR_FILENO);
	p->start_ns = p->group_start_ns = aisp_now_ns();
	return (struct aisp_progress){ show, p };
}

void progress_say(void *progress_line, const char *text)
{
	const struct progress_line *p = progress_line;

	if (p->is_terminal)
		fprintf(stderr, ERASE "%s", text);
}

void progress_end(const struct progress_line *p)
{
	if (p->is_terminal)
		fputs(ERASE, stderr);
}
