/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "left_out.h"

static void join(char *buf, size_t size, const struct aisp_texts *names)
{
	size_t used = 0;

	buf[0] = '\0';
	for (int i = 0; i < names->n && used < size; i++)
		used += (size_t)snprintf(buf + used, size - used, "%s%s", i ? " " : "",
					 names->at[i]);
}

const char *aisp_left_out_mark(const struct aisp_run_result *r)
{
	int n = r->left_out ? r->left_out->n : 0;

	if (!n || r->status != AISP_WORD_MEASURED)
		return "";
	return n == 1 ? ", a check left out" : ", checks left out";
}

void aisp_left_out_names(char *buf, size_t size, const struct aisp_run_result *r)
{
	static const struct aisp_texts none = { 0 };

	join(buf, size, r->left_out ? r->left_out : &none);
}

void aisp_left_out_text(char *buf, size_t size, const struct aisp_run_info *info)
{
	char names[300];

	buf[0] = '\0';
	if (!info->left_out.n)
		return;
	join(names, sizeof(names), &info->left_out);
	snprintf(buf, size, "measured without %s (--without-check)", names);
}

int aisp_left_out_refuse(const struct aisp_run *run, struct aisp_err *err)
{
	char how[400];

	aisp_left_out_text(how, sizeof(how), &run->info);
	if (!*how)
		return 0;
	return aisp_err_broken(err,
			       "%.150s was %.280s and proves nothing; measure again "
			       "with all checks",
			       run->info.folder, how);
}
