/* SPDX-License-Identifier: MIT
 *
 * models_run.h - a step of a policy: decide(param, view) gives the command.
 */
static int run(const struct aisp_io *io, void *state)
{
	int64_t step = *(const int64_t *)io->in[AT].data;
	const int32_t *view = (const int32_t *)io->in[VIEW].data;
	int64_t *done = (int64_t *)io->workspace;
	int32_t c;

	(void)state;
	*done = step ? *done : 0;
	c = *done < io->param[REQUESTS] ? decide(io->param, view) : TAKE;
	*done += c >= TAKE;
	((int32_t *)io->out[COMMAND].data)[step] = c;
	((int64_t *)io->out[SEEN].data)[step] = seen_of(view);
	return 0;
}
