/* SPDX-License-Identifier: MIT
 *
 * host_device.h - AISP_HD before a function: code on a GPU may call it, too.
 */
#ifndef AISP_HOST_DEVICE_H
#define AISP_HOST_DEVICE_H

#ifdef __CUDACC__
#define AISP_HD __host__ __device__
#else
#define AISP_HD
#endif

#endif
