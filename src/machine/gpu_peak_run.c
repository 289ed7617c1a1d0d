/* SPDX-License-Identifier: MIT
 *
 * gpu_peak_run.c - load the plugin and measure with it, in a child: a failure in a
 * GPU's driver or kernels ends the child, not aisp.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/paths.h"
#include "base/text.h"
#include "gpu_peak.h"
#include "grade.h"

#define START_PATIENCE_MS 60000 /* to load the plugin and find the GPUs */
#define POLL_NS           5000000

/* Memory that the child shares with its parent. */
struct session {
	aisp_gpu_open_function *open;
	int n; /* GPUs, or steps; -1 until known */
	struct aisp_err err;
	struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS];
	struct aisp_gpu_peaks peaks;
	int n_done; /* steps with figures */
	volatile int patience_ms;
	volatile sig_atomic_t step; /* the one in progress */
	char steps[AISP_MAX_GPU_STEPS][24];
};

static struct session *session_new(aisp_gpu_open_function *open, struct aisp_err *err)
{
	struct session *s = mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE,
				 MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (s == MAP_FAILED) {
		aisp_err_errno(err, "share memory with a child");
		return NULL;
	}
	s->open = open;
	s->n = -1;
	s->patience_ms = START_PATIENCE_MS;
	return s;
}

static void session_free(struct session *s)
{
	if (s)
		munmap(s, sizeof(*s));
}

/* Explains a message of the dynamic linker, with a remedy. */
static void explain(const char *path, const char *why, struct aisp_err *err)
{
	if (strstr(why, "libcuda.so"))
		aisp_err_set(err, "no NVIDIA driver (libcuda.so.1): install NVIDIA's "
				  "driver to use a GPU");
	else if (strstr(why, "libcudart"))
		aisp_err_set(err,
			     "%s: install the CUDA runtime that aisp was built "
			     "with, or build it again",
			     why);
	else
		aisp_err_set(err, "load %s: %s", path, why);
}

const struct aisp_gpu_plugin *aisp_gpu_open_plugin(struct aisp_err *err)
{
	const struct aisp_gpu_plugin *plugin;
	struct aisp_paths paths;
	char path[4200];
	void *object;

	if (aisp_paths_find(&paths, err))
		return NULL;
	snprintf(path, sizeof(path), "%s/cuda_peak.so", paths.lib);
	if (access(path, R_OK)) {
		aisp_err_set(err,
			     "%s is not there: run make plugins, which needs nvcc; "
			     "./setup.sh --gpu installs the CUDA toolkit",
			     path);
		return NULL;
	}
	object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!object) {
		explain(path, dlerror(), err);
		return NULL;
	}
	plugin = dlsym(object, "aisp_gpu_plugin");
	if (plugin && plugin->abi == AISP_GPU_PEAK_ABI &&
	    plugin->peaks_bytes == sizeof(struct aisp_gpu_peaks))
		return plugin;
	aisp_err_set(err, "%s is of another version of aisp: run make plugins", path);
	dlclose(object);
	return NULL;
}

static void nap(void)
{
	nanosleep(&(struct timespec){ .tv_nsec = POLL_NS }, NULL);
}

/* Says how a child ended that did not succeed. */
static int blame(int status, struct aisp_err *err)
{
	if (WIFSIGNALED(status))
		return aisp_err_set(err, "crashed: %s", strsignal(WTERMSIG(status)));
	return aisp_err_set(err, "ended with status %d", WEXITSTATUS(status));
}

/*
 * Waits for the child, and calls tell when the step changes; kills the child if a step
 * takes too long.  Returns 0 if the child succeeded.
 */
static int await(pid_t pid, const struct session *s,
		 void (*tell)(void *, const struct session *), void *arg,
		 struct aisp_err *err)
{
	int64_t since = aisp_now_ns();
	int status, step = -1;
	pid_t got;

	while ((got = waitpid(pid, &status, WNOHANG)) == 0) {
		if (s->step != step) {
			step = s->step;
			since = aisp_now_ns();
			if (tell)
				tell(arg, s);
		}
		if ((aisp_now_ns() - since) / 1000000 > s->patience_ms) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			return aisp_err_set(err, "no end after %.3g s",
					    s->patience_ms * 1e-3);
		}
		nap();
	}
	if (got < 0)
		return aisp_err_errno(err, "wait for the measuring process");
	return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : blame(status, err);
}

static int in_child(void (*work)(struct session *), struct session *s,
		    void (*tell)(void *, const struct session *), void *arg,
		    struct aisp_err *err)
{
	pid_t parent = getpid(), pid = fork();

	if (pid < 0)
		return aisp_err_errno(err, "start the measuring process");
	if (pid == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == parent)
			work(s);
		_exit(0);
	}
	return await(pid, s, tell, arg, err);
}

static void work_list(struct session *s)
{
	const struct aisp_gpu_plugin *plugin = s->open(&s->err);

	if (plugin)
		s->n = plugin->list(s->gpus, &s->err);
}

int aisp_gpu_list(aisp_gpu_open_function *open,
		  struct aisp_peak_gpu gpus[AISP_MAX_PEAK_GPUS], struct aisp_err *err)
{
	struct session *s = session_new(open, err);
	struct aisp_err why;
	int n;

	if (!s)
		return -1;
	if (in_child(work_list, s, NULL, NULL, &why))
		n = aisp_err_set(err, "look for GPUs: %s", why.msg);
	else if (s->n < 0)
		n = aisp_err_set(err, "%s", s->err.msg);
	else
		n = s->n ? s->n : aisp_err_set(err, "no NVIDIA GPU");
	if (n > 0)
		memcpy(gpus, s->gpus, (size_t)n * sizeof(gpus[0]));
	session_free(s);
	return n;
}

static void note_missing(struct session *s, const char *why)
{
	struct aisp_gpu_peaks *p = &s->peaks;
	struct aisp_gpu_missing *m;
	size_t n;

	if (p->n_missing == AISP_MAX_GPU_STEPS)
		return;
	m = &p->missing[p->n_missing++];
	n = strnlen(why, sizeof(m->why) - 1);
	memcpy(m->step, s->steps[s->step], sizeof(m->step));
	memcpy(m->why, why, n);
	m->why[n] = '\0';
}

/* Measures from s->step on, until all are done or one fails, which ends the process. */
static void work_measure(struct session *s)
{
	const struct aisp_gpu_plugin *plugin = s->open(&s->err);

	if (!plugin)
		_exit(1);
	for (int i = 0; i < plugin->n_steps && i < AISP_MAX_GPU_STEPS; i++)
		snprintf(s->steps[i], sizeof(s->steps[i]), "%s", plugin->steps[i]);
	s->patience_ms = plugin->patience_ms;
	for (s->n = plugin->n_steps; s->step < s->n; s->step++) {
		int rc = plugin->measure(&s->peaks, s->step, &s->err);

		if (rc < 0)
			_exit(1);
		if (rc > 0)
			note_missing(s, s->err.msg);
		else
			s->n_done++;
		s->err.msg[0] = '\0';
	}
}

/* The receiver of progress. */
struct listener {
	void (*progress)(void *, const char *);
	void *arg;
};

static void tell_step(void *arg, const struct session *s)
{
	const struct listener *l = arg;
	char text[AISP_GPU_UUID_SIZE + 64];

	if (!l->progress || s->step >= AISP_MAX_GPU_STEPS)
		return;
	snprintf(text, sizeof(text), "GPU %d, %s", s->peaks.gpu.index,
		 s->steps[s->step][0] ? s->steps[s->step] : "start");
	l->progress(l->arg, text);
}

/* After a failed step, a new child continues with the next one. */
static int measure_steps(struct session *s, struct listener *l, struct aisp_err *err)
{
	struct aisp_err how;

	while (in_child(work_measure, s, tell_step, l, &how)) {
		const char *why = s->err.msg[0] ? s->err.msg : how.msg;

		if (s->n < 0)
			return aisp_err_set(err, "%s", why);
		note_missing(s, why);
		s->err.msg[0] = '\0';
		if (++s->step >= s->n)
			break;
	}
	if (!s->n_done)
		return aisp_err_set(err, "nothing could be measured on %s: %s",
				    s->peaks.gpu.name,
				    s->peaks.n_missing ? s->peaks.missing[0].why
						       : "the plugin has no steps");
	return 0;
}

static int describe(struct aisp_gpu_peaks *p, const struct aisp_peak_gpu *gpu,
		    struct aisp_err *err)
{
	p->gpu = *gpu;
	aisp_now_text(p->measured);
	return aisp_machine_id(p->machine, err);
}

/* Grades host and GPU since *from; parts that cannot be read are unknown. */
static void note_grade(struct aisp_gpu_peaks *p, const struct aisp_host_mark *from)
{
	struct aisp_grading g = { .grade = AISP_GRADE_UNKNOWN };
	const pid_t ours[] = { getpid() };
	struct aisp_gpu_state state;
	struct aisp_host_load load;
	struct aisp_nvml nvml;

	if (!aisp_grade_since(from, &load, &g, NULL) && !aisp_nvml_open(&nvml, NULL)) {
		if (!aisp_gpu_state_read(&nvml, p->gpu.uuid, &state, NULL))
			aisp_grade_gpu("GPU", &state, ours, 1, &g);
		aisp_nvml_close(&nvml);
	}
	p->grade = aisp_grade_letter(g.grade);
	snprintf(p->grade_why, sizeof(p->grade_why), "%s",
		 g.n_why ? g.why[g.n_why - 1] : "");
}

int aisp_gpu_peaks_measure(aisp_gpu_open_function *open, struct aisp_gpu_peaks *p,
			   const struct aisp_peak_gpu *gpu,
			   void (*progress)(void *, const char *), void *arg,
			   struct aisp_err *err)
{
	struct listener l = { progress, arg };
	struct session *s = session_new(open, err);
	struct aisp_host_mark from = { 0 };
	int rc;

	if (!s)
		return -1;
	rc = describe(&s->peaks, gpu, err) || aisp_host_mark_init(&from, err) ||
			     measure_steps(s, &l, err)
		     ? -1
		     : 0;
	if (!rc) {
		*p = s->peaks;
		note_grade(p, &from);
	}
	aisp_host_mark_release(&from);
	session_free(s);
	return rc;
}
