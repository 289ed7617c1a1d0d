/* SPDX-License-Identifier: MIT
 *
 * batching_run.h - a step of a policy: decide(view) gives the command; own are numbers
 * that the policy keeps from step to step, 0 at first.
 */
static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data;
	struct view v = view_of(io);
	struct command c;

	(void)state;
	if (!step)
		memset(io->workspace, 0, io->workspace_bytes);
	c = decide(&v);
	((int32_t *)io->out[COMMAND].data)[step] = c.command;
	((int32_t *)io->out[OF].data)[step] = c.of;
	((int64_t *)io->out[SEEN_NS].data)[step] = v.clock[NOW_NS];
	return 0;
}
