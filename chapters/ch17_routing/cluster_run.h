/* SPDX-License-Identifier: MIT
 *
 * cluster_run.h - a step of a policy: decide(view) says where the new request goes.
 */
static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data;
	struct cluster c = cluster_of(io);
	struct answer a;
	struct view v;

	(void)state;
	if (!step)
		memset(io->workspace, 0, io->workspace_bytes);
	v = view_of(&c, io->param, step, (int64_t *)io->workspace);
	a = decide(&v);
	((int32_t *)io->out[FILLS].data)[step] = a.fills_at;
	((int32_t *)io->out[MAKES].data)[step] = a.makes_at;
	((int32_t *)io->out[TOKENS].data)[step] = a.step_tokens;
	((int64_t *)io->out[SEEN_NS].data)[step] = seen_ns(&c);
	return 0;
}
