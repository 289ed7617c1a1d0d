/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/plain.h"
#include "base/regular.h"
#include "tags.h"

FILE *aisp_source_open(const char *path, struct aisp_err *err)
{
	return aisp_regular_open_most(path, AISP_MAX_SOURCE_BYTES, err);
}

static int check_words(const struct aisp_words *w, int first, enum aisp_tag tag,
		       const char *path, int line, bool is_cuda, struct aisp_err *err)
{
	for (int i = first; i < w->n; i++)
		if (!aisp_allow_word(tag, w->word[i], is_cuda))
			return aisp_err_set(err,
					    "%s:%d: %s: '%.80s' is not allowed; want "
					    "%s",
					    path, line, aisp_tag_name(tag), w->word[i],
					    aisp_tag_help(tag));
	return aisp_words_check(w, err);
}

static int read_line(struct aisp_tags *t, const char *text, const char *path, int line,
		     bool is_cuda, struct aisp_err *err)
{
	const char *almost = aisp_tag_almost(text);

	if (almost)
		return aisp_err_set(err,
				    "%s:%d: such a line is read only if it begins with "
				    "\" * %s:\"",
				    path, line, almost);
	for (int tag = 0; tag < AISP_N_BUILD_TAGS; tag++) {
		const char *words = aisp_tag_words((enum aisp_tag)tag, text);
		int first = t->of[tag].n;

		if (!words)
			continue;
		aisp_words_split(&t->of[tag], words);
		return check_words(&t->of[tag], first, (enum aisp_tag)tag, path, line,
				   is_cuda, err);
	}
	return 0;
}

int aisp_tags_read(struct aisp_tags *t, const char *path, bool is_cuda,
		   struct aisp_err *err)
{
	FILE *f = aisp_source_open(path, err);
	char *text = NULL;
	size_t size = 0;
	int rc = 0;

	if (!f)
		return -1;
	for (int line = 1; !rc && getline(&text, &size, f) > 0; line++) {
		rc = read_line(t, text, path, line, is_cuda, err);
		if (strstr(text, "*/"))
			break;
	}
	free(text);
	fclose(f);
	return rc;
}

void aisp_tags_release(struct aisp_tags *t)
{
	for (int i = 0; i < AISP_N_BUILD_TAGS; i++)
		aisp_words_release(&t->of[i]);
}

int aisp_source_tag_once(const char *path, enum aisp_tag tag, struct aisp_err *err)
{
	FILE *f = aisp_source_open(path, NULL);
	char *line = NULL;
	size_t size = 0;
	int first = 0, rc = 0;

	for (int number = 1; f && !rc && getline(&line, &size, f) > 0; number++) {
		const char *words = aisp_tag_words(tag, line);

		if (words) {
			if (first)
				rc = aisp_err_set(
					err,
					"%.200s:%d: %s: one such line counts, "
					"and line %d is one: leave one out",
					path, number, aisp_tag_name(tag), first);
			else if (!words[strspn(words, " \t\r\n")])
				rc = aisp_err_set(err, "%.200s:%d: %s: says nothing",
						  path, number, aisp_tag_name(tag));
			first = number;
		}
		if (strstr(line, "*/"))
			break;
	}
	free(line);
	if (f)
		fclose(f);
	return rc;
}

static const char *find_words(char *line, enum aisp_tag tag)
{
	const char *words = aisp_tag_words(tag, line);

	line[strcspn(line, "\n")] = '\0';
	if (!words || words[0] != ' ' || !words[1])
		return NULL;
	aisp_make_plain(line, ' ', "");
	return words + 1;
}

int aisp_source_tag(const char *path, enum aisp_tag tag, char *words, size_t size)
{
	FILE *f = aisp_source_open(path, NULL);
	char *line = NULL;
	const char *found = NULL;
	size_t line_size = 0;
	int number = 0;

	for (; f && !found && getline(&line, &line_size, f) > 0 && !strstr(line, "*/");
	     number++)
		found = find_words(line, tag);
	/* A truncated expression might be another valid one; with dots it is invalid.
	 */
	if (found && (size_t)snprintf(words, size, "%s", found) >= size)
		memcpy(words + size - 4, "...", 4);
	free(line);
	if (f)
		fclose(f);
	return found ? number : 0;
}

char *aisp_source_workload(const char *path)
{
	static const char head[] = "#include \"workload_";
	FILE *f = aisp_source_open(path, NULL);
	char *text = NULL, *name = NULL;
	size_t size = 0;

	while (f && !name && getline(&text, &size, f) > 0) {
		const char *from = text + sizeof(head) - 1, *end;

		if (strncmp(text, head, sizeof(head) - 1) != 0)
			continue;
		end = strstr(from, ".h\"");
		if (end)
			name = strndup(from, (size_t)(end - from));
	}
	free(text);
	if (f)
		fclose(f);
	return name;
}
