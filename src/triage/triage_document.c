/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "judge/document.h"
#include "machine/doctor.h"
#include "machine/gpu_hw.h"
#include "machine/grade.h"
#include "machine/hw.h"
#include "machine/machine_id.h"
#include "machine/noise.h"
#include "machine/peak.h"
#include "machine/picture.h"
#include "profile/ncu.h"
#include "profile/secrets.h"
#include "profile/system_facts.h"
#include "store/manifest.h"
#include "store/program.h"
#include "triage_document.h"

#define PICTURE_COLUMNS 120

static json_t *why_json(const struct aisp_err *err)
{
	return json_pack("{ss}", "why", err->msg);
}

/* Returns the object, or { "why" }. */
static json_t *or_why(json_t *made, const struct aisp_err *err)
{
	return made ? made : why_json(err);
}

static json_t *grade_json(void)
{
	json_t *why = json_array();
	struct aisp_grading g;
	struct aisp_err err;

	if (aisp_grade_now(&g, &err)) {
		json_decref(why);
		return why_json(&err);
	}
	for (int i = 0; i < g.n_why; i++)
		json_array_append_new(why, json_string(g.why[i]));
	return json_pack("{ss# so}", "letter", (char[]){ aisp_grade_letter(g.grade) },
			 1, "why", why);
}

static json_t *symptoms_json(void)
{
	struct aisp_diagnosis d;
	struct aisp_err err;

	return or_why(aisp_doctor_examine(&d, &err) ? NULL
						    : aisp_diagnosis_json(&d, &err),
		      &err);
}

static json_t *hardware_json(json_t **gpus_json, char id[AISP_MACHINE_ID_SIZE])
{
	static struct aisp_gpus gpus; /* too large for a stack */
	struct aisp_hw hw;
	struct aisp_err err;

	aisp_gpus_read(&gpus);
	*gpus_json = aisp_gpus_json(&gpus);
	id[0] = '\0';
	if (aisp_hw_read(&hw, &err))
		return why_json(&err);
	aisp_machine_id_of(&hw, id);
	return or_why(aisp_hw_to_json(&hw, &gpus, &err), &err);
}

static json_t *peaks_json(void)
{
	struct aisp_peaks p;
	struct aisp_err err;

	return or_why(aisp_peaks_load(&p, &err) ? NULL : aisp_peaks_json(&p, &err),
		      &err);
}

static json_t *noise_json(void)
{
	struct aisp_noise n;
	struct aisp_err err;

	switch (aisp_noise_load(&n, &err)) {
	case 0:
		return aisp_noise_json(&n);
	case 1:
		aisp_err_set(&err, "not measured: run `aisp doctor --noise`");
	}
	return why_json(&err);
}

/* Libraries that matter for performance, and where the loader would find them. */
static json_t *libraries_json(void)
{
	static const char *const names[] = {
		"libblis",     "libcublas", "libcuda.", "libcudart",
		"libcudnn.",   "libcufft",  "libdnnl",  "libibverbs",
		"libmkl_rt",   "libmpi.",   "libnccl",  "libnvidia-ml",
		"libopenblas", "libucp",    "libhwloc", "libnuma",
	};
	const char *const argv[] = { "ldconfig", "-p", NULL };
	char *text, *rest, *line;
	json_t *j = json_array();

	if (aisp_program_read(argv, &text, NULL))
		return j;
	rest = text;
	while ((line = strsep(&rest, "\n"))) {
		line += strspn(line, " \t");
		for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
			if (!strncmp(line, names[i], strlen(names[i])))
				json_array_append_new(j, json_string(line));
	}
	free(text);
	return j;
}

static json_t *words_json(char *const *argv)
{
	json_t *j = json_array();

	for (; *argv; argv++) {
		json_t *word = json_string(*argv);

		json_array_append_new(j, word ? word : json_string("(not UTF-8)"));
	}
	return j;
}

static double seconds_of(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static json_t *command_json(const struct triage_command *c)
{
	json_t *j;

	if (!c->argv)
		return json_null();
	j = json_pack("{so ss sf sf sf sI sI sI}", "argv", words_json(c->argv), "end",
		      c->is_timed_out        ? "timed out"
		      : WIFEXITED(c->status) ? "exited"
					     : "killed",
		      "wall_s", c->wall_s, "user_s", seconds_of(c->usage.ru_utime),
		      "system_s", seconds_of(c->usage.ru_stime), "max_rss_bytes",
		      (json_int_t)c->usage.ru_maxrss * 1024, "out_bytes",
		      (json_int_t)c->out.n_bytes, "error_bytes",
		      (json_int_t)c->errors.n_bytes);
	if (WIFEXITED(c->status))
		json_object_set_new(j, "status", json_integer(WEXITSTATUS(c->status)));
	else
		json_object_set_new(j, "signal", json_integer(WTERMSIG(c->status)));
	return j;
}

static int count_variables(void)
{
	int n = 0;

	while (environ && environ[n])
		n++;
	return n;
}

json_t *triage_document(const struct triage_bundle *b, struct aisp_err *err)
{
	json_t *manifest = aisp_manifest(b->paths->root, b->argc, b->argv, err);
	json_t *environment = aisp_facts_environment(), *gpus, *hardware, *j;
	char id[AISP_MACHINE_ID_SIZE], now[32];

	if (!manifest)
		return NULL;
	hardware = hardware_json(&gpus, id);
	aisp_now_text(now);
	j = json_pack("{si ss sf so ss so so so so so so so so si so so so so}",
		      "schema", 1, "time", now, "seconds", b->command->wall_s,
		      "manifest", manifest, "machine", id, "hardware", hardware, "gpus",
		      gpus, "grade", grade_json(), "symptoms", symptoms_json(),
		      "limits", aisp_facts_limits(), "versions", aisp_facts_versions(),
		      "libraries", libraries_json(), "environment", environment,
		      "n_variables_left_out",
		      count_variables() - (int)json_object_size(environment), "peaks",
		      peaks_json(), "noise", noise_json(), "command",
		      command_json(b->command), "missing", json_object());
	if (!j || aisp_secrets_clean(j)) {
		json_decref(j);
		aisp_err_set(err, "no memory for a summary");
		return NULL;
	}
	return j;
}

/* Writes text of untrusted origin. */
static int put_clean(struct aisp_rundir *dir, const char *name, const char *text,
		     size_t n_bytes, struct aisp_err *err)
{
	char *clean = aisp_secrets_remove(text, &n_bytes);
	int rc;

	if (!clean)
		return aisp_err_set(err, "no memory for %s", name);
	rc = aisp_rundir_put_text(dir, name, clean, n_bytes, err);
	free(clean);
	return rc;
}

static void note_missing(json_t *document, const char *name, const char *why)
{
	json_object_set_new(json_object_get(document, "missing"), name,
			    json_string(why));
}

/* Frees text; NULL is noted as missing, with the reason in *why. */
static int put_or_note(struct aisp_rundir *dir, json_t *document, const char *name,
		       char *text, const struct aisp_err *why, struct aisp_err *err)
{
	int rc = 0;

	if (text)
		rc = put_clean(dir, name, text, strlen(text), err);
	else
		note_missing(document, name, why->msg);
	free(text);
	return rc;
}

static int put_picture(struct aisp_rundir *dir, json_t *document, const char *name,
		       enum aisp_picture kind, struct aisp_err *err)
{
	char *text = NULL;
	size_t n_bytes;
	FILE *f = open_memstream(&text, &n_bytes);
	struct aisp_err why;
	int rc = 0;

	if (!f)
		return aisp_err_errno(err, "memory for %s", name);
	if (aisp_picture_draw(f, kind, PICTURE_COLUMNS, &why))
		note_missing(document, name, why.msg);
	else if (!fflush(f))
		rc = aisp_rundir_put_text(dir, name, text, n_bytes, err);
	fclose(f);
	free(text);
	return rc;
}

static int put_output(struct aisp_rundir *dir, const char *name,
		      const struct triage_output *o, struct aisp_err *err)
{
	size_t n_bytes;
	char *text = triage_output_text(o, &n_bytes);
	int rc = text ? put_clean(dir, name, text, n_bytes, err)
		      : aisp_err_set(err, "no memory for %s", name);

	free(text);
	return rc;
}

/* Leaves out serial numbers, which identify the machine. */
static char *nvidia_smi(struct aisp_err *why)
{
	char tool[4200];
	const char *const argv[] = { "timeout", "20", tool, "-q", NULL };
	char *text, *at;

	if (aisp_tool_find(tool, sizeof(tool), "nvidia-smi", why) ||
	    aisp_program_read(argv, &text, why))
		return NULL;
	at = text;
	while ((at = strstr(at, "Serial Number"))) {
		at += strcspn(at, ":\n");
		for (at += *at == ':'; *at && *at != '\n'; at++)
			*at = ' ';
	}
	return text;
}

int triage_put_files(const struct triage_bundle *b, json_t *document,
		     struct aisp_rundir *dir, struct aisp_err *err)
{
	struct aisp_err why = { "" };
	char *messages = aisp_facts_messages(&why);

	if (put_or_note(dir, document, "kernel-messages.txt", messages, &why, err))
		return -1;
	if (put_or_note(dir, document, "nvidia-smi.txt", nvidia_smi(&why), &why, err) ||
	    put_picture(dir, document, "topology.svg", AISP_PICTURE_SVG, err) ||
	    put_picture(dir, document, "topology.txt", AISP_PICTURE_ASCII, err))
		return -1;
	if (!b->command->argv)
		return 0;
	return put_output(dir, "command.out.txt", &b->command->out, err) ||
			       put_output(dir, "command.err.txt", &b->command->errors,
					  err)
		       ? -1
		       : 0;
}
