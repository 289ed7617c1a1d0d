/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "near.h"

enum { MAX = 127 };

static int min(int a, int b)
{
	return a < b ? a : b;
}

/*
 * Edits that turn a into the nearest prefix of b, since half a name is a likely
 * mistake; among equals, edits to the whole of b.  Two neighbours that changed
 * places are one edit.  V. I. Levenshtein, Sov. Phys. Dokl. 10 (1966); F. J.
 * Damerau, Commun. ACM 7 (1964).
 */
static int distance(const char *a, const char *b, int *n_edits)
{
	int rows[3][MAX + 1], n = min((int)strlen(b), MAX);
	int *before = rows[0], *last = rows[1], *row = rows[2];

	for (int j = 0; j <= n; j++)
		row[j] = j;
	for (int i = 1; a[i - 1]; i++) {
		int *oldest = before;

		before = last;
		last = row;
		row = oldest;
		row[0] = i;
		for (int j = 1; j <= n; j++) {
			row[j] = min(last[j - 1] + (a[i - 1] != b[j - 1]),
				     1 + min(last[j], row[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1])
				row[j] = min(row[j], before[j - 2] + 1);
		}
	}
	*n_edits = row[n];
	for (int j = 0; j < n; j++)
		*n_edits = min(*n_edits, row[j]);
	return *n_edits * (MAX + 1) + row[n];
}

int aisp_near_edits(const char *a, const char *b)
{
	int of_prefix;

	return distance(a, b, &of_prefix) % (MAX + 1);
}

void aisp_near_add(struct aisp_near *near, const char *name)
{
	int n_edits, d = distance(near->word, name, &n_edits);
	int n = (int)strlen(near->word), i = AISP_MAX_NEAR;

	if (n_edits > 1 + n / 4 || n_edits >= n)
		return;
	for (int k = 0; k < AISP_MAX_NEAR; k++)
		if (!strcmp(near->found[k].name, name))
			return;
	while (i > 0 &&
	       (!near->found[i - 1].name[0] || d < near->found[i - 1].distance))
		i--;
	if (i == AISP_MAX_NEAR)
		return;
	memmove(&near->found[i + 1], &near->found[i],
		(size_t)(AISP_MAX_NEAR - 1 - i) * sizeof(near->found[0]));
	near->found[i].distance = d;
	snprintf(near->found[i].name, sizeof(near->found[i].name), "%s", name);
}

/* Counts the names that are hardly farther away than the nearest, in either sense. */
static int count_meant(const struct aisp_near *near)
{
	int least = near->found[0].distance, n = 0;
	int slack = (int)strlen(near->word) / 8;

	while (n < AISP_MAX_NEAR && near->found[n].name[0] &&
	       near->found[n].distance / (MAX + 1) <= least / (MAX + 1) + slack &&
	       near->found[n].distance % (MAX + 1) <= least % (MAX + 1) + 1 + slack)
		n++;
	return n;
}

const char *aisp_near_text(const struct aisp_near *near, char *text, size_t size)
{
	size_t used = 0;
	int n = count_meant(near);

	text[0] = '\0';
	for (int i = 0; i < n && used < size; i++)
		used += (size_t)snprintf(text + used, size - used, "%s%s%s",
					 !i           ? "; did you mean "
					 : i == n - 1 ? " or "
						      : ", ",
					 near->found[i].name, i == n - 1 ? "?" : "");
	return text;
}

const char *aisp_near_of(const char *word, const char *const *names, int n, char *text,
			 size_t size)
{
	struct aisp_near near = { word };

	for (int i = 0; i < n; i++)
		aisp_near_add(&near, names[i]);
	return aisp_near_text(&near, text, size);
}
