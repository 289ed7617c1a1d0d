/* SPDX-License-Identifier: MIT
 *
 * exit_run.h - a step of a policy: takes(param, seen) says whether a layer's token is
 * taken.
 */
static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data;
	const int32_t *top = (const int32_t *)io->in[TOP].data;
	int64_t layer = step % io->param[LAYERS], *same = (int64_t *)io->workspace;
	struct seen s;

	(void)state;
	*same = layer && top[step] == top[step - 1] ? *same + 1 : 1;
	s = (struct seen){ layer, *same, ((const int32_t *)io->in[MARGIN].data)[step] };
	((int32_t *)io->out[TAKE].data)[step] = takes(io->param, &s) ? top[step] : ON;
	return 0;
}
