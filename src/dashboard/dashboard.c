/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <jansson.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "access.h"
#include "comparison.h"
#include "dashboard.h"
#include "dashboard_assets.h"
#include "live.h"
#include "report/html.h"
#include "report/html_assets.h"
#include "report/html_page.h"
#include "report/report.h"
#include "run_list.h"
#include "store/run.h"
#include "trend_json.h"

#define MAX_CONNECTIONS 40 /* AISP_MAX_STREAMS and the requests of a few pages */
#define TIMEOUT_S       20
#define MAX_HEAD_BYTES  16384 /* of a request */

struct aisp_dashboard {
	struct MHD_Daemon *daemon;
	struct aisp_run_list *runs;
	struct aisp_trends *trends;
	double alpha;
	struct aisp_live live;
	char *artifacts;
	atomic_uint port; /* requests may come before it is stored */
	char token[AISP_TOKEN_LENGTH + 1];
	char url[128];
	char *page, *page_csp, *report_csp;
};

/* The answer to a request. */
struct answer {
	unsigned status;
	const char *type;
	const char *csp;
	struct MHD_Response *response; /* NULL: the status is enough */
};

static const char *const styles[] = { aisp_web_theme_css, aisp_web_report_css,
				      aisp_web_dashboard_css, NULL };
static const char *const scripts[] = {
	aisp_web_chart_js,   aisp_web_common_js,    aisp_web_table_js,
	aisp_web_charts_js,  aisp_web_live_js,      aisp_web_trends_js,
	aisp_web_compare_js, aisp_web_dashboard_js, NULL
};

static const struct aisp_page page = { .html = aisp_web_dashboard_html,
				       .styles = styles,
				       .scripts = scripts,
				       .connect = "'self'",
				       .title = "aisp dashboard",
				       .markup = "",
				       .text = "" };

/* Takes ownership of the text. */
static struct MHD_Response *text_response(char *text)
{
	return text ? MHD_create_response_from_buffer(strlen(text), text,
						      MHD_RESPMEM_MUST_FREE)
		    : NULL;
}

static char *page_text(void)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);
	int rc = f ? aisp_page_write(&page, f) : -1;

	if (f && fclose(f))
		rc = -1;
	if (!rc)
		return text;
	free(text);
	return NULL;
}

/* Makes the report anew: the file in the folder may contain anything. */
static char *report_text(const char *path, struct aisp_err *err)
{
	struct aisp_run *run = aisp_run_load_any(path, err);
	char *text = NULL;
	size_t size;
	FILE *f;

	if (!run)
		return NULL;
	aisp_err_set(err, "out of memory");
	f = open_memstream(&text, &size);
	if (f && (aisp_report_html(run, f) | fclose(f))) {
		free(text);
		text = NULL;
	}
	aisp_run_free(run);
	return text;
}

static struct answer answer_report(const struct aisp_dashboard *d, const char *name)
{
	struct answer a = { MHD_HTTP_OK, "text/html; charset=utf-8", d->report_csp,
			    NULL };
	struct aisp_err err;
	char path[8192], *text;

	if (!aisp_run_list_has(d->runs, name, path, sizeof(path)))
		return (struct answer){ .status = MHD_HTTP_NOT_FOUND };
	text = report_text(path, &err);
	if (!text) {
		a = (struct answer){ MHD_HTTP_INTERNAL_SERVER_ERROR,
				     "text/plain; charset=utf-8", NULL, NULL };
		text = strdup(err.msg);
	}
	a.response = text_response(text);
	return a;
}

/* Compares the runs that the query names. */
static struct answer answer_comparison(const struct aisp_dashboard *d,
				       struct MHD_Connection *c)
{
	const char *a = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "a");
	const char *b = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, "b");
	char path_a[8192], path_b[8192], *text;
	struct aisp_err err;

	if (!a || !b || !aisp_run_list_has(d->runs, a, path_a, sizeof(path_a)) ||
	    !aisp_run_list_has(d->runs, b, path_b, sizeof(path_b)))
		return (struct answer){ .status = MHD_HTTP_NOT_FOUND };
	text = aisp_comparison_json(path_a, path_b, d->alpha, &err);
	if (text)
		return (struct answer){ MHD_HTTP_OK, "application/json", NULL,
					text_response(text) };
	return (struct answer){ MHD_HTTP_INTERNAL_SERVER_ERROR, NULL, NULL,
				text_response(strdup(err.msg)) };
}

/* path: the part after the token. */
static struct answer route(struct aisp_dashboard *d, struct MHD_Connection *c,
			   const char *path)
{
	static const char report[] = "report/";

	if (!*path)
		return (struct answer){
			MHD_HTTP_OK, "text/html; charset=utf-8", d->page_csp,
			MHD_create_response_from_buffer(strlen(d->page), d->page,
							MHD_RESPMEM_PERSISTENT)
		};
	if (!strncmp(path, report, sizeof(report) - 1))
		return answer_report(d, path + sizeof(report) - 1);
	if (!strcmp(path, "runs.json"))
		return (struct answer){ MHD_HTTP_OK, "application/json", NULL,
					text_response(aisp_run_list_json(d->runs)) };
	if (!strcmp(path, "history.json"))
		return (struct answer){ MHD_HTTP_OK, "application/json", NULL,
					text_response(aisp_trends_json(d->trends)) };
	if (!strcmp(path, "compare.json"))
		return answer_comparison(d, c);
	if (!strcmp(path, "events"))
		return (struct answer){ MHD_HTTP_OK, "text/event-stream", NULL,
					aisp_live_response(&d->live) };
	return (struct answer){ .status = MHD_HTTP_NOT_FOUND };
}

static struct answer judge(struct aisp_dashboard *d, struct MHD_Connection *c,
			   const char *url, const char *method)
{
	const char *host =
		MHD_lookup_connection_value(c, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST);
	const char *path = aisp_token_strip(url, d->token);

	if (!aisp_host_is_ours(host, (uint16_t)atomic_load(&d->port)))
		return (struct answer){ .status = MHD_HTTP_MISDIRECTED_REQUEST };
	if (strcmp(method, MHD_HTTP_METHOD_GET) != 0)
		return (struct answer){ .status = MHD_HTTP_METHOD_NOT_ALLOWED };
	if (!path)
		return (struct answer){ .status = MHD_HTTP_NOT_FOUND };
	return route(d, c, path);
}

static void add_headers(struct MHD_Response *r, const struct answer *a)
{
	static const char *const always[][2] = {
		{ "Cache-Control", "no-store" },
		{ "X-Content-Type-Options", "nosniff" },
		{ "X-Frame-Options", "DENY" },
		{ "Referrer-Policy", "no-referrer" },
		{ "Cross-Origin-Opener-Policy", "same-origin" },
		{ "Cross-Origin-Resource-Policy", "same-origin" },
	};

	for (size_t i = 0; i < sizeof(always) / sizeof(*always); i++)
		MHD_add_response_header(r, always[i][0], always[i][1]);
	MHD_add_response_header(r, "Content-Security-Policy",
				a->csp ? a->csp
				       : "default-src 'none'; frame-ancestors 'none'");
	MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE,
				a->type ? a->type : "text/plain; charset=utf-8");
	if (a->status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(r, MHD_HTTP_HEADER_ALLOW, "GET");
}

static enum MHD_Result handle(void *arg, struct MHD_Connection *c, const char *url,
			      const char *method, const char *version,
			      const char *upload, size_t *n_upload, void **state)
{
	struct answer a;
	enum MHD_Result rc;

	(void)version;
	(void)upload;
	(void)n_upload;
	/* A connection that is answered at the first call would be closed. */
	if (!*state && !strcmp(method, MHD_HTTP_METHOD_GET)) {
		*state = arg;
		return MHD_YES;
	}
	a = judge(arg, c, url, method);
	if (!a.response && a.status == MHD_HTTP_OK)
		a = (struct answer){ .status = MHD_HTTP_SERVICE_UNAVAILABLE };
	if (!a.response) {
		const char *phrase = MHD_get_reason_phrase_for(a.status);

		a.response = MHD_create_response_from_buffer(
			strlen(phrase), (void *)phrase, MHD_RESPMEM_PERSISTENT);
	}
	if (!a.response)
		return MHD_NO;
	add_headers(a.response, &a);
	rc = MHD_queue_response(c, a.status, a.response);
	MHD_destroy_response(a.response);
	return rc;
}

/* An invalid request is only the sender's problem. */
__attribute__((format(printf, 2, 0))) static void ignore(void *arg, const char *format,
							 va_list args)
{
	(void)arg;
	(void)format;
	(void)args;
}

/* A NUL would end the path early; its replacement occurs in no name. */
static size_t unescape(void *arg, struct MHD_Connection *c, char *text)
{
	size_t n = MHD_http_unescape(text);

	(void)arg;
	(void)c;
	for (char *nul; (nul = memchr(text, '\0', n));)
		*nul = '/';
	return n;
}

static int listen_on(struct aisp_dashboard *d, uint16_t port, struct aisp_err *err)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
				       .sin_port = htons(port),
				       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	const union MHD_DaemonInfo *info;

	d->daemon = MHD_start_daemon(
		MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD |
			MHD_USE_POLL | MHD_USE_ERROR_LOG,
		port, NULL, NULL, handle, d, MHD_OPTION_EXTERNAL_LOGGER, ignore, NULL,
		MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_LIMIT,
		(unsigned)MAX_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
		(unsigned)TIMEOUT_S, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
		(size_t)MAX_HEAD_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1,
		MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL, MHD_OPTION_END);
	info = d->daemon ? MHD_get_daemon_info(d->daemon, MHD_DAEMON_INFO_BIND_PORT)
			 : NULL;
	if (!info)
		return aisp_err_errno(err, "listen on 127.0.0.1:%u", port);
	atomic_store(&d->port, info->port);
	return 0;
}

struct aisp_dashboard *aisp_dashboard_start(const struct aisp_dashboard_options *o,
					    struct aisp_err *err)
{
	struct aisp_dashboard *d = calloc(1, sizeof(*d));

	if (!d) {
		aisp_err_set(err, "out of memory");
		return NULL;
	}
	json_object_seed(0); /* before there are threads */
	d->artifacts = strdup(o->artifacts);
	d->runs = aisp_run_list_new(o->artifacts);
	d->trends = aisp_trends_new(o->history);
	d->alpha = o->alpha;
	d->page = page_text();
	d->page_csp = aisp_page_csp(&page);
	d->report_csp = aisp_report_html_csp();
	d->live.artifacts = d->artifacts;
	d->live.runs = d->runs;
	if (!d->artifacts || !d->runs || !d->trends || !d->page || !d->page_csp ||
	    !d->report_csp)
		aisp_err_set(err, "out of memory");
	else if (aisp_token_make(d->token))
		aisp_err_errno(err, "random bytes for the URL");
	else if (!listen_on(d, o->port, err)) {
		snprintf(d->url, sizeof(d->url), "http://127.0.0.1:%u/%s/",
			 atomic_load(&d->port), d->token);
		return d;
	}
	aisp_dashboard_stop(d);
	return NULL;
}

const char *aisp_dashboard_url(const struct aisp_dashboard *d)
{
	return d->url;
}

void aisp_dashboard_stop(struct aisp_dashboard *d)
{
	atomic_store(&d->live.is_ending, true);
	if (d->daemon)
		MHD_stop_daemon(d->daemon);
	aisp_run_list_free(d->runs);
	aisp_trends_free(d->trends);
	free(d->artifacts);
	free(d->page);
	free(d->page_csp);
	free(d->report_csp);
	free(d);
}
