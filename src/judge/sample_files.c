/* SPDX-License-Identifier: MIT */
#include "sample_files.h"

#include <math.h>

#include "device/file_pages.h"
#include "device/written_files.h"
#include "probes/process.h"

void aisp_files_mark(const struct aisp_session *s, struct aisp_files_mark *m)
{
	m->n_pages = aisp_file_pages(s->buffers);
	m->read_bytes = m->n_pages < 0 ? NAN : aisp_process_read_bytes(s->launch.pid);
}

void aisp_files_note_early(struct aisp_session *s, const struct aisp_files_mark *m)
{
	int64_t n = aisp_file_pages(s->buffers);
	double past;

	if (n < 0)
		return;
	past = (aisp_process_read_bytes(s->launch.pid) - m->read_bytes) / AISP_PAGE;
	n = n > m->n_pages ? n - m->n_pages : 0;
	if (past > (double)n)
		n = (int64_t)ceil(past);
	if (n > s->n_early_pages)
		s->n_early_pages = n;
}

void aisp_files_note_written(struct aisp_session *s, int slot, double flushes_before)
{
	if (s->n_unsynced < 0)
		return;
	s->n_unsynced = aisp_unsynced_of_both(s->n_unsynced,
					      aisp_written_unsynced(s->buffers, slot));
	s->n_flushes = aisp_flushes_of_both(
		s->n_flushes, aisp_written_flushes(s->buffers) - flushes_before);
}
