/* SPDX-License-Identifier: MIT
 *
 * xml.h - any text inside XML or HTML.
 */
#ifndef AISP_XML_H
#define AISP_XML_H

#include <stddef.h>
#include <stdio.h>

/*
 * At most n_chars characters, for text and quoted attributes.  What XML 1.0 cannot
 * hold (control characters, broken UTF-8) becomes '?'.
 */
void aisp_xml_put(FILE *f, const char *text, size_t n_chars);

#endif
