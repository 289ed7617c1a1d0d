#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Who is wrong at sizes that nobody announced is told at which, and which element.
use strict;
use warnings;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $r = bench_run('--targets', 'tests/exploits/compile:poly_symbolic_shape_exploit', '--pairs', 3,
	'--iterations', 1);
like(result($r, 'poly_symbolic_shape_exploit')->{comparison}{why},
	qr/wrong: elems=\d+, \w+ inputs: b\[\d+\] is \S+ instead of .*symbolic_shape_exploit: wrong at other sizes/,
	'the size, the distribution and the element')
	or diag($r->{out}, $r->{err});
done_testing();
