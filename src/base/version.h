/* SPDX-License-Identifier: MIT
 *
 * version.h - this program's version, from the file VERSION.
 */
#ifndef AISP_BASE_VERSION_H
#define AISP_BASE_VERSION_H

extern const char aisp_version[]; /* "1.0" */

#endif
