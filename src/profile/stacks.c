/* SPDX-License-Identifier: MIT */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "stacks.h"

/* The child of that name, made where it is missing; NULL without memory. */
static struct aisp_frame *child_of(struct aisp_frame *parent, const char *name)
{
	struct aisp_frame **at = &parent->child, *made;

	while (*at && strcmp((*at)->name, name) < 0)
		at = &(*at)->next;
	if (*at && !strcmp((*at)->name, name))
		return *at;
	made = calloc(1, sizeof(*made));
	if (!made)
		return NULL;
	made->name = strdup(name);
	if (!made->name) {
		free(made);
		return NULL;
	}
	made->next = *at;
	*at = made;
	return made;
}

int aisp_stacks_add(struct aisp_frame *root, const char *const *names, int n_names,
		    uint64_t n)
{
	root->n += n;
	for (int i = 0; i < n_names; i++) {
		root = child_of(root, names[i]);
		if (!root)
			return -1;
		root->n += n;
	}
	root->n_self += n;
	return 0;
}

void aisp_stacks_release(struct aisp_frame *root)
{
	struct aisp_frame *next;

	for (struct aisp_frame *f = root->child; f; f = next) {
		next = f->next;
		aisp_stacks_release(f);
		free(f);
	}
	free(root->name);
	memset(root, 0, sizeof(*root));
}

int aisp_stacks_graft(struct aisp_frame *root, const char *name,
		      struct aisp_frame *tree)
{
	struct aisp_frame *child = child_of(root, name);

	if (!child)
		return -1;
	root->n += tree->n;
	child->n = tree->n;
	child->n_self = tree->n_self;
	child->child = tree->child;
	tree->child = NULL;
	aisp_stacks_release(tree);
	return 0;
}

static bool begins_with(const char *name, const char *const *words)
{
	for (; name && *words; words++)
		if (!strncmp(name, *words, strlen(*words)))
			return true;
	return false;
}

uint64_t aisp_stacks_within(const struct aisp_frame *root, const char *const *words)
{
	uint64_t n = 0;

	if (begins_with(root->name, words))
		return root->n;
	for (const struct aisp_frame *c = root->child; c; c = c->next)
		n += aisp_stacks_within(c, words);
	return n;
}

/* A stack's text so far, as long as the walk is below its last frame. */
struct path {
	const struct path *up;
	const char *name;
};

/* The format separates frames by ';' and the count by the last space. */
static void put_path(const struct path *p, FILE *f)
{
	if (p->up) {
		put_path(p->up, f);
		putc(';', f);
	}
	for (const char *s = p->name; *s; s++)
		putc(*s == ';' || (unsigned char)*s < ' ' ? '_' : *s, f);
}

static void fold(const struct aisp_frame *frame, const struct path *up, FILE *f)
{
	const struct path here = { up, frame->name };

	if (frame->n_self) {
		put_path(&here, f);
		fprintf(f, " %llu\n", (unsigned long long)frame->n_self);
	}
	for (const struct aisp_frame *c = frame->child; c; c = c->next)
		fold(c, &here, f);
}

int aisp_stacks_fold(const struct aisp_frame *root, FILE *f)
{
	for (const struct aisp_frame *c = root->child; c; c = c->next)
		fold(c, NULL, f);
	return ferror(f) ? -1 : 0;
}

static void collect(const struct aisp_frame *frame, struct aisp_frame *by_name)
{
	const char *name = frame->name;

	if (frame->n_self && name && aisp_stacks_add(by_name, &name, 1, frame->n_self))
		return; /* short of memory a name goes uncounted */
	for (const struct aisp_frame *c = frame->child; c; c = c->next)
		collect(c, by_name);
}

/* The frame of root that has by_name's longest name. */
static const char *find(const struct aisp_frame *frame, const char *name)
{
	const char *found = NULL;

	if (frame->name && !strcmp(frame->name, name))
		return frame->name;
	for (const struct aisp_frame *c = frame->child; c && !found; c = c->next)
		found = find(c, name);
	return found;
}

const char *aisp_stacks_hottest(const struct aisp_frame *root, double *share)
{
	struct aisp_frame by_name = { 0 };
	const struct aisp_frame *most = NULL;
	const char *name;

	collect(root, &by_name);
	for (const struct aisp_frame *c = by_name.child; c; c = c->next)
		if (!most || c->n > most->n)
			most = c;
	*share = most ? (double)most->n / (double)root->n : 0;
	name = most ? find(root, most->name) : NULL;
	aisp_stacks_release(&by_name);
	return name;
}

/* "file.c:12"; a function's name holds no colon and then digits alone. */
static int is_line(const char *name)
{
	const char *colon = name ? strrchr(name, ':') : NULL;

	return colon && colon[1] && !colon[1 + strspn(colon + 1, "0123456789")];
}

static void collect_lines(const struct aisp_frame *frame, struct aisp_frame *by_name)
{
	const char *name = frame->name;

	if (is_line(name) && aisp_stacks_add(by_name, &name, 1, frame->n))
		return; /* short of memory a line goes uncounted */
	for (const struct aisp_frame *c = frame->child; c; c = c->next)
		collect_lines(c, by_name);
}

static void keep_line(struct aisp_hot_line *lines, int n, const char *place,
		      double share)
{
	int i = n;

	while (i > 0 && share > lines[i - 1].share)
		i--;
	if (i == n)
		return;
	memmove(&lines[i + 1], &lines[i], (size_t)(n - 1 - i) * sizeof(*lines));
	snprintf(lines[i].place, sizeof(lines[i].place), "%s", place);
	lines[i].share = share;
}

int aisp_stacks_lines(const struct aisp_frame *root, struct aisp_hot_line *lines, int n)
{
	struct aisp_frame by_name = { 0 };
	int n_found = 0;

	memset(lines, 0, (size_t)n * sizeof(*lines));
	collect_lines(root, &by_name);
	for (const struct aisp_frame *c = by_name.child; c; c = c->next)
		keep_line(lines, n, c->name, (double)c->n / (double)root->n);
	aisp_stacks_release(&by_name);
	while (n_found < n && lines[n_found].share > 0)
		n_found++;
	return n_found;
}
