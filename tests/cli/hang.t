#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A variant that never answers is ended, and said to hang, at other sizes too.
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $r = bench_run('--targets', 'tests/exploits/survival:poly_hang', '--timeout-multiplier', 0.05,
	'--pairs', 3, '--iterations', 1);
my $x = result($r, 'poly_hang');
is($x->{status}, 'failed', 'it fails') or diag($r->{err});
like($x->{reason}, qr/no answer for \S+ s \(--timeout-multiplier\)/, 'since there was no answer');
is_deeply([leftovers($r->{pid})], [], 'and is not there any more');

$r = bench_run('--targets', 'tests/exploits/survival:poly_hang_there', '--timeout-multiplier', 0.05,
	'--pairs', 3, '--iterations', 1);
is(verdict($r, 'poly_hang_there'), 'INVALID', 'who hangs on other data at other sizes');
like(result($r, 'poly_hang_there')->{comparison}{why},
	qr/crashed, hung or gave an error at other sizes/, 'has failed there');
done_testing();
