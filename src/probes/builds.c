/* SPDX-License-Identifier: MIT */
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "builds.h"

struct list {
	const char *object;
	struct aisp_build *build;
	int n, size;
};

static void format_id(char *text, size_t size, const unsigned char *id, ssize_t n)
{
	text[0] = '\0';
	for (ssize_t i = 0; i < n && 2 * (size_t)i + 3 <= size; i++)
		snprintf(text + 2 * i, 3, "%02x", id[i]);
}

/* A file that was replaced meanwhile is none of the present ones. */
static void read_id(const char *path, char *text, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st = { 0 };
	const void *id;
	ssize_t n = -1;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = fd < 0 ? NULL : elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf)
		n = dwelf_elf_gnu_build_id(elf, &id);
	if (n > 0)
		format_id(text, size, id, n);
	else if (fd >= 0 && !fstat(fd, &st))
		snprintf(text, size, "%lx:%lu", (unsigned long)st.st_dev,
			 (unsigned long)st.st_ino);
	else
		snprintf(text, size, "replaced");
	elf_end(elf);
	if (fd >= 0)
		close(fd);
}

static void note(const char *path, void *arg)
{
	struct list *list = arg;
	struct aisp_build *b = &list->build[list->n];
	const char *base = strrchr(path, '/'), *so = base ? strstr(base, ".so") : NULL;

	if (list->n == list->size || !so || aisp_view_is_file(path, list->object))
		return;
	snprintf(b->name, sizeof(b->name), "%.*s", (int)(so + 2 - base), base + 1);
	for (int i = 0; i < list->n; i++)
		if (!strcmp(list->build[i].name, b->name))
			return;
	read_id(path, b->id, sizeof(b->id));
	list->n++;
}

int aisp_builds_read(const struct aisp_view *v, const char *object,
		     struct aisp_build *list, int size)
{
	struct list all = { object, list, 0, size };

	return aisp_view_objects(v, note, &all) || !all.n ? -1 : all.n;
}
