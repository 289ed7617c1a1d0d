/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "checklist.h"
#include "embed.h"

AISP_EMBED(aisp_checklist_text, "docs/checklist.md");

#define BULLET "- **"

static const char *const concerns[AISP_N_CONCERNS] = {
	"kernel", "training", "serving", "operator", "author",
};

/* The arguments of each probe, between bars; "*": anything, "": none. */
static const struct {
	const char *name, *arguments;
} probes[AISP_N_PROBES] = {
	[AISP_PROBE_NONE] = { "", "" },
	[AISP_PROBE_DOCTOR] = { "doctor", "*" },
	[AISP_PROBE_PEAKS] = { "peaks", "" },
	[AISP_PROBE_LIMIT] = { "limit", "|memlock|nofile|" },
	[AISP_PROBE_TOOL] = { "tool", "*" },
	[AISP_PROBE_GPUTOOL] = { "gputool", "*" },
	[AISP_PROBE_DISK] = { "disk", "|scheduler|" },
	[AISP_PROBE_SHM] = { "shm", "" },
	[AISP_PROBE_CLOCK] = { "clock", "|sync|" },
	[AISP_PROBE_GIT] = { "git", "|present|" },
	[AISP_PROBE_FILE] = { "file", "*" },
	[AISP_PROBE_RUN] = { "run", "|limits|committed|decided|valid|baseline|" },
};

const char *aisp_concern_name(enum aisp_concern c)
{
	return concerns[c];
}

enum aisp_concern aisp_concern_find(const char *name)
{
	int c = 0;

	while (c < AISP_N_CONCERNS && strcmp(concerns[c], name) != 0)
		c++;
	return (enum aisp_concern)c;
}

/* Copies text without the blanks around it; -1: it is empty, or does not fit. */
static int copy(char *to, size_t size, const char *from, const char *end)
{
	while (from < end && *from == ' ')
		from++;
	while (from < end && end[-1] == ' ')
		end--;
	if (from == end || (size_t)(end - from) >= size)
		return -1;
	memcpy(to, from, (size_t)(end - from));
	to[end - from] = '\0';
	return 0;
}

static int parse_concerns(struct aisp_checklist_item *item, char *text,
			  struct aisp_err *err)
{
	char *save = NULL;

	for (char *w = strtok_r(text, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
		enum aisp_concern c = aisp_concern_find(w);

		if (c == AISP_N_CONCERNS)
			return aisp_err_set(err, "'%.40s' is no role", w);
		item->concerns |= 1U << c;
	}
	return item->concerns ? 0 : aisp_err_set(err, "no role");
}

static bool is_allowed(const char *arguments, const char *argument)
{
	char barred[220];

	if (!strcmp(arguments, "*"))
		return *argument;
	if (!*arguments || !*argument)
		return !*arguments && !*argument;
	snprintf(barred, sizeof(barred), "|%s|", argument);
	return strstr(arguments, barred) != NULL;
}

static int parse_probe(struct aisp_checklist_item *item, const char *text,
		       struct aisp_err *err)
{
	const char *end = text + strlen(text);
	char name[24];
	size_t n;
	int i = 1;

	text += strspn(text, " ");
	n = strcspn(text, " ");
	if (copy(name, sizeof(name), text, text + n))
		return aisp_err_set(err, "no probe behind ';'");
	while (i < AISP_N_PROBES && strcmp(probes[i].name, name) != 0)
		i++;
	if (i == AISP_N_PROBES)
		return aisp_err_set(err, "'%s' is no probe", name);
	copy(item->argument, sizeof(item->argument), text + n, end);
	item->probe = (enum aisp_probe)i;
	return is_allowed(probes[i].arguments, item->argument)
		       ? 0
		       : aisp_err_set(err, "the probe '%s' cannot ask '%.100s'", name,
				      item->argument);
}

/* Parses the item's comment. */
static int parse_comment(struct aisp_checklist_item *item, char *text,
			 struct aisp_err *err)
{
	char *probe = strchr(text, ';');

	if (probe)
		*probe++ = '\0';
	if (parse_concerns(item, text, err))
		return -1;
	return probe ? parse_probe(item, probe, err) : 0;
}

/* Parses a line that begins with a bullet. */
static int parse_item(struct aisp_checklist_item *item, const char *line,
		      const char *end, struct aisp_err *err)
{
	const char *name = line + strlen(BULLET);
	const char *text = memmem(name, (size_t)(end - name), "**: ", 4);
	const char *open =
		text ? memmem(text, (size_t)(end - text), " <!-- ", 6) : NULL;
	const char *close = open ? memmem(open, (size_t)(end - open), " -->", 4) : NULL;
	char comment[300];

	if (!close || close + 4 != end || open + 6 > close)
		return aisp_err_set(err, "want - **name**: Text. <!-- role... -->");
	if (copy(item->name, sizeof(item->name), name, text) ||
	    copy(item->text, sizeof(item->text), text + 4, open) ||
	    copy(comment, sizeof(comment), open + 6, close))
		return aisp_err_set(err, "a part is empty, or too long");
	return parse_comment(item, comment, err);
}

static bool has_name(const struct aisp_checklist *c, const char *name)
{
	for (int i = 0; i < c->n; i++)
		if (!strcmp(c->items[i].name, name))
			return true;
	return false;
}

static int add_item(struct aisp_checklist *c, const char *section, const char *line,
		    const char *end, struct aisp_err *err)
{
	struct aisp_checklist_item item = { 0 }, *items;

	if (!*section)
		return aisp_err_set(err, "an item above all sections");
	snprintf(item.section, sizeof(item.section), "%s", section);
	if (parse_item(&item, line, end, err))
		return -1;
	if (has_name(c, item.name))
		return aisp_err_set(err, "'%s' is there twice", item.name);
	items = reallocarray(c->items, (size_t)c->n + 1, sizeof(*items));
	if (!items)
		return aisp_err_set(err, "out of memory");
	c->items = items;
	c->items[c->n++] = item;
	return 0;
}

int aisp_checklist_parse(struct aisp_checklist *c, const char *text,
			 struct aisp_err *err)
{
	char section[64] = "";
	struct aisp_err why;
	int n_line = 1, rc = 0;

	*c = (struct aisp_checklist){ 0 };
	for (const char *line = text, *end; *line; line = end + (*end == '\n')) {
		end = line + strcspn(line, "\n");
		if (!strncmp(line, "## ", 3) &&
		    copy(section, sizeof(section), line + 3, end))
			rc = aisp_err_set(&why, "a heading is empty, or too long");
		else if (!strncmp(line, BULLET, strlen(BULLET)))
			rc = add_item(c, section, line, end, &why);
		if (rc)
			return aisp_err_set(err, "line %d: %.400s", n_line, why.msg);
		n_line++;
	}
	return 0;
}

void aisp_checklist_release(struct aisp_checklist *c)
{
	free(c->items);
	*c = (struct aisp_checklist){ 0 };
}
