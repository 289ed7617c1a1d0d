/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "progress.h"

#define ERASE "\r\033[K"

/* Blocks may be so short that a note for each would mean a write per millisecond. */
#define NOTE_EVERY_NS 300000000

/* A log has no line of a short run, and few of a long one. */
#define SAY_GROUP_NS (10 * INT64_C(1000000000))
#define SAY_BLOCK_NS (60 * INT64_C(1000000000))

/* Until this group's next look, plus later groups at the mean of those so far. */
static double left_s(const struct progress_line *p, const struct aisp_group *g,
		     int block, int next_look)
{
	double group_s = (double)(aisp_now_ns() - p->group_start_ns) / 1e9;
	double suite_s = (double)(aisp_now_ns() - p->start_ns) / 1e9;
	double group_left_s = group_s * (next_look - block) / block;

	return group_left_s + (suite_s + group_left_s) / (g->position + 1) *
				      (g->n_groups - g->position - 1);
}

static void put_note(struct progress_line *p, const struct aisp_group *g, int block,
		     int next_look)
{
	int64_t now = aisp_now_ns();

	if (!p->has_note || (block > 0 && now - p->noted_ns < NOTE_EVERY_NS))
		return;
	p->noted_ns = now;
	snprintf(p->note.target, sizeof(p->note.target), "%s:%s", g->chapter,
		 g->workload);
	p->note.group = g->position + 1;
	p->note.n_groups = g->n_groups;
	p->note.block = block;
	p->note.next_look = next_look;
	p->note.left_s = block > 0 ? left_s(p, g, block, next_look) : -1;
	aisp_progress_note_put(&p->dir, &p->note, NULL);
}

static bool is_due(struct progress_line *p, int block)
{
	int64_t now = aisp_now_ns();

	if (p->is_terminal)
		return true;
	if (now - p->said_ns < (block ? SAY_BLOCK_NS : SAY_GROUP_NS))
		return false;
	p->said_ns = now;
	return true;
}

static void show(void *arg, const struct aisp_group *g, int block, int next_look)
{
	struct progress_line *p = arg;

	if (block == 0)
		p->group_start_ns = aisp_now_ns();
	put_note(p, g, block, next_look);
	if (!is_due(p, block))
		return;
	fprintf(stderr, "%s[%d/%d] %s:%s ", p->is_terminal ? ERASE : "",
		g->position + 1, g->n_groups, g->chapter, g->workload);
	if (next_look < 0)
		fputs("preparing", stderr);
	else
		fprintf(stderr, "block %d of %d", block + 1, next_look);
	if (block > 0)
		fprintf(stderr, ", about %.0f s left", left_s(p, g, block, next_look));
	if (!p->is_terminal)
		fputc('\n', stderr);
	fflush(stderr);
}

struct aisp_progress progress_begin(struct progress_line *p)
{
	*p = (struct progress_line){ 0 };
	p->is_terminal = isatty(STDERR_FILENO);
	p->start_ns = p->group_start_ns = p->said_ns = aisp_now_ns();
	return (struct aisp_progress){ show, p };
}

int progress_publish(struct progress_line *p, const char *artifacts, const char *tmp,
		     int argc, char *const *argv, const char *started,
		     struct aisp_err *err)
{
	struct aisp_progress_note *n = &p->note;
	size_t used = 0;

	if (tmp ? aisp_rundir_adopt(&p->dir, artifacts, tmp, err)
		: aisp_rundir_begin(&p->dir, artifacts, err))
		return -1;
	p->has_note = true;
	snprintf(n->started, sizeof(n->started), "%s", started);
	for (int i = 0; i < argc && used < sizeof(n->command); i++)
		used += (size_t)snprintf(n->command + used, sizeof(n->command) - used,
					 "%s%s", i ? " " : "", argv[i]);
	n->left_s = -1;
	n->next_look = -1;
	aisp_progress_note_put(&p->dir, n, NULL);
	return 0;
}

void progress_say(void *progress_line, const char *text)
{
	const struct progress_line *p = progress_line;

	if (p->is_terminal)
		fprintf(stderr, ERASE "%s", text);
}

void progress_end(struct progress_line *p)
{
	if (p->is_terminal)
		fputs(ERASE, stderr);
}

void progress_discard(struct progress_line *p, bool is_resumable)
{
	if (p->has_note && is_resumable)
		aisp_rundir_leave(&p->dir);
	else if (p->has_note)
		aisp_rundir_abort(&p->dir);
	p->has_note = false;
}
