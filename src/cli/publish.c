/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/text.h"
#include "judge/document.h"
#include "publish.h"
#include "report/export.h"
#include "report/roofline.h"
#include "store/history.h"

static int put_report(struct aisp_rundir *dir, const char *name,
		      aisp_report_function *report, const struct aisp_run *run,
		      struct aisp_err *err)
{
	char *text = NULL;
	size_t n_bytes;
	FILE *f = open_memstream(&text, &n_bytes);
	int rc;

	if (!f)
		return aisp_err_errno(err, "memory for %s", name);
	rc = report(run, f);
	if (fclose(f) || rc)
		rc = aisp_err_set(err, "no memory for %s", name);
	else
		rc = aisp_rundir_put_text(dir, name, text, n_bytes, err);
	free(text);
	return rc;
}

void publish_journal(struct aisp_journal *journal, int dir_fd, const char *started,
		     const struct aisp_seed *seed)
{
	char text[33];

	aisp_journal_follow(journal, openat(dir_fd, "journal.jsonl",
					    O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
	aisp_seed_format(seed, text);
	aisp_journal_add(journal, json_pack("{ss ss ss}", "kind", "start", "date",
					    started, "seed", text));
}

int publish_journal_resumed(struct aisp_journal *journal, int dir_fd,
			    const struct aisp_checkpoint *from, struct aisp_err *err)
{
	int fd = openat(dir_fd, "journal.jsonl", O_WRONLY | O_APPEND | O_CLOEXEC);
	char now[32];

	/* Cuts off an incomplete line that the kill left. */
	if (fd < 0 || ftruncate(fd, (off_t)from->n_bytes)) {
		if (fd >= 0)
			close(fd);
		return aisp_err_errno(err, "write the journal");
	}
	if (aisp_journal_restore(journal, from->journal, from->n_bytes)) {
		close(fd);
		return aisp_err_set(err, "no memory for the journal");
	}
	aisp_journal_follow(journal, fd);
	aisp_now_text(now);
	aisp_journal_add(journal,
			 json_pack("{ss ss si si si}", "kind", "resume", "date", now,
				   "arms", from->n_arms, "results", from->n_results,
				   "dropped", from->n_dropped));
	return 0;
}

/* The journal's last line has the hashes of the files beside it. */
static int put_journal(struct aisp_rundir *dir, struct aisp_journal *journal,
		       struct aisp_err *err)
{
	json_t *line = json_pack("{ss}", "kind", "files");

	for (int i = 0; i < AISP_N_JOURNALED_FILES; i++) {
		char path[PATH_MAX + 64], hex[65];

		snprintf(path, sizeof(path), "%s/%s/%s", dir->parent, dir->tmp,
			 aisp_journaled_files[i]);
		if (aisp_hash_file(path, hex, err)) {
			json_decref(line);
			return -1;
		}
		json_object_set_new(line, aisp_journaled_files[i], json_string(hex));
	}
	aisp_journal_add(journal, line);
	if (journal->has_failed)
		return aisp_err_set(err, "no memory for the journal of the run");
	return aisp_rundir_put_text(dir, "journal.jsonl", journal->text,
				    journal->n_bytes, err);
}

/*
 * A file that can be made again from the others must not fail the run: if the disk is
 * full, the folder goes without it.
 */
static void put_picture(struct aisp_rundir *dir, const char *name,
			aisp_report_function *report, const struct aisp_run *run)
{
	struct aisp_err err;

	if (put_report(dir, name, report, run, &err))
		fprintf(stderr, "aisp: no %s in the run folder: %s\n", name, err.msg);
}

int publish_save(struct aisp_rundir *dir, const char *artifacts,
		 const struct aisp_run *run, const struct run_profiles *profiles,
		 struct aisp_journal *journal, struct aisp_err *err)
{
	if (aisp_rundir_begin(dir, artifacts, err))
		return -1;
	if (aisp_rundir_put_json(dir, "manifest.json", run->manifest, err) ||
	    aisp_rundir_put_json(dir, "results.json", run->document, err) ||
	    put_report(dir, "results.md", aisp_report_markdown, run, err) ||
	    put_report(dir, "results.csv", aisp_report_csv, run, err) ||
	    (journal && put_journal(dir, journal, err))) {
		aisp_rundir_abort(dir);
		return -1;
	}
	put_picture(dir, "report.html", aisp_report_html, run);
	put_picture(dir, "roofline.svg", aisp_roofline_svg, run);
	put_picture(dir, "trace.json", aisp_export_trace, run);
	run_profiles(profiles, dir);
	return aisp_rundir_commit(dir, err);
}

/* A run may be NULL: then the history is only opened. */
static int enter_history(const char *given, const struct aisp_paths *paths,
			 const struct aisp_run *run, struct aisp_err *err)
{
	char path[PATH_MAX];
	struct aisp_history *h;
	int rc = 0;

	if (aisp_history_path(path, sizeof(path), given, paths->data, err))
		return -1;
	if (!*path)
		return 0;
	h = aisp_history_open(path, true, err);
	if (!h)
		return -1;
	if (run)
		rc = aisp_history_enter(h, run, err);
	aisp_history_close(h);
	return rc < 0 ? -1 : 0;
}

int publish_history(const char *given, const struct aisp_paths *paths,
		    const struct aisp_run *run, struct aisp_err *err)
{
	struct aisp_err why;

	if (!enter_history(given, paths, run, &why))
		return 0;
	return aisp_err_set(err, "%.400s; --no-history does without", why.msg);
}
