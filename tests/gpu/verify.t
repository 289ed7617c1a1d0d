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
my $r = aisp('bench', 'verify', '--json', '--targets', '*@cuda');
my $rows = eval { decode_json($r->{out}) } // [];
is($r->{status}, 0, 'bench verify ends well') or diag($r->{err});
for my $x (@$rows) {
	next if $x->{result} eq 'ok' || $x->{result} eq 'PARTIAL';
	my $name = "$x->{workload}, $x->{distribution}: $x->{what}";
	if ($x->{result} eq 'n/a') {
		diag("$name: $x->{why}");
	} else {
		fail("$name: $x->{why}");
	}
}
cmp_ok(scalar(grep { $_->{result} eq 'ok' } @$rows), '>', 0, 'some are');
done_testing();
