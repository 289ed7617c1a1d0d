/* SPDX-License-Identifier: MIT */
#include "base/xml.h"

#include "tap.h"

#include <stdint.h>
#include <string.h>

static int gives(const char *text, size_t n_chars, const char *want)
{
	char *got = NULL;
	size_t size;
	FILE *f = open_memstream(&got, &size);
	int same;

	aisp_xml_put(f, text, n_chars);
	fclose(f);
	same = !strcmp(got, want);
	if (!same)
		printf("# got %s\n", got);
	free(got);
	return same;
}

int main(void)
{
	ok(gives("a<b>&\"c'", SIZE_MAX, "a&lt;b&gt;&amp;&quot;c&#39;"), "markup");
	ok(gives("größe €𝄞", SIZE_MAX, "größe €𝄞"), "UTF-8 stays");
	ok(gives("größe", 3, "grö"), "cut between characters");
	ok(gives("a\nb\tc\x01\x1b", SIZE_MAX, "a\nb\tc??"), "control characters");
	ok(gives("\xff\xc3(\xe2\x82", SIZE_MAX, "?\x3f(??"), "broken sequences");
	ok(gives("\xc0\xaf\xe0\x80\xaf\xed\xa0\x80\xf4\x90\x80\x80", SIZE_MAX,
		 "????????????"),
	   "long forms, surrogates, beyond the last character");
	ok(gives("\xef\xbf\xbe", SIZE_MAX, "???"), "what is no character of XML");
	return done();
}
