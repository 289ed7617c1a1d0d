/* SPDX-License-Identifier: MIT
 *
 * embed.h - a file's content as a string that is part of the program.
 */
#ifndef AISP_EMBED_H
#define AISP_EMBED_H

/* Declare `extern const char name[]` in a header.  path: below the source tree. */
#define AISP_EMBED(name, path)                                                         \
	__asm__(".pushsection .rodata\n"                                               \
		".global " #name "\n"                                                  \
		".type " #name ", %object\n" #name ":\n"                               \
		".incbin \"" path "\"\n"                                               \
		".byte 0\n"                                                            \
		".size " #name ", . - " #name "\n"                                     \
		".popsection\n")

#endif
