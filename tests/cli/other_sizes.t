#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A variant that is wrong at sizes that are not announced is told at which, and at which
# element; one that is slow there by chance is accused of nothing.
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

# At the announced size too, where an untimed call on other data than the user's shows it.
my $npy = artifacts() . '/a.npy';
my $header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1000,), }";
$header .= ' ' x (117 - length $header) . "\n";
write_file($npy, "\x93NUMPY\x01\x00" . pack('v', length $header) . $header
	. pack('f<*', map { $_ / 100 - 5 } 1 .. 1000));
$r = bench_run('--targets', 'tests/exploits/output:poly_stale_cache', '--pairs', 3,
	'--iterations', 1, '--input', "a=$npy");
my $fault = qr/elems=\d+, normal inputs: b\[\d+\] is \S+ instead of/;
like(result($r, 'poly_stale_cache')->{comparison}{why},
	qr/wrong: $fault.*wrong for other data of this size/, 'the same of the announced size')
	or diag($r->{out}, $r->{err});
ok((grep { ($_->{wrong} // '') =~ $fault } @{arm($r, 'poly_stale_cache')->{launches}}),
	'and its launch keeps it');

# The pilot and a launch at other sizes may both be slow, and a later launch fast.
# Calls are so short that samples at the public size have several, and others one.
my @accused;
for (1 .. 12) {
	$r = bench_run('--targets', 'tests/exploits/statistical:coin', '--pairs', 4, '--iterations', 1,
		'--param', 'elems=400');
	push @accused, grep { $_->{verdict} eq 'INVALID' } result($r, 'coin')->{comparison};
}
is_deeply([map { $_->{why} } @accused], [], 'whose launches are slow by chance is not accused');

# A tuner tries slow code in its first calls; a launch at other sizes has no others.
$r = bench_run('--targets', 'tests/corpus/code:poly_online_tuner', '--pairs', 4);
isnt(result($r, 'poly_online_tuner')->{comparison}{verdict}, 'INVALID', 'nor is one that is slow in its first calls')
	or diag($r->{out}, $r->{err});

# Sizes that are tried again between launches of other arms, with other workspaces: in the
# orders that follow from these seeds the baseline is launched last.
for my $seed ('3', '7') {
	$r = bench_run('--targets', 'tests/corpus/code:poly_late_workspace', '--pairs', 3,
		'--seed', sprintf('%032s', $seed) =~ tr/ /0/r);
	unlike(result($r, 'poly_late_workspace')->{comparison}{why} // 'no result', qr/gave an error|no result/,
		'a variant has the workspace that it asks for when it is tried again')
		or diag($r->{out}, $r->{err});
}
done_testing();
