/* SPDX-License-Identifier: MIT */
#include <elf.h>
#include <stdio.h>
#include <string.h>

#include "cubin.h"

#define FATBIN_MAGIC 0xba55ed50u
#define KIND_ELF     2
#define EM_CUDA_GPU  190

struct fatbin_header {
	uint32_t magic;
	uint16_t version, header_bytes;
	uint64_t n_bytes;
};

struct fatbin_entry {
	uint16_t kind, version;
	uint32_t header_bytes;
	uint64_t n_bytes;
};

static bool is_within(size_t n, uint64_t at, uint64_t bytes)
{
	return at <= n && bytes <= n - at;
}

static bool is_elf(const unsigned char *p, size_t n)
{
	return n >= sizeof(Elf64_Ehdr) && !memcmp(p, ELFMAG, SELFMAG);
}

static bool next_entry(const unsigned char *p, size_t n, size_t *at,
		       struct aisp_cubin *c)
{
	while (is_within(n, *at, sizeof(struct fatbin_entry))) {
		struct fatbin_entry e;
		size_t start;

		memcpy(&e, p + *at, sizeof(e));
		start = *at + e.header_bytes;
		if (e.header_bytes < sizeof(e) || !is_within(n, *at, e.header_bytes) ||
		    !is_within(n, start, e.n_bytes))
			return false;
		*at = start + e.n_bytes;
		*c = (struct aisp_cubin){ p + start, e.n_bytes };
		if (e.kind == KIND_ELF && is_elf(c->elf, c->n_bytes))
			return true;
	}
	return false;
}

bool aisp_cubin_next(const void *image, size_t n, size_t *at, struct aisp_cubin *c)
{
	const unsigned char *p = image;
	struct fatbin_header h;

	if (is_elf(p, n)) {
		*c = (struct aisp_cubin){ p, n };
		return !(*at)++;
	}
	if (n < sizeof(h))
		return false;
	memcpy(&h, p, sizeof(h));
	if (h.magic != FATBIN_MAGIC || h.header_bytes < sizeof(h))
		return false;
	if (!*at)
		*at = h.header_bytes;
	return next_entry(p, n, at, c);
}

static bool read_section(const struct aisp_cubin *c, size_t i, Elf64_Shdr *s)
{
	Elf64_Ehdr h;

	memcpy(&h, c->elf, sizeof(h));
	if (i >= h.e_shnum || h.e_shentsize != sizeof(*s) ||
	    !is_within(c->n_bytes, h.e_shoff, (uint64_t)h.e_shnum * sizeof(*s)))
		return false;
	memcpy(s, c->elf + h.e_shoff + i * sizeof(*s), sizeof(*s));
	return s->sh_type == SHT_NOBITS ||
	       is_within(c->n_bytes, s->sh_offset, s->sh_size);
}

/* A string in a string table; NULL if it has no end there. */
static const char *read_string(const struct aisp_cubin *c, size_t table, uint64_t at)
{
	const char *from;
	Elf64_Shdr s;

	if (!read_section(c, table, &s) || s.sh_type != SHT_STRTAB || at >= s.sh_size)
		return NULL;
	from = (const char *)c->elf + s.sh_offset + at;
	return memchr(from, 0, s.sh_size - at) ? from : NULL;
}

static bool find_symbols(const struct aisp_cubin *c, Elf64_Shdr *table)
{
	for (size_t i = 0; read_section(c, i, table); i++)
		if (table->sh_type == SHT_SYMTAB &&
		    table->sh_entsize == sizeof(Elf64_Sym))
			return true;
	return false;
}

static const char *section_name(const struct aisp_cubin *c, const Elf64_Shdr *s)
{
	Elf64_Ehdr h;

	memcpy(&h, c->elf, sizeof(h));
	return read_string(c, h.e_shstrndx, s->sh_name);
}

bool aisp_cubin_symbol(const struct aisp_cubin *c, size_t i,
		       struct aisp_cubin_symbol *s)
{
	Elf64_Shdr table, section;
	Elf64_Sym e;

	if (!find_symbols(c, &table) || i >= table.sh_size / sizeof(e))
		return false;
	memcpy(&e, c->elf + table.sh_offset + i * sizeof(e), sizeof(e));
	*s = (struct aisp_cubin_symbol){
		.name = read_string(c, table.sh_link, e.st_name),
		.section = "",
		.value = e.st_value,
		.size = e.st_size,
		.is_function = ELF64_ST_TYPE(e.st_info) == STT_FUNC,
		.is_object = ELF64_ST_TYPE(e.st_info) == STT_OBJECT,
		.is_defined = e.st_shndx != SHN_UNDEF,
	};
	if (s->is_defined && e.st_shndx < SHN_LORESERVE) {
		if (!read_section(c, e.st_shndx, &section))
			return false;
		s->section = section_name(c, &section);
		s->is_writable = (section.sh_flags & SHF_WRITE) && s->section &&
				 !strncmp(s->section, ".nv.global", 10);
	}
	return s->name && s->section;
}

static int check_symbols(const struct aisp_cubin *c, size_t n, struct aisp_err *err)
{
	struct aisp_cubin_symbol s;

	for (size_t i = 0; i < n; i++) {
		if (!aisp_cubin_symbol(c, i, &s))
			return aisp_err_set(err, "the image's symbol %zu is broken", i);
		if (!s.is_defined && s.name[0] && strncmp(s.name, ".nv.", 4) != 0)
			return aisp_err_set(err,
					    "the kernels use '%.100s', which is not "
					    "their own: an image of the kernel tier "
					    "imports nothing",
					    s.name);
	}
	return 0;
}

/* Writable memory without a symbol could not be restored. */
static int check_named(const struct aisp_cubin *c, const Elf64_Shdr *section,
		       const char *name, struct aisp_err *err)
{
	struct aisp_cubin_symbol s;
	uint64_t named = 0;

	for (size_t i = 0; aisp_cubin_symbol(c, i, &s); i++)
		if (s.is_writable && s.is_object && !strcmp(s.section, name))
			named += (s.size + 255) / 256 * 256;
	return named >= section->sh_size
		       ? 0
		       : aisp_err_set(err, "section %.60s has memory without a name",
				      name);
}

static int check_sections(const struct aisp_cubin *c, size_t n, struct aisp_err *err)
{
	for (size_t i = 0; i < n; i++) {
		Elf64_Shdr s;
		const char *name;

		if (!read_section(c, i, &s) || !(name = section_name(c, &s)))
			return aisp_err_set(err, "the image's section %zu is broken",
					    i);
		if (!(s.sh_flags & SHF_WRITE) || !strncmp(name, ".nv.shared", 10))
			continue;
		if (strncmp(name, ".nv.global", 10) != 0)
			return aisp_err_set(err, "section %.60s may be written", name);
		if (check_named(c, &s, name, err))
			return -1;
	}
	return 0;
}

int aisp_cubin_check(const struct aisp_cubin *c, struct aisp_err *err)
{
	Elf64_Shdr table;
	Elf64_Ehdr h;

	memcpy(&h, c->elf, sizeof(h));
	if (h.e_ident[EI_CLASS] != ELFCLASS64 || h.e_machine != EM_CUDA_GPU)
		return aisp_err_set(err, "the image is for no NVIDIA GPU");
	if (!find_symbols(c, &table))
		return aisp_err_set(err, "the image has no symbols");
	return check_symbols(c, table.sh_size / sizeof(Elf64_Sym), err) ||
			       check_sections(c, h.e_shnum, err)
		       ? -1
		       : 0;
}

/* Is symbol "_Z", the name's length, the name: a function in no namespace? */
static bool is_named(const char *symbol, const char *name)
{
	char head[160];
	int n = snprintf(head, sizeof(head), "_Z%zu%s", strlen(name), name);

	return !strcmp(symbol, name) || !strncmp(symbol, head, (size_t)n);
}

const char *aisp_cubin_function(const struct aisp_cubin *c, const char *name,
				struct aisp_err *err)
{
	struct aisp_cubin_symbol s;
	const char *found = NULL;

	for (size_t i = 0; aisp_cubin_symbol(c, i, &s); i++) {
		if (!s.is_function || !s.is_defined || !is_named(s.name, name))
			continue;
		if (!strcmp(s.name, name))
			return s.name;
		if (found && strcmp(found, s.name) != 0) {
			aisp_err_set(err, "%s is both %.100s and %.100s: name one",
				     name, found, s.name);
			return NULL;
		}
		found = s.name;
	}
	if (!found)
		aisp_err_set(err, "there is no kernel '%s'", name);
	return found;
}
