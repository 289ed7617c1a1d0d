/* SPDX-License-Identifier: MIT
 *
 * costs.h - what a step of a server costs: rates of kernels that were measured, over
 * the shape of a model.  Made by tools/serving_costs.pl from docs/size, not by hand.
 *
 * NVIDIA H200; llama-3.1-8b in bf16.  Each rate is the slower end of its interval; time
 * between kernels is not included.
 */
#ifndef COSTS_H
#define COSTS_H

/*
 * To read all weights in bf16:
 * ch07:copy_vector@cuda, 2026-11-21, commit 1dd00b39db
 */
#define COST_WEIGHTS_NS INT64_C(3621194)
/*
 * To multiply a token with them:
 * labs/matmul:layer_shape@cuda, 2026-11-27, commit 03dad2f73c
 */
#define COST_TOKEN_PS INT64_C(18800226)
/*
 * To read the keys and values of a token:
 * ch18:decode_split@cuda, 2026-11-22, commit a18e2ed618
 */
#define COST_KV_PS INT64_C(31372)
/*
 * Attention of a token of a prompt to one before:
 * ch18:attention_bf16_wgmma@cuda, 2026-11-22, commit a18e2ed618
 */
#define COST_PAIR_PS INT64_C(795)
/* Keys and values of a token */
#define COST_KV_BYTES INT64_C(131072)

#endif
