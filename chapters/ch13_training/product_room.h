/* SPDX-License-Identifier: MIT
 *
 * product_room.h - the scratch of a product of product_tile.h, for contracts that ask
 * for it.
 */
#ifndef PRODUCT_ROOM_H
#define PRODUCT_ROOM_H

#define ROOM_ELEMS 6144 /* floats: a copy of columns of an operand, in tiles' order */

#endif
