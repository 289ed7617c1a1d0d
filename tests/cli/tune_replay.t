#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp tune --replay: how near to the best each strategy comes, from a record that was
# made here, with nothing measured; and a record that is not whole is none.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $json = JSON::PP->new->canonical;
my $folder = artifacts();
write_file("$folder/search.json", $json->encode({ schema => 1, target => 'labs/x:x@cpu', pair => 'x', extension => '.c',
	device => 'cpu', proposer => 'exhaustive', seed => '5a' x 16, budget => 100, pairs => 5, finalists => 4, answer_s => 60 }));
write_file("$folder/space.txt", 'parameter a = ' . join(' ', 0 .. 9) . "\nparameter b = " . join(' ', 0 .. 9) .
	"\nsearch n=8\nfinal n=7\n");
write_file("$folder/template.c", "int a = AISP_TUNE_A, b = AISP_TUNE_B;\n");

# One hill, 3x at a = 7, b = 2; the last row does not compile.
my @lines;
for my $point (0 .. 99) {
	my ($a, $b) = (int($point / 10), $point % 10);
	my %r = (candidate => $point, pairs => 5, fate => 'alive');
	push @lines, { %r, event => 'proposed', number => $point };
	push @lines, { %r, event => 'screened', seconds => 1.5, $a == 9 ? (fate => 'does not compile') :
		(ratio => 3 - 0.2 * (abs($a - 7) + abs($b - 2)), ratio_ci => [1, 4]) };
}
my $history = join '', map { $json->encode($_) . "\n" } @lines;
write_file("$folder/history.jsonl", $history);

my $r = aisp('tune', "--replay=$folder");
is($r->{status}, 0, 'a whole record') or diag($r->{err});
like($r->{out}, qr/^labs\/x:x\@cpu: 100 points on record, the best 3\.000x: candidate 72, a=7 b=2$/m, 'the best of it');
like($r->{out}, qr/^screened: 40\.0 candidates a minute, with compiling$/m, 'how fast it was screened');
like($r->{out}, qr/^proposer +5 %: 5 candidates +20 %: 20 candidates$/m, 'parts of the space');
# a = 0, b = 2: 1.6 of 3; a = 1, b = 2: 1.8.
like($r->{out}, qr/^exhaustive +0\.533, 0\.533 \[0\.533, 0\.533\], 0\.533 +0\.600, 0\.600 \[0\.600, 0\.600\], 0\.600$/m, 'in order: known, for every seed');
my %at;
for (split /\n/, $r->{out}) {
	$at{$1} = [$2, $3, $4, $5] if /^(\w+) +\S+ (\S+) \[\S+ \S+ (\S+) +\S+ (\S+) \[\S+ \S+ (\S+)$/;
}
is_deeply([sort keys %at], [qw(climb exhaustive halving model random)], 'every strategy');
cmp_ok($at{climb}[0], '<', $at{random}[0], 'five candidates are a start and its neighbours, which is no climb');
cmp_ok($at{random}[0], '<', $at{random}[2], 'more candidates find more');
cmp_ok($at{random}[1], '<', $at{random}[0], 'the least of the seeds is below their mean');
is(aisp('tune', "--replay=$folder")->{out}, $r->{out}, 'the same again');
is(read_file("$folder/history.jsonl"), $history, 'the record stays as it was');
ok(!-e "$folder/runs" && !-e "$folder/pair", 'and nothing was compiled or measured');

my $o = $json->decode(aisp('tune', "--replay=$folder", '--json')->{out});
is("$o->{points} $o->{best} $o->{ratio} $o->{candidates_per_minute} $o->{seeds}", '100 72 3 40 100', 'as JSON');
my ($climb) = grep { $_->{proposer} eq 'climb' } @{$o->{proposers}};
is(sprintf('%s %d %.3f', @{$climb->{parts}[1]}{qw(share candidates fraction)}), "0.2 20 $at{climb}[2]", 'the same figures');

write_file("$folder/history.jsonl", $history =~ s/[^\n]*\n[^\n]*\n\z//r);
for (['a record that lacks a point', 2, qr/99 of 100 points are on record; record all: --proposer exhaustive --budget 100/, "--replay=$folder"],
	['a pair beside it', 2, qr/leave out the others/, "--replay=$folder", 'labs/generate:gemm'],
	['an option of a search', 2, qr/leave out the others/, "--replay=$folder", '--budget=3'],
	['a search that goes on', 2, qr/leave out the others/, "--replay=$folder", "--resume=$folder"],
	['no folder', 2, qr/no such folder/, "--replay=$folder/none"]) {
	my ($what, $status, $words, @command) = @$_;
	my $p = aisp('tune', @command);
	is($p->{status}, $status, "$what: $status");
	like($p->{err}, $words, 'and the remedy');
}

# A mistake in the user's own file, whose copy goes with the folder of the search.
my $space = artifacts() . '/space.txt';
write_file($space, "nonsense\n");
my $no = aisp('tune', '--space', $space, '--artifacts-dir', artifacts(), 'labs/generate:gemm@cpu');
is($no->{status}, 2, 'a space that is none: 2');
like($no->{err}, qr/^aisp tune: \Q$space\E:1: 'nonsense'/m, 'it is named as the user did');
done_testing();
