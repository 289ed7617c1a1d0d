/* SPDX-License-Identifier: MIT
 *
 * Items of a checklist: those that are read, and those that are refused, by line.
 */
#include <string.h>

#include "report/checklist.h"
#include "tap.h"

static struct aisp_checklist list;
static struct aisp_err err;

static int is_refused(const char *text, const char *why)
{
	int rc = aisp_checklist_parse(&list, text, &err);

	aisp_checklist_release(&list);
	if (rc && strstr(err.msg, why))
		return 1;
	printf("# %d: %s\n", rc, rc ? err.msg : "taken");
	return 0;
}

static void test_refused(void)
{
	ok(is_refused("- **a**: A. <!-- kernel -->\n", "line 1: an item above"),
	   "an item without a section");
	ok(is_refused("## S\n\n- **a**: A.\n", "line 3: want"), "no comment");
	ok(is_refused("## S\n- **a**: A. <!-- kernel --> more\n", "want"),
	   "text behind the comment");
	ok(is_refused("## S\n- **a** A. <!-- kernel -->\n", "want"), "no colon");
	ok(is_refused("## S\n- **a**: <!-- kernel -->\n", "empty"), "no text");
	ok(is_refused("## S\n- ****: A. <!-- kernel -->\n", "empty"), "no name");
	ok(is_refused("## S\n- **a**: A. <!-- -->\n", "want"), "an empty comment");
	ok(is_refused("## S\n- **a**: A. <!-- king -->\n", "'king' is no role"),
	   "an unknown role");
	ok(is_refused("## S\n- **a**: A. <!-- ; peaks -->\n", "no role"), "no role");
	ok(is_refused("## S\n- **a**: A. <!-- kernel; -->\n", "no probe"), "no probe");
	ok(is_refused("## S\n- **a**: A. <!-- kernel; guess -->\n", "'guess' is no"),
	   "an unknown probe");
	ok(is_refused("## S\n- **a**: A. <!-- kernel; peaks high -->\n", "cannot ask"),
	   "a word too many");
	ok(is_refused("## S\n- **a**: A. <!-- kernel; limit -->\n", "cannot ask"),
	   "a word too few");
	ok(is_refused("## S\n- **a**: A. <!-- kernel; limit mem -->\n", "cannot ask"),
	   "a part of a word");
	ok(is_refused("## S\n- **a**: A. <!-- kernel; doctor -->\n", "cannot ask"),
	   "a probe of anything that asks nothing");
	ok(is_refused("## S\n- **a**: A. <!-- kernel -->\n- **a**: B. <!-- kernel -->",
		      "line 3: 'a' is there twice"),
	   "a name twice");
	ok(is_refused("## \n", "line 1: a heading"), "an empty heading");
}

static void test_read(void)
{
	const struct aisp_checklist_item *a, *b;

	ok(!aisp_checklist_parse(&list,
				 "# T\nProse.\n\n## S  \n- **a**: A b. <!-- kernel "
				 "author -->\n\n## T\n- no item\n- **b**: B. <!-- "
				 "operator; run  limits -->",
				 &err) &&
		   list.n == 2,
	   "two items");
	a = &list.items[0];
	b = &list.items[1];
	ok(!strcmp(a->section, "S") && !strcmp(a->name, "a") &&
		   !strcmp(a->text, "A b."),
	   "its parts");
	ok(a->concerns == (1U << AISP_CONCERN_KERNEL | 1U << AISP_CONCERN_AUTHOR) &&
		   a->probe == AISP_PROBE_NONE && !*a->argument,
	   "its roles, without a probe");
	ok(!strcmp(b->section, "T") && b->probe == AISP_PROBE_RUN &&
		   !strcmp(b->argument, "limits"),
	   "a probe, with what it asks");
	aisp_checklist_release(&list);
	ok(!aisp_checklist_parse(&list, aisp_checklist_text, &err) && list.n > 0,
	   "the program's own");
	aisp_checklist_release(&list);
}

int main(void)
{
	test_read();
	test_refused();
	return done();
}
