/* SPDX-License-Identifier: MIT */
#include <netinet/in.h>
#include <resolv.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <sha256.h>

#include "html_page.h"

void aisp_html_escape(const char *text, FILE *f)
{
	for (; *text; text++) {
		switch (*text) {
		case '&':
			fputs("&amp;", f);
			break;
		case '<':
			fputs("&lt;", f);
			break;
		case '>':
			fputs("&gt;", f);
			break;
		case '"':
			fputs("&quot;", f);
			break;
		case '\'':
			fputs("&#39;", f);
			break;
		default:
			fputc(*text, f);
		}
	}
}

/* " 'sha256-...'" of each text, as CSP 3 wants them. */
static void print_hashes(const char *const *texts, FILE *f)
{
	for (; *texts; texts++) {
		unsigned char digest[SHA256_DIGEST_LENGTH];
		char base64[48];
		SHA2_CTX ctx;

		SHA256Init(&ctx);
		SHA256Update(&ctx, (const unsigned char *)*texts, strlen(*texts));
		SHA256Final(digest, &ctx);
		b64_ntop(digest, sizeof(digest), base64, sizeof(base64));
		fprintf(f, " 'sha256-%s'", base64);
	}
}

static void print_csp(const struct aisp_page *p, FILE *f)
{
	fputs("default-src 'none'; base-uri 'none'; form-action 'none'; script-src", f);
	print_hashes(p->scripts, f);
	fputs("; style-src", f);
	print_hashes(p->styles, f);
	fprintf(f, "; connect-src %s", p->connect);
}

char *aisp_page_csp(const struct aisp_page *p)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	if (!f)
		return NULL;
	print_csp(p, f);
	fputs("; frame-ancestors 'none'", f); /* which a <meta> may not say */
	if (!fclose(f))
		return text;
	free(text);
	return NULL;
}

/* The data contain no '<', so that they cannot end the element or begin another. */
static int put_data(const char *text, size_t n, void *arg)
{
	const char *end = text + n;
	FILE *f = arg;

	while (text < end) {
		const char *lt = memchr(text, '<', (size_t)(end - text));

		fwrite(text, 1, (size_t)((lt ? lt : end) - text), f);
		if (lt)
			fputs("\\u003c", f);
		text = lt ? lt + 1 : end;
	}
	return ferror(f) ? -1 : 0;
}

static int print_data(const struct aisp_page *p, FILE *f)
{
	return p->data ? json_dump_callback(p->data, put_data, f,
					    JSON_COMPACT | JSON_REAL_PRECISION(6))
		       : 0;
}

static void print_elements(const char *const *texts, const char *tag, FILE *f)
{
	for (; *texts; texts++)
		fprintf(f, "<%s>%s</%s>\n", tag, *texts, tag);
}

static int print_part(const struct aisp_page *p, const char *name, size_t n, FILE *f)
{
#define IS(word) (n == sizeof(word) - 1 && !memcmp(name, word, n))
	if (IS("csp"))
		print_csp(p, f);
	else if (IS("title"))
		aisp_html_escape(p->title, f);
	else if (IS("styles"))
		print_elements(p->styles, "style", f);
	else if (IS("scripts"))
		print_elements(p->scripts, "script", f);
	else if (IS("markup"))
		fputs(p->markup, f);
	else if (IS("text"))
		aisp_html_escape(p->text, f);
	else if (IS("data"))
		return print_data(p, f);
	return 0;
#undef IS
}

int aisp_page_write(const struct aisp_page *p, FILE *f)
{
	const char *at = p->html, *mark;

	while ((mark = strstr(at, "{{"))) {
		const char *name = mark + 2, *end = strstr(name, "}}");

		if (!end)
			break;
		fwrite(at, 1, (size_t)(mark - at), f);
		if (print_part(p, name, (size_t)(end - name), f))
			return -1;
		at = end + 2;
	}
	fputs(at, f);
	return ferror(f) ? -1 : 0;
}
