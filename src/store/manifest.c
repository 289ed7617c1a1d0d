/* SPDX-License-Identifier: MIT */
#include <elf.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/text.h"
#include "manifest.h"
#include "program.h"
#include "run/manifest_model.h"

#define MAX_BUILD_ID_BYTES 64

static json_t *first_line(const char *const *argv)
{
	json_t *line = NULL;
	char *text;

	if (!aisp_program_read(argv, &text, NULL)) {
		line = json_stringn(text, strcspn(text, "\n"));
		free(text);
	}
	return line ? line : json_null();
}

/* The compiler that mk/pairs.mk uses: the first word of $CC, or cc. */
static json_t *compiler(void)
{
	const char *cc = getenv("CC");
	const char *argv[] = { "cc", "--version", NULL };
	char *word = cc && *cc ? strndup(cc, strcspn(cc, " ")) : NULL;
	json_t *line;

	if (word)
		argv[0] = word;
	line = first_line(argv);
	free(word);
	return line;
}

static json_t *git(const char *root)
{
	const char *const head[] = { "git", "-C", root, "rev-parse", "HEAD", NULL };
	/* Recorded expectations are no change of the measured tree. */
	const char *const status[] = { "git",
				       "--no-optional-locks",
				       "-C",
				       root,
				       "status",
				       "--porcelain",
				       "--",
				       ".",
				       ":(exclude)expectations",
				       NULL };
	json_t *commit = first_line(head);
	char *changes;

	if (json_is_null(commit) || aisp_program_read(status, &changes, NULL)) {
		json_decref(commit);
		return json_null();
	}
	commit = json_pack("{so sb}", "commit", commit, "is_dirty", changes[0] != '\0');
	free(changes);
	return commit;
}

static size_t align4(size_t n)
{
	return (n + 3) & ~(size_t)3;
}

/* Writes the build id in the notes at p as hex; returns 0 if there is one. */
static int find_build_id(const char *p, size_t n, char hex[2 * MAX_BUILD_ID_BYTES + 1])
{
	while (n >= sizeof(ElfW(Nhdr))) {
		const ElfW(Nhdr) *note = (const ElfW(Nhdr) *)p;
		size_t name = sizeof(*note), desc = name + align4(note->n_namesz);
		size_t next = desc + align4(note->n_descsz);

		if (next > n)
			return -1;
		if (note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
		    !memcmp(p + name, "GNU", 4) &&
		    note->n_descsz <= MAX_BUILD_ID_BYTES) {
			for (size_t i = 0; i < note->n_descsz; i++)
				snprintf(hex + 2 * i, 3, "%02x", (uint8_t)p[desc + i]);
			return 0;
		}
		p += next;
		n -= next;
	}
	return -1;
}

static int add_library(struct dl_phdr_info *info, size_t size, void *arg)
{
	const char *path = info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
	char hex[2 * MAX_BUILD_ID_BYTES + 1] = "";

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *ph = &info->dlpi_phdr[i];

		if (ph->p_type == PT_NOTE &&
		    !find_build_id((const char *)(info->dlpi_addr + ph->p_vaddr),
				   ph->p_filesz, hex))
			break;
	}
	return json_array_append_new(arg, json_pack("{ss ss?}", "path", path,
						    "build_id", hex[0] ? hex : NULL));
}

static json_t *words(int argc, char *const *argv)
{
	json_t *list = json_array();

	for (int i = 0; i < argc; i++) {
		json_t *word = json_string(argv[i]);

		/* A word that is not UTF-8 becomes null. */
		json_array_append_new(list, word ? word : json_null());
	}
	return list;
}

json_t *aisp_manifest(const char *root, int argc, char *const *argv,
		      struct aisp_err *err)
{
	json_t *libraries = json_array(), *manifest;
	struct utsname u;
	char when[32];

	if (uname(&u)) {
		json_decref(libraries);
		aisp_err_errno(err, "uname");
		return NULL;
	}
	aisp_now_text(when);
	dl_iterate_phdr(add_library, libraries);
	manifest = json_pack("{si ss ss s{ss ss ss} ss so so so so}", "schema",
			     AISP_MANIFEST_SCHEMA, "time", when, "host", u.nodename,
			     "kernel", "name", u.sysname, "release", u.release,
			     "version", u.version, "arch", u.machine, "command",
			     words(argc, argv), "compiler", compiler(), "git",
			     git(root), "libraries", libraries);
	if (!manifest)
		aisp_err_set(err,
			     "the manifest: out of memory, or a name is not UTF-8");
	return manifest;
}
