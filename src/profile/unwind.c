/* SPDX-License-Identifier: MIT
 *
 * unwind.c - libdw walks each sample's copy of the stack.
 */
#include <dwarf.h>
#include <elfutils/libdwfl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "perf_records.h"
#include "unwind.h"

#define MAX_FRAMES 128

struct unwind {
	Dwfl *dwfl;
	const char *program;
	pid_t pid; /* 0: all */
	bool has_lines;
	struct aisp_sample_record sample; /* the one being unwound */
	int n;
	const char *names[MAX_FRAMES]; /* the innermost first; the modules' own text */
	char *made[MAX_FRAMES];        /* of these, what must be freed */
	int n_ours; /* frames inside of the program's own; -1: it is not there */
};

/* The register with perf's number. */
static uint64_t reg(const struct aisp_sample_record *s, int perf_number)
{
	uint64_t below = AISP_UNWIND_REGS & ((UINT64_C(1) << perf_number) - 1);

	return s->regs[__builtin_popcountll(below)];
}

#if defined(__x86_64__)
#define STACK_POINTER 7
#else
#define STACK_POINTER 31
#endif

/* DWARF numbers registers otherwise than perf does (System V ABI, figure 3.36). */
static bool set_registers(Dwfl_Thread *thread, void *arg)
{
	const struct unwind *u = arg;
	Dwarf_Word words[33];
#if defined(__x86_64__)
	static const int perf_number[] = { 0,  3,  2,  1,  4,  5,  6,  7, 16,
					   17, 18, 19, 20, 21, 22, 23, 8 };
	const int n = 17;

	for (int i = 0; i < n; i++)
		words[i] = reg(&u->sample, perf_number[i]);
#else
	const int n = 32;

	for (int i = 0; i < n; i++)
		words[i] = reg(&u->sample, i);
	dwfl_thread_state_register_pc(thread, reg(&u->sample, 32));
#endif
	return dwfl_thread_state_registers(thread, 0, (unsigned)n, words);
}

static bool read_memory(Dwfl *dwfl, Dwarf_Addr addr, Dwarf_Word *result, void *arg)
{
	const struct unwind *u = arg;
	uint64_t at = addr - reg(&u->sample, STACK_POINTER);

	(void)dwfl;
	if (at >= u->sample.stack_bytes || u->sample.stack_bytes - at < sizeof(*result))
		return false;
	memcpy(result, u->sample.stack + at, sizeof(*result));
	return true;
}

static bool get_thread(Dwfl *dwfl, pid_t tid, void *arg, void **thread_arg)
{
	(void)dwfl;
	(void)tid;
	*thread_arg = arg;
	return true;
}

/* The only thread is that of the current sample. */
static pid_t next_thread(Dwfl *dwfl, void *arg, void **thread_arg)
{
	const struct unwind *u = arg;

	(void)dwfl;
	if (*thread_arg)
		return 0;
	*thread_arg = arg;
	return (pid_t)u->sample.tid;
}

static void add_name(struct unwind *u, const char *name)
{
	if (u->n < MAX_FRAMES)
		u->names[u->n++] = name;
}

/* A place without a name gets the name of its file. */
static void add_place(struct unwind *u, Dwfl_Module *mod)
{
	const char *file =
		mod ? dwfl_module_info(mod, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
		    : NULL;
	char *text = NULL;

	if (u->n == MAX_FRAMES)
		return;
	if (file && asprintf(&text, "[%s]", file) > 0)
		u->made[u->n] = text;
	add_name(u, text ? text : "[unknown]");
}

/* Adds the functions that were inlined at pc, innermost first. */
static void add_inlined(struct unwind *u, Dwfl_Module *mod, Dwarf_Addr pc)
{
	Dwarf_Addr bias;
	Dwarf_Die *unit = dwfl_module_addrdie(mod, pc, &bias), *scopes = NULL;
	int n = unit ? dwarf_getscopes(unit, pc - bias, &scopes) : 0;

	for (int i = 0; i < n; i++) {
		const char *name = dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine
					   ? dwarf_diename(&scopes[i])
					   : NULL;

		if (name)
			add_name(u, name);
		if (dwarf_tag(&scopes[i]) == DW_TAG_subprogram)
			break;
	}
	free(scopes);
}

static __attribute__((format(printf, 2, 3))) void add_text(struct unwind *u,
							   const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = u->n < MAX_FRAMES ? vasprintf(&text, fmt, ap) : -1;
	va_end(ap);
	if (n < 0)
		return;
	u->made[u->n] = text;
	add_name(u, text);
}

/* Adds the instruction that ran, and its source line. */
static void add_line(struct unwind *u, Dwfl_Module *mod, Dwarf_Addr pc)
{
	Dwfl_Line *line = dwfl_module_getsrc(mod, pc);
	GElf_Off offset = 0;
	GElf_Sym sym;
	const char *name = dwfl_module_addrinfo(mod, pc, &offset, &sym, NULL, NULL,
						NULL),
		   *file;
	int number = 0;

	if (!name)
		return;
	add_text(u, "%s+%#llx", name, (unsigned long long)offset);
	file = line ? dwfl_lineinfo(line, NULL, &number, NULL, NULL, NULL) : NULL;
	if (file)
		add_text(u, "%s:%d", aisp_base_name(file), number);
}

static int add_frame(struct unwind *u, Dwarf_Addr pc)
{
	Dwfl_Module *mod = dwfl_addrmodule(u->dwfl, pc);
	const char *name = mod ? dwfl_module_addrname(mod, pc) : NULL;
	const char *file =
		mod ? dwfl_module_info(mod, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
		    : "";

	if (!strcmp(file, u->program)) {
		u->n_ours = u->n_ours < 0 ? u->n : u->n_ours;
		return -1; /* what called the program concerns nobody */
	}
	if (mod && u->has_lines && !u->n)
		add_line(u, mod, pc);
	if (mod)
		add_inlined(u, mod, pc);
	if (name)
		add_name(u, name);
	else
		add_place(u, mod);
	return 0;
}

static int on_frame(Dwfl_Frame *frame, void *arg)
{
	struct unwind *u = arg;
	bool is_activation;
	Dwarf_Addr pc;

	if (!dwfl_frame_pc(frame, &pc, &is_activation) || u->n == MAX_FRAMES)
		return DWARF_CB_ABORT;
	/* A return address may lie behind the end of the function that called. */
	return add_frame(u, is_activation ? pc : pc - 1) ? DWARF_CB_ABORT : DWARF_CB_OK;
}

static int add_stack(struct unwind *u, struct aisp_frame *root)
{
	const char *names[MAX_FRAMES];
	int rc;

	u->n = 0;
	u->n_ours = -1;
	memset(u->made, 0, sizeof(u->made));
	dwfl_getthread_frames(u->dwfl, (pid_t)u->sample.tid, on_frame, u);
	if (!u->n && u->n_ours < 0)
		add_frame(u, u->sample.ip);
	if (!u->n)
		add_name(u, u->program);
	for (int i = 0; i < u->n; i++)
		names[i] = u->names[u->n - 1 - i];
	rc = aisp_stacks_add(root, names, u->n, 1);
	for (int i = 0; i < MAX_FRAMES; i++)
		free(u->made[i]);
	return rc;
}

static bool is_inside(const struct aisp_stretch *stretches, int n, uint64_t time_ns)
{
	for (int i = 0; i < n; i++)
		if ((int64_t)time_ns >= stretches[i].from_ns &&
		    (int64_t)time_ns < stretches[i].to_ns)
			return true;
	return false;
}

static int add_samples(struct unwind *u, const struct aisp_recording *r,
		       const struct aisp_stretch *stretches, int n_stretches,
		       struct aisp_frame *root, struct aisp_err *err)
{
	static const Dwfl_Thread_Callbacks callbacks = {
		.next_thread = next_thread,
		.get_thread = get_thread,
		.memory_read = read_memory,
		.set_initial_registers = set_registers,
	};
	const struct perf_event_header *h;
	bool is_attached = false;
	size_t at = 0;

	while ((h = aisp_next_record(r, &at))) {
		if (h->type != PERF_RECORD_SAMPLE || aisp_parse_sample(h, &u->sample) ||
		    (u->pid && (pid_t)u->sample.pid != u->pid) ||
		    !is_inside(stretches, n_stretches, u->sample.time_ns))
			continue;
		if (!is_attached &&
		    !dwfl_attach_state(u->dwfl, NULL, (pid_t)u->sample.pid, &callbacks,
				       u))
			return aisp_err_set(err, "call stacks: %s", dwfl_errmsg(-1));
		is_attached = true;
		if (add_stack(u, root))
			return aisp_err_set(err, "no memory for call stacks");
	}
	return 0;
}

/* Every module is reported with its file. */
static int find_no_elf(Dwfl_Module *mod, void **user, const char *name, Dwarf_Addr base,
		       char **file, Elf **elf)
{
	(void)mod;
	(void)user;
	(void)name;
	(void)base;
	(void)file;
	(void)elf;
	return -1;
}

/* Only that in the file itself: libdw would also ask servers for others. */
static int find_no_debuginfo(Dwfl_Module *mod, void **user, const char *name,
			     Dwarf_Addr base, const char *file, const char *link,
			     GElf_Word crc, char **found)
{
	(void)mod;
	(void)user;
	(void)name;
	(void)base;
	(void)file;
	(void)link;
	(void)crc;
	(void)found;
	return -1;
}

int aisp_unwind(const struct aisp_recording *r, pid_t pid,
		const struct aisp_stretch *stretches, int n_stretches,
		const char *program, bool has_lines, struct aisp_frame *root,
		struct aisp_err *err)
{
	static const Dwfl_Callbacks callbacks = {
		.find_elf = find_no_elf,
		.find_debuginfo = find_no_debuginfo,
	};
	struct unwind *u = calloc(1, sizeof(*u));
	int rc = -1;

	elf_version(EV_CURRENT);
	if (!u)
		return aisp_err_errno(err, "memory for call stacks");
	u->program = program;
	u->pid = pid;
	u->has_lines = has_lines;
	u->dwfl = dwfl_begin(&callbacks);
	if (!u->dwfl) {
		aisp_err_set(err, "call stacks: %s", dwfl_errmsg(-1));
		goto out;
	}
	aisp_report_mappings(u->dwfl, r, pid);
	rc = add_samples(u, r, stretches, n_stretches, root, err);
	dwfl_end(u->dwfl);
out:
	free(u);
	return rc;
}
