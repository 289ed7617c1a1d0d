/* SPDX-License-Identifier: MIT
 *
 * The gate by tensor cores, too: one more list of tiles, of an expert that all tokens
 * go to.  Rows of scores that do not begin at 16 bytes are left to the ordinary units.
 * ARCH: sm_90a
 */
#include "workload_router.h"

#include "../../chapters/ch15_serving/experts_list.h"
#include "gate_gpu.h"

static int gate_list(const struct aisp_io *io, const struct state *s, uint8_t **room)
{
	struct product p = plain_product(
		(const uint16_t *)io->in[X].data, (uint16_t *)io->out[SCORES].data,
		(int)io->param[WIDTH], (int)io->param[EXPERTS]);
	struct order o;
	int rc = order_all(io, room, &o);

	return rc ? rc
		  : start<false>(io, s, p, o, &io->in[GATE], &io->in[GATE],
				 io->param[TOKENS]);
}

static int run(const struct aisp_io *io, void *state)
{
	const struct state *s = (const struct state *)state;
	uint8_t *room = (uint8_t *)io->workspace;
	struct order o = order_in(&room, io->param);
	int rc = io->param[EXPERTS] % 8 ? gate_squares(io, &room)
					: gate_list(io, s, &room);

	if (!rc)
		rc = find_order(io, o);
	return rc ? rc : run_list(io, s, o, room);
}

AISP_VARIANT = {
	.abi = AISP_ABI,
	.device = AISP_DEVICE_CUDA,
	.summary = "the gate by tensor cores, too",
	.setup = setup,
	.run = run,
	.teardown = free,
};
