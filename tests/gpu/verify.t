#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Every CUDA variant of the tree is right, under every distribution.
# RUN: test-all
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/gpu';
use Bench;
use Gpu;

need_gpu();
# Nothing here is timed: four chapters at once.  Error models need no GPU: tests/verify.t.
my %chapters = map { m{([^/]+/[^/]+)/[^/]+$} => 1 } glob('chapters/*/*.cu labs/*/*.cu');
my @waiting = sort keys %chapters;
my @runs;
while (@waiting || @runs) {
	while (@waiting && @runs < 4) {
		my $next = shift @waiting;
		push @runs, [$next, start('bench', 'verify', '--variants', '--json', "$next:*\@cuda")];
	}
	my ($chapter, $started) = @{shift @runs};
	my $r = finish($started);
	my $rows = eval { decode_json($r->{out}) } // [];
	is($r->{status}, 0, "$chapter: bench verify ends well") or diag($r->{err});
	for my $x (grep { $_->{result} !~ /^(ok|PARTIAL)$/ } @$rows) {
		my $name = "$x->{workload}, $x->{distribution}: $x->{what}";
		$x->{result} eq 'n/a' ? diag("$name: $x->{why}") : fail("$name: $x->{why}");
	}
	my @right = grep { $_->{result} eq 'ok' || $_->{why} =~ /needs \d+ GPUs/ } @$rows;
	cmp_ok(scalar(@right), '>', 0, "$chapter: some are right, or want more GPUs");
}
done_testing();
