/* SPDX-License-Identifier: MIT
 *
 * xml.h - write any text into XML or HTML.
 */
#ifndef AISP_XML_H
#define AISP_XML_H

#include <stddef.h>
#include <stdio.h>

/*
 * Writes at most n_chars characters, for text and quoted attributes.  Characters that
 * XML 1.0 forbids (control characters, broken UTF-8) become '?'.
 */
void aisp_xml_put(FILE *f, const char *text, size_t n_chars);

#endif
