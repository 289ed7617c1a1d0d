/* SPDX-License-Identifier: MIT
 *
 * costs.h - the constants of choose.h, in us unless another unit is given: fitted on an
 * H200 to the times of the kernels of ways.h, with cold caches, for the products of
 * shapes.txt and about as many others.  SHAPE_START is from an H100, fitted to the 20
 * products of 65 to 1280 tokens; leaving out any third changed it by less than 2 %.
 */
#ifndef COSTS_H
#define COSTS_H

#ifndef COSTS /* a fit defines it, and changes them */
#define COSTS static const double
#endif

COSTS MEMORY = 0.952;             /* of the memory's rate: for A, B and C */
COSTS SPLIT_MULTIPLY = 1.26;      /* of the time at full rate */
COSTS SPLIT_FETCH = 1.64e+05;     /* bytes a us and multiprocessor */
COSTS SPLIT_STEP_US = 0.0439;     /* a step is never shorter, */
COSTS SPLIT_BOX_US = 0.0433;      /* nor a box that is fetched by itself */
COSTS SPLIT_NARROW = 1.08;        /* for 64 rows */
COSTS SPLIT_TALL = 1.03;          /* for 256 rows */
COSTS SPLIT_BESIDE = 1.21;        /* for two blocks on a multiprocessor */
COSTS SPLIT_START = 5.79;         /* launch, first bytes, end */
COSTS SPLIT_ROUND = 2.18;         /* the same for each further round */
COSTS SPLIT_STORE = 9.48e-05;     /* for each sum */
COSTS SPLIT_SEND = 1.81;          /* to meet in a cluster */
COSTS SPLIT_SEND_AREA = 9.29e-05; /* for each sum that is sent */
COSTS STAY_MULTIPLY = 1.19;       /* of the time at full rate */
COSTS STAY_FETCH = 8.28e+04;      /* bytes a us and multiprocessor */
COSTS STAY_STEP_US = 0.0288;      /* beside each step */
COSTS SLAB_STORE = 0.000114;      /* for each sum */
COSTS SHAPE_STORE = 4.04e-05;     /* for each sum */
COSTS SLAB_TALL = 1;              /* for 256 rows */
COSTS IN_TURN = 0.997;            /* for tiles in turn */
COSTS SHAPE_ACROSS = 1.03;        /* for clusters side by side */
COSTS SLAB_START = 5.4;           /* launch, first bytes, end */
COSTS SHAPE_START = 6.85;         /* the same */

#endif
