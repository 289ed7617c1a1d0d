#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Memory as the figure: a variant gets the workspace that its source asks for, and no
# byte more, wherever it takes it from; the words, the ratio, what is refused.
# RUN: parallel
use strict;
use warnings;
use File::Copy qw(copy);
use File::Temp qw(tempdir);
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;

my $from = 'tests/exploits/memory';
my $dir = tempdir(CLEANUP => 1);
my @few = ('--preset', 'small', '--pairs', 10, '--iterations', 3);
copy("$from/$_", $dir) or die "$_: $!" for qw(workload_fold.h fold.h fold_in_output.h fold_in_workspace.h baseline_fold.c);
copy("$from/optimized_fold_memory_pool_reuse_honest.c", "$dir/optimized_fold_honest.c") or die;

# variant NAME, TAG, SETUP, SCRATCH, BEFORE: takes its scratch from there.
sub variant
{
	my ($name, $tag, $setup, $scratch, $before) = @_;
	write_file("$dir/optimized_fold_$name.c", <<"END");
/*
 * Takes its scratch from elsewhere.
$tag */
#include <string.h>
#include <sys/mman.h>
#include "workload_fold.h"
#include "fold.h"
#define BYTES ((size_t)io->param[0] * sizeof(float))
$before
static int setup(const struct aisp_io *io, void **state)
{
	(void)io;
	(void)state;
	$setup
	return 0;
}
static int run(const struct aisp_io *io, void *state)
{
	(void)state;
	$scratch
	return 0;
}
AISP_VARIANT = { .abi = AISP_ABI, .summary = "$name", .setup = setup, .run = run };
END
}

variant('static', '', 'memset(own, 1, sizeof(own));', 'fold(io, own);', 'static float own[400001];');
variant('stack', '', '', 'float own[400001]; fold(io, own); __asm__ volatile("" :: "r"(own) : "memory");', '');
# Page by page what was mapped before is given back, so that nothing is left to see.
variant('unmaps', '', <<'END', <<'END', 'static char *own; static size_t n;');
	n = BYTES;
	own = mmap(NULL, 64 * n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
END
	fold(io, (float *)(void *)own);
	munmap(own, (n + 4095) / 4096 * 4096);
	own += (n + 4095) / 4096 * 4096;
END
variant('shared', '', <<'END', 'fold(io, own);', 'static float *own;');
	own = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	memset(own, 1, BYTES);
END
variant('exact', " * WORKSPACE: 4 * n\n", '', 'if (io->workspace_bytes != BYTES) return -1; fold(io, io->workspace);', '');
variant('page', " * WORKSPACE: max(4 * n - 4096 - 4 * n % 4096, 0)\n", '', 'fold(io, io->workspace);', '');
variant('slack', " * WORKSPACE: 4 * n - 4\n", '', 'fold(io, io->workspace);', '');
variant('words', " * WORKSPACE: 4 * elems\n", '', '', '');
variant('rest', " * WORKSPACE: 4 * n bytes\n", '', '', '');
variant('huge', " * WORKSPACE: 1 << 60\n", '', '', '');
variant('twice', " * WORKSPACE: 4 * n\n * WORKSPACE: 8 * n\n", '', '', '');
variant('empty', " * WORKSPACE:\n", '', '', '');
variant('minus', " * WORKSPACE: " . '-' x 200 . "1\n", '', '', '');
variant('flow', " * WORKSPACE: 9223372036854775807 + 2\n", '', '', '');

my $r = bench_run(@few, '--targets', $dir);
is(verdict($r, 'fold_honest'), 'BETTER', 'the output is scratch that nobody is charged for');
my $c = result($r, 'fold_honest')->{comparison};
cmp_ok(abs($c->{speedup} / (400001 * 4 / 4096) - 1), '<', 1e-9, 'to the byte, and a page is the least') or diag($c->{why});
is($c->{of}, 'bytes beside inputs and outputs', 'the ratio says of what');
is(verdict($r, 'fold_exact'), 'SAME', 'so many bytes as were asked for');
for my $where (qw(static stack unmaps shared)) {
	is(verdict($r, "fold_$where"), 'INVALID', "$where: memory of its own");
	like(failed_checks($r, "fold_$where"), qr/\bmemory\.memory_pool_reuse\b/, "$where: counted");
}
is(result($r, 'fold_page')->{status}, 'failed', 'a page less is not there');
isnt(verdict($r, 'fold_slack'), $_, "nor are 4 bytes less: not $_") for qw(SAME BETTER);
like(result($r, 'fold_words')->{reason}, qr/WORKSPACE: .*elems/, 'no such parameter');
like(result($r, 'fold_rest')->{reason}, qr/WORKSPACE: .*bytes/, 'words behind it');
like(result($r, 'fold_huge')->{reason}, qr/WORKSPACE: .*bytes of workspace/, 'more than a machine has');
like(result($r, 'fold_twice')->{reason}, qr/c:\d+: WORKSPACE: one such line counts, and line \d+ is one/, 'two lines');
like(result($r, 'fold_empty')->{reason}, qr/c:\d+: WORKSPACE: says nothing/, 'an empty line');
like(result($r, 'fold_minus')->{reason}, qr/WORKSPACE: .*longer than \d+ characters/, 'a line that is too long');
like(result($r, 'fold_flow')->{reason}, qr/WORKSPACE: 9223372036854775807 and 2 have no result/, 'an overflow, by its operands');

my $v = aisp('bench', 'verify', '--param', 'n=400001', $dir);
like($v->{out}, qr/^WRONG .*optimized_fold_$_\.c.* of its own/m, "bench verify finds it: $_") for qw(static unmaps);
like($v->{out}, qr/^WRONG .*optimized_fold_words\.c.*WORKSPACE/m, 'and words that are none');
unlike($v->{out}, qr/^WRONG .*fold_$_\.c/m, "and takes who asks: $_") for qw(exact honest);
like(aisp('bare', '--preset', 'small', '--targets', "$dir:fold_exact")->{out}, qr/^right /m, 'without the judge');
like(aisp('show', "$dir:fold_exact")->{out}, qr/^judged by +bytes beside inputs and outputs: less is better$/m, 'aisp show');

# Less than what libraries and stacks may take counts too, malloc()'s room included.
variant('heap', '', '', <<'END', '#include <stdlib.h>');
	float *own = BYTES < 60000 ? malloc(BYTES) : NULL;
	fold(io, own ? own : aisp_out_f32(io, 0));
	free(own);
END
my $few = bench_run(@few, '--param', 'n=12000', '--targets', "$dir:fold_heap");
is(verdict($few, 'fold_heap'), 'WORSE', 'the heap has no room that nobody is charged for');

# What a call may hold unseen is refused.
my $text = read_file("$dir/workload_fold.h");
for my $uses (qw(ALLOC FILES WRITES)) {
	write_file("$dir/workload_fold.h", $text =~ s/pr->error_c = 2;/$& pr->uses = AISP_USES_$uses;/r);
	like(aisp('bench', 'verify', "$dir:fold_exact")->{err}, qr/where memory is judged/, "in calls: $uses");
}
done_testing();
