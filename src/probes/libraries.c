/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "libraries.h"

static bool has(const struct aisp_objects *o, const char *path)
{
	for (int i = 0; i < o->n; i++)
		if (!strcmp(o->path[i], path))
			return true;
	return false;
}

static void add(struct aisp_objects *o, const char *path)
{
	if (has(o, path))
		return;
	if (o->n < AISP_MAX_OBJECTS && (o->path[o->n] = strdup(path)))
		o->n++;
	else if (!o->n_beyond++)
		snprintf(o->beyond, sizeof(o->beyond), "%s", aisp_base_name(path));
}

static void note(const char *path, void *arg)
{
	char name[PATH_MAX];

	snprintf(name, sizeof(name), "%.*s", (int)aisp_view_path_length(path), path);
	add(arg, name);
}

int aisp_objects_read(struct aisp_objects *o, const struct aisp_view *v)
{
	*o = (struct aisp_objects){ 0 };
	return aisp_view_objects(v, note, o);
}

void aisp_objects_release(struct aisp_objects *o)
{
	for (int i = 0; i < o->n; i++)
		free(o->path[i]);
	o->n = 0;
}

/* "libz.so.1" names libz.so.1.2.13 too: the file's name begins with the soname. */
static bool is_named(const char *path, const char *soname)
{
	size_t n = strlen(soname);
	const char *base = aisp_base_name(path);
	char link[4096], target[PATH_MAX];

	if (!strncmp(base, soname, n) && (!base[n] || base[n] == '.'))
		return true;
	/* A link beside it may have that name. */
	snprintf(link, sizeof(link), "%.*s%s", (int)(base - path), path, soname);
	return realpath(link, target) && !strcmp(target, path);
}

/*
 * A GPU's driver loads objects on demand, and so does the C library when a thread ends
 * early: libgcc_s.
 */
static bool is_of_system(const char *path)
{
	return !strncmp(aisp_base_name(path), "libnvidia-", 10) ||
	       !strncmp(aisp_base_name(path), "libcuda.", 8) ||
	       !strcmp(aisp_base_name(path), "libgcc_s.so.1");
}

struct closure {
	const struct aisp_objects *objects;
	bool *is_needed;
	bool has_grown;
};

static void need(struct closure *c, const char *soname)
{
	for (int i = 0; i < c->objects->n; i++)
		if (!c->is_needed[i] && is_named(c->objects->path[i], soname))
			c->is_needed[i] = c->has_grown = true;
}

static void need_all(struct closure *c, Elf *elf, Elf_Scn *scn, const GElf_Shdr *head)
{
	Elf_Data *data = elf_getdata(scn, NULL);
	GElf_Dyn dyn;

	for (int i = 0; data && gelf_getdyn(data, i, &dyn); i++) {
		const char *soname =
			dyn.d_tag == DT_NEEDED
				? elf_strptr(elf, head->sh_link, dyn.d_un.d_val)
				: NULL;

		if (soname)
			need(c, soname);
	}
}

/* Follows everything that the file asks the loader for. */
static void follow(struct closure *c, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	Elf *elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
	Elf_Scn *scn = NULL;
	GElf_Shdr head;

	while (elf && (scn = elf_nextscn(elf, scn)))
		if (gelf_getshdr(scn, &head) && head.sh_type == SHT_DYNAMIC)
			need_all(c, elf, scn, &head);
	elf_end(elf);
	if (fd >= 0)
		close(fd);
}

static const char *resolve(const char *path, char real[PATH_MAX])
{
	return realpath(path, real) ? real : path;
}

/* A part that a library loads itself: libnvrtc-builtins.so beside libnvrtc.so. */
static bool is_part(const char *part, const char *of)
{
	char real_part[PATH_MAX], real_of[PATH_MAX];
	const char *path = resolve(part, real_part), *library = resolve(of, real_of);
	size_t dir = (size_t)(aisp_base_name(path) - path);
	const char *stem_end = strstr(aisp_base_name(library), ".so");
	size_t n = stem_end ? (size_t)(stem_end - library) : 0;

	return n > dir && !strncmp(path, library, n) && path[n] == '-';
}

static bool is_part_of_any(const struct aisp_objects *o, int part,
			   const bool *is_needed)
{
	for (int i = 0; i < o->n; i++)
		if (is_needed[i] && is_part(o->path[part], o->path[i]))
			return true;
	return false;
}

int aisp_objects_undeclared(const struct aisp_objects *o,
			    const struct aisp_objects *before, const char *object,
			    char *name, size_t size)
{
	bool is_needed[AISP_MAX_OBJECTS] = { false }, is_followed[AISP_MAX_OBJECTS];
	struct closure c = { o, is_needed, true };
	int n = 0;

	elf_version(EV_CURRENT);
	memset(is_followed, 0, sizeof(is_followed));
	for (int i = 0; i < o->n; i++)
		is_needed[i] = has(before, o->path[i]) || is_of_system(o->path[i]) ||
			       !strcmp(o->path[i], object);
	while (c.has_grown) {
		c.has_grown = false;
		for (int i = 0; i < o->n; i++) {
			is_needed[i] |= is_part_of_any(o, i, is_needed);
			if (!is_needed[i] || is_followed[i])
				continue;
			is_followed[i] = c.has_grown = true;
			follow(&c, o->path[i]);
		}
	}
	for (int i = 0; i < o->n; i++)
		if (!is_needed[i] && !n++)
			snprintf(name, size, "%s", aisp_base_name(o->path[i]));
	if (!n && o->n_beyond)
		snprintf(name, size, "%s", o->beyond);
	return n + o->n_beyond;
}
