/* SPDX-License-Identifier: MIT
 *
 * energy_calls.h - what a call takes of a device that counts its own energy.
 */
#ifndef AISP_ENERGY_CALLS_H
#define AISP_ENERGY_CALLS_H

#include "session.h"

/*
 * Behind the timed samples, where the launch is the one for it: calls on the same
 * inputs again and again, until the counter has moved often enough or time is up.  The
 * facts are filled, as far as it did.  0, or 1 if the variant ended the launch.
 */
int aisp_session_energy(struct aisp_session *s, struct aisp_measured *m);

#endif
