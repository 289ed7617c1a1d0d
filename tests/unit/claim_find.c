/* SPDX-License-Identifier: MIT
 *
 * Where a document says what a run must show.
 */
#include <string.h>

#include "report/claim.h"
#include "tap.h"

static const char text[] = "# A page\n\n"
			   "It is twice as fast. <!-- claim: speedup >= 2 -->\n"
			   "\n"
			   "Nothing here. <!-- a remark -->\n"
			   "And so is\nthis one! <!-- claim: ratio > 1.5\n"
			   "over two lines -->\n"
			   "Open <!-- claim: x\nend\n";

static struct aisp_claim_mark m;

static bool is(const char *sentence, const char *claim, int line)
{
	return m.n_sentence == strlen(sentence) &&
	       !strncmp(m.sentence, sentence, m.n_sentence) &&
	       m.n_claim == strlen(claim) && !strncmp(m.claim, claim, m.n_claim) &&
	       m.line == line;
}

int main(void)
{
	const char *at = text;

	ok(aisp_claim_next(&m, text, &at) &&
		   is("It is twice as fast.", " speedup >= 2 ", 3) && !m.is_open,
	   "the sentence before it, the claim, and its line");
	ok(aisp_claim_next(&m, text, &at) &&
		   is("And so is\nthis one!", " ratio > 1.5\nover two lines ", 7),
	   "of several lines, behind other comments");
	ok(aisp_claim_next(&m, text, &at) && is("Open", " x", 9) && m.is_open,
	   "what is never closed ends with its line");
	ok(!aisp_claim_next(&m, text, &at), "and there are no more");
	return done();
}
