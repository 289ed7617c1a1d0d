#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp bench history on saved runs.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Saved;

my $dir = artifacts();
my $file = "$dir/his tory.sqlite";

sub history { return aisp('bench', 'history', '--history', $file, @_) }

my $r = history();
is($r->{status}, 4, 'no history yet');
like($r->{err}, qr/no history \Q$file\E yet: .*--add/, 'and how it comes to be');

# Twelve runs at 2x, then two at 1.5x, entered in one go.
my @runs = map { "$dir/runs/$_" } 'a' .. 'n';
save_run($runs[$_], speedup => ($_ < 12 ? 2 : 1.5) + 0.01 * ($_ % 3), commit => sprintf('%02x', 16 + $_))
	for 0 .. $#runs;
$r = history('--add', @runs);
is($r->{status}, 0, '--add') or diag($r->{err});
is(() = $r->{err} =~ /^entered /mg, 14, 'each run is entered');
$r = aisp('bench', 'history', '--history', "$runs[0]/manifest.json/h", '--add', $runs[0]);
like($r->{err}, qr/choose another place with --history FILE/, 'a history that cannot be');
unlike($r->{err}, qr/--no-history/, 'and no option that is not here');
$r = history('--add', $runs[0]);
like($r->{err}, qr/^there already/m, 'and only once');

$r = history('ch07:t@cpu');
is($r->{status}, 0, 'a trend');
like($r->{out}, qr/^ch07:t\@cpu  n=4 normal over baseline_t on epyc-9755-2c/m, 'of what, where');
is(() = $r->{out} =~ /^ +\d+  2026-11-21T09:00:00Z/mg, 14, 'a line each run');
like($r->{out}, qr/^------ changed from 2\.010x to 1\.505x at 1c1c1c1c1c1c \(p /m, 'where it changed');
my $series = decode_json(history('--json')->{out});
is_deeply([map { $_->{at} } @{$series->[0]{changes}}], [12], '--json');
$r = history('--last', 13, '--json');
is(scalar @{decode_json($r->{out})->[0]{points}}, 13, '--last');
is_deeply(decode_json(history('--last', 12, '--json')->{out})->[0]{points}[0]{commit}, '12' x 20,
	'are the last ones');
$r = history('--metric', 'time');
like($r->{out}, qr/^time .* 662\.2 ns after 14 runs/m, '--metric time');

# Several series: a line each.
save_run("$dir/other", target => 'ch07:u@cpu', cpu => 'Intel Xeon 6');
history('--add', "$dir/other");
$r = history();
like($r->{out}, qr/^ch07:t\@cpu .*\n +speedup \S+ 1\.5\d+x after 14 runs; changed from .*\nch07:u\@cpu/m, 'all targets');
like(history('--machine', 'xeon*')->{out}, qr/^ch07:u/, '--machine');
unlike(history('--machine', 'xeon*')->{out}, qr/^ch07:t/m, 'and no other');
like(history('--machine', 'nowhere')->{err}, qr/no speedup of the machine 'nowhere' in /, 'one that is not there is said');

# One grammar of targets, for those too that this tree lacks.
like(history('ch07:u')->{out}, qr/^ch07:u\@cpu/, 'without a device');
unlike(history('ch07:u')->{out}, qr/^ch07:t/m, 'and no other');
like(history('ch07')->{out}, qr/^ch07:t\@cpu .*^ch07:u\@cpu/ms, 'a chapter');
like(history('ch07:[t-u]', 'ch0*:u')->{out}, qr/^ch07:t\@cpu .*^ch07:u\@cpu/ms, 'globs');
save_run("$dir/real", target => 'ch07:transpose_tiled@cpu');
history('--add', "$dir/real");
like(history('ch07:transpose')->{out}, qr/^ch07:transpose_tiled\@cpu/, "a pair's name");
unlike(history('ch07:transpose')->{out}, qr/^ch07:[tu]\@/m, 'and no other');

# By commit: this tree has none of these.
$r = history('--by-commit', 'ch07:t@cpu');
is($r->{status}, 2, '--by-commit: foreign commits are no trend');
like($r->{err}, qr/left out: 14 results of commits/, 'how many');

# Usage and damage
is(history('ch07:u', 'ch08:*')->{status}, 2, 'one of two patterns that selects nothing');
$r = history('ch99:none@cpu');
is($r->{status}, 2, 'an unknown target');
like($r->{err}, qr/no result is of 'ch99:none\@cpu'$/m, 'is said');
is(history('--metric', 'luck')->{status}, 2, 'an unknown metric');
like(history('ch07:u@cqu')->{err}, qr/did you mean ch07:u\@cpu/, 'what was meant');
$r = history('--add', "$dir/nothing", "$dir/other");
is($r->{status}, 2, 'one run that is none');
like($r->{err}, qr/no run folder.*\n.*no journal.*\nthere already.*\naisp: 1 of 2 runs not entered/, 'does not keep the others out');
write_file("$dir/bad", 'This is not a database.' x 100);
$r = aisp('bench', 'history', '--history', "$dir/bad", '--add', $runs[0]);
is($r->{status}, 4, 'a damaged file');
like($r->{err}, qr/it is damaged: move it away/, 'says the remedy');
is(read_file("$dir/bad"), 'This is not a database.' x 100, 'and is left as it is');
{
	local $ENV{AISP_HISTORY} = 'off';
	$r = aisp('bench', 'history');
	is($r->{status}, 2, 'switched off');
}

done_testing();
