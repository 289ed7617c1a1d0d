/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/timex.h>
#include <unistd.h>

#include "checklist_probe.h"
#include "machine/peak.h"
#include "machine/sysfile.h"
#include "report/quantity.h"
#include "run/left_out.h"
#include "store/program.h"

#define MIB 1048576.0

/* Defaults if nobody set them. */
#define DEFAULT_OPEN_FILES 1024
#define DEFAULT_SHM_MIB    64

static const struct {
	const char *name, *option;
} words[ITEM_N_STATES] = {
	[ITEM_ATTENTION] = { "attention", "failing" },
	[ITEM_OK] = { "ok", "ok" },
	[ITEM_NOT_VISIBLE] = { "not visible", "not-visible" },
	[ITEM_ADVICE] = { "advice", "advice" },
};

const char *item_state_name(enum item_state s)
{
	return words[s].name;
}

enum item_state item_state_find(const char *option)
{
	int s = 0;

	while (s < ITEM_N_STATES && strcmp(words[s].option, option) != 0)
		s++;
	return (enum item_state)s;
}

__attribute__((format(printf, 3, 4))) static void
found(struct item_finding *f, enum item_state state, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(f->what, sizeof(f->what), fmt, args);
	va_end(args);
	f->state = state;
}

static void advise(struct item_finding *f, const char *remedy)
{
	if (f->state == ITEM_ATTENTION)
		snprintf(f->remedy, sizeof(f->remedy), "%s", remedy);
}

static void probe_doctor(struct item_finding *f, const char *name,
			 const struct aisp_diagnosis *d)
{
	static const enum item_state states[] = {
		[AISP_HARM_UNKNOWN] = ITEM_NOT_VISIBLE,
		[AISP_HARM_OK] = ITEM_OK,
		[AISP_HARM_WARN] = ITEM_ATTENTION,
		[AISP_HARM_BAD] = ITEM_ATTENTION,
	};

	for (int i = 0; i < d->n; i++) {
		const struct aisp_symptom *s = &d->symptoms[i];

		if (strcmp(s->name, name) != 0)
			continue;
		found(f, states[s->harm], "%s", s->state);
		advise(f, s->remedy);
		return;
	}
	found(f, ITEM_NOT_VISIBLE, "aisp doctor has no '%s' here", name);
}

static void probe_peaks(struct item_finding *f)
{
	struct aisp_peaks p;
	struct aisp_err err = { "" };
	char why[200];

	if (aisp_peaks_load(&p, &err))
		found(f, ITEM_ATTENTION, "%.390s", err.msg);
	else if (aisp_peaks_are_busy(&p))
		found(f, ITEM_ATTENTION, "others were busy while they were measured");
	else if (aisp_peaks_doubt(&p, why, sizeof(why)))
		found(f, ITEM_ATTENTION, "%s", why);
	else
		found(f, ITEM_OK, "measured here");
	advise(f, "aisp peak, while nothing else runs");
}

static void probe_limit(struct item_finding *f, const char *name)
{
	bool is_memory = !strcmp(name, "memlock");
	struct rlimit limit;

	if (getrlimit(is_memory ? RLIMIT_MEMLOCK : RLIMIT_NOFILE, &limit))
		return found(f, ITEM_NOT_VISIBLE, "the kernel does not tell");
	if (limit.rlim_cur == RLIM_INFINITY)
		return found(f, ITEM_OK, "no limit");
	if (is_memory) {
		found(f, ITEM_ATTENTION, "%.1f MiB", (double)limit.rlim_cur / MIB);
		advise(f, "ulimit -l unlimited; of a container --ulimit memlock=-1");
		return;
	}
	found(f, limit.rlim_cur > DEFAULT_OPEN_FILES ? ITEM_OK : ITEM_ATTENTION,
	      "%llu files", (unsigned long long)limit.rlim_cur);
	advise(f, "ulimit -n with more than the default");
}

static bool is_in(const char *dirs, const char *program)
{
	char path[PATH_MAX];
	size_t n;

	for (const char *d = dirs; *d; d += n + (d[n] == ':')) {
		n = strcspn(d, ":");
		snprintf(path, sizeof(path), "%.*s/%s", (int)n, d, program);
		if (n && !access(path, X_OK))
			return true;
	}
	return false;
}

static void probe_tool(struct item_finding *f, const char *program, bool is_for_gpu)
{
	const char *dirs = getenv("PATH");
	char version[64];

	if (is_for_gpu &&
	    aisp_sys_read("/proc/driver/nvidia/version", version, sizeof(version)))
		return found(f, ITEM_NOT_VISIBLE, "no NVIDIA driver here");
	if (is_in(dirs ? dirs : "", program) ||
	    (is_for_gpu && is_in("/usr/local/cuda/bin", program)))
		return found(f, ITEM_OK, "%s is there", program);
	found(f, ITEM_ATTENTION, "%s is not there", program);
	advise(f, is_for_gpu ? "install NVIDIA's toolkit, or this part of it"
			     : "install it");
}

/* Counts disks whose scheduler is neither none nor mq-deadline; *n: all disks. */
static int count_scheduled(const glob_t *files, int *n, char *first, size_t size)
{
	size_t n_root = strlen(aisp_sys_root());
	char scheduler[80];
	int n_bad = 0;

	for (size_t i = 0; i < files->gl_pathc; i++) {
		if (aisp_sys_read(files->gl_pathv[i] + n_root, scheduler,
				  sizeof(scheduler)))
			continue;
		++*n;
		if (strstr(scheduler, "[none]") || strstr(scheduler, "[mq-deadline]") ||
		    !strcmp(scheduler, "none"))
			continue;
		if (!n_bad++)
			snprintf(first, size, "%s", scheduler);
	}
	return n_bad;
}

static void probe_disk(struct item_finding *f)
{
	char pattern[PATH_MAX], first[80] = "";
	glob_t files = { 0 };
	int n = 0, n_bad = 0;

	if (!aisp_sys_path(pattern, sizeof(pattern),
			   "/sys/block/nvme*/queue/scheduler") &&
	    !glob(pattern, 0, NULL, &files))
		n_bad = count_scheduled(&files, &n, first, sizeof(first));
	globfree(&files);
	if (!n)
		return found(f, ITEM_NOT_VISIBLE, "no NVMe disk to be seen");
	if (!n_bad)
		return found(f, ITEM_OK, "none or mq-deadline on %d", n);
	found(f, ITEM_ATTENTION, "%s on %d of %d", first, n_bad, n);
	advise(f, "echo none | sudo tee /sys/block/DISK/queue/scheduler");
}

static void probe_shm(struct item_finding *f)
{
	char path[PATH_MAX];
	struct statvfs fs;
	double mib;

	if (aisp_sys_path(path, sizeof(path), "/dev/shm") || statvfs(path, &fs))
		return found(f, ITEM_NOT_VISIBLE, "there is none");
	mib = (double)fs.f_blocks * (double)fs.f_frsize / MIB;
	found(f, mib > DEFAULT_SHM_MIB ? ITEM_OK : ITEM_ATTENTION, "%.0f MiB", mib);
	advise(f, "start the container with --shm-size, or --ipc=host");
}

static void probe_clock(struct item_finding *f)
{
	struct timex t = { 0 };
	int state = adjtimex(&t);

	if (state < 0)
		return found(f, ITEM_NOT_VISIBLE, "the kernel does not tell");
	if (state == TIME_ERROR || (t.status & STA_UNSYNC)) {
		found(f, ITEM_ATTENTION, "nothing keeps the clock in step");
		advise(f, "run chrony, or systemd-timesyncd");
		return;
	}
	found(f, ITEM_OK, "in step, to %.1f ms", (double)t.maxerror / 1000);
}

static void probe_git(struct item_finding *f, const char *folder)
{
	const char *const argv[] = { "git",      "-C",   folder, "rev-parse",
				     "--verify", "HEAD", NULL };
	char *text = NULL;

	if (aisp_program_read(argv, &text, NULL)) {
		found(f, ITEM_ATTENTION, "%.300s has no commit", folder);
		advise(f, "git init, and commit");
	} else {
		found(f, ITEM_OK, "at %.12s", text);
	}
	free(text);
}

/* Finds the first path below the folder that matches a pattern, or "". */
static void match(char *path, size_t size, const char *folder, const char *pattern,
		  size_t n)
{
	char whole[PATH_MAX];
	glob_t files = { 0 };

	path[0] = '\0';
	snprintf(whole, sizeof(whole), "%s/%.*s", folder, (int)n, pattern);
	if (!glob(whole, 0, NULL, &files))
		snprintf(path, size, "%s", files.gl_pathv[0]);
	globfree(&files);
}

static void probe_file(struct item_finding *f, const char *patterns, const char *folder)
{
	char path[300];

	for (const char *p = patterns; *p;) {
		size_t n = strcspn(p, " ");

		match(path, sizeof(path), folder, p, n);
		if (*path)
			return found(f, ITEM_OK, "%s", path);
		p += n + strspn(p + n, " ");
	}
	found(f, ITEM_ATTENTION, "%.150s has none of %s", folder, patterns);
	advise(f, "write one, or name another folder with --in");
}

/* A result that was skipped or never begun shows nothing. */
static bool has_run(const struct aisp_run_result *r)
{
	return r->status != AISP_WORD_SKIPPED && r->status != AISP_WORD_NOT_RUN;
}

/* Has the result the fault that this kind of probe looks for? */
static bool is_bad(const struct aisp_run_result *r, const char *kind)
{
	const struct aisp_run_arm *base = r->arms[AISP_BASELINE];
	enum aisp_word word = aisp_result_word(r);

	if (!strcmp(kind, "valid"))
		return aisp_word_is_broken(word) || *aisp_left_out_mark(r);
	if (!strcmp(kind, "decided"))
		return word == AISP_WORD_INCONCLUSIVE;
	if (r->status != AISP_WORD_MEASURED)
		return false;
	if (!strcmp(kind, "baseline"))
		return base && base->kind == AISP_KIND_NAIVE;
	return isnan(aisp_quantity_of(r, AISP_QUANTITY_LIMIT).value);
}

static void probe_commit(struct item_finding *f, const struct aisp_run_machine *m)
{
	if (!*m->commit)
		found(f, ITEM_ATTENTION, "the run names no commit");
	else if (m->is_dirty)
		found(f, ITEM_ATTENTION, "the run measured %.12s with changes",
		      m->commit);
	else
		found(f, ITEM_OK, "the run measured %.12s", m->commit);
	advise(f, "commit, then measure");
}

static void probe_run(struct item_finding *f, const char *kind,
		      const struct aisp_run *run)
{
	const char *first = "";
	int n_bad = 0, n = 0;

	if (!run)
		return found(f, ITEM_NOT_VISIBLE, "no saved run; --run names one");
	if (!strcmp(kind, "committed"))
		return probe_commit(f, &run->machine);
	for (int i = 0; i < run->n_results; i++) {
		const struct aisp_run_result *r = &run->results[i];

		n += has_run(r);
		if (has_run(r) && is_bad(r, kind) && !n_bad++)
			first = r->target;
	}
	if (!n)
		return found(f, ITEM_NOT_VISIBLE,
			     "the run has no result that was measured");
	if (!n_bad)
		return found(f, ITEM_OK, "%d results", n);
	found(f, ITEM_ATTENTION, "not so in %d of %d results, such as %.200s", n_bad, n,
	      first);
	advise(f, "aisp bench report --format details tells why");
}

void item_probe(struct item_finding *f, const struct aisp_checklist_item *item,
		const struct item_view *v)
{
	*f = (struct item_finding){ .state = ITEM_ADVICE };
	switch (item->probe) {
	case AISP_PROBE_DOCTOR:
		return probe_doctor(f, item->argument, &v->diagnosis);
	case AISP_PROBE_PEAKS:
		return probe_peaks(f);
	case AISP_PROBE_LIMIT:
		return probe_limit(f, item->argument);
	case AISP_PROBE_TOOL:
	case AISP_PROBE_GPUTOOL:
		return probe_tool(f, item->argument, item->probe == AISP_PROBE_GPUTOOL);
	case AISP_PROBE_DISK:
		return probe_disk(f);
	case AISP_PROBE_SHM:
		return probe_shm(f);
	case AISP_PROBE_CLOCK:
		return probe_clock(f);
	case AISP_PROBE_GIT:
		return probe_git(f, v->folder);
	case AISP_PROBE_FILE:
		return probe_file(f, item->argument, v->folder);
	case AISP_PROBE_RUN:
		return probe_run(f, item->argument, v->run);
	default:
		return;
	}
}
