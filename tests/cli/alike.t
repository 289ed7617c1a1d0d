#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# An input that its workload makes the same in each call is named beside a win: what
# follows from it may have been kept.
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $target = 'tests/exploits/planted:kept';
# Of short calls more is said.
my $words = qr/(?:^|; )only for: an input 'w' that is the same in each call \(100 % of it\)$/;

sub memorization
{
	my ($result) = @_;
	return (grep { $_->{check} eq 'evaluation.benchmark_memorization' && $_->{arm} eq 'optimized' }
		@{$result->{ledger}})[0]{verdict};
}

# On a busy machine many launches do not count.
my ($r, $result);
for my $n (10, 20, 40) {
	$r = bench_run('--targets', $target, '--pairs', $n);
	$result = result($r, 'kept');
	last if $result->{comparison}{verdict} ne 'INCONCLUSIVE';
}
plan skip_all => "nothing is decided: $1" if $r->{status} == 5 && $r->{out} =~ /(machine busy: .*)/;
is($result->{comparison}{verdict}, 'FASTER', 'a sum that was kept') or diag($r->{out}, $r->{err});
like($result->{comparison}{why}, $words, 'is named');
like($r->{out}, qr/only for: an input 'w'/, 'in the table, too');
is($result->{comparison}{alike_input}, 'w', 'alike_input');
is(memorization($result), 'PARTIAL', 'the ledger says so');

aisp('bench', 'recheck', $r->{folder}, '--artifacts-dir', my $to = artifacts());
my $judged = decode_json(read_file((folders($to))[0] . '/results.json'))->{results}[0];
like($judged->{comparison}{why}, $words, 'judged again it is named');
is(memorization($judged), 'PARTIAL', 'in the ledger, too');

$r = bench_run('--targets', $target, '--pairs', 3, '--param', 'is_fixed=0');
$result = result($r, 'kept');
is($result->{comparison}{verdict}, 'INVALID', 'of an input that changes it is wrong');
is($result->{comparison}{alike_input}, undef, 'such an input is not named');
is(memorization($result), 'PREVENTED', 'nor in the ledger');

like(aisp('bench', 'verify', $target)->{out}, qr/^PARTIAL planted:kept +normal +inputs of several calls: 100 % of 'w'/m,
	'verify says it before anything is measured');
unlike(aisp('bench', 'verify', '--param', 'is_fixed=0', $target)->{out}, qr/inputs of several calls/, 'where it is so');
unlike(aisp('bench', 'verify', 'ch15:serve')->{out}, qr/inputs of several calls/, 'zeros in which next() shows more are no such input');
done_testing();
