#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp bench compare on saved runs and their history.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Saved;

my $dir = artifacts();
$ENV{AISP_HISTORY} = "$dir/h.sqlite";

sub compare { return aisp('bench', 'compare', @_) }

save_run("$dir/a", speedup => 2, commit => 'aa');
save_run("$dir/b", speedup => 1.5, commit => 'bb', compiler => 'cc 13');
my $r = compare("$dir/a", "$dir/b");
is($r->{status}, 1, 'slower on the same machine: 1') or diag($r->{err});
like($r->{out}, qr/^A: run \Q$dir\E\/a\nB: run \Q$dir\E\/b\n/, 'which runs');
like($r->{out}, qr/^differs: compiler: cc 12 \| cc 13\n +git\.commit: /m, 'what differs comes first');
like($r->{out}, qr/^SLOWER +ch07:t\@cpu  n=4\n +speedup 0\.7\d+x \[.*\] of 10 launches against 10, the same object\n/m,
	'then the verdict');
is(compare("$dir/b", "$dir/a")->{status}, 0, 'faster: 0');
is(compare("$dir/a", "$dir/a")->{status}, 0, 'the same: 0');
my $json = decode_json(compare('--json', "$dir/a", "$dir/b")->{out});
is($json->{rows}[0]{verdict}, 'SLOWER', '--json');
is($json->{rows}[0]{metric}, 'speedup', 'by the speedup on one machine');

# Some targets of a run
my $two = save_run("$dir/two", speedup => 1.5);
push @{$two->{results}}, { %{$two->{results}[0]}, target => 'ch08:u@cpu' };
write_file("$dir/two/results.json", encode_json($two));
$r = compare('--json', "$dir/two", "$dir/two");
is_deeply([map { $_->{target} } @{decode_json($r->{out})->{rows}}], ['ch07:t@cpu', 'ch08:u@cpu'], 'all targets');
$r = compare('--json', '-t', 'ch08', "$dir/two", "$dir/two");
is_deeply([map { $_->{target} } @{decode_json($r->{out})->{rows}}], ['ch08:u@cpu'], 'a chapter only');
for my $words (['bench', 'report', '-f', 'csv'], ['roofline', '--json'], ['bench', 'export', '-f', 'junit']) {
	my $all = aisp(@$words, "$dir/two");
	$r = aisp(@$words, "$dir/two", '-t', 'ch08:u');
	is($r->{status}, 0, "@$words: of one target") or diag($r->{err});
	unlike($r->{out}, qr/ch07:t/, "@$words: and of no other");
	$r = aisp(@$words, "$dir/two", '-t', 'ch08:v');
	is($r->{status}, 2, "@$words: of none that is there");
	like($r->{err}, qr/no result is of 'ch08:v'/, "@$words: which is said");
}

# Machines
save_run("$dir/m", speedup => 1.2, cpu => 'Intel Xeon 6');
$r = compare("$dir/a", "$dir/m");
is($r->{status}, 0, 'slower on another machine is no regression');
like($r->{out}, qr/^SLOWER .*\n +time 0\.60/m, 'by the time');

# The history: commits and machines
aisp('bench', 'history', '--add', map { "$dir/$_" } qw(a b m));
$r = compare('aa' x 20, 'bb' x 4);
is($r->{status}, 1, 'two commits') or diag($r->{err});
like($r->{out}, qr/^A: commit (aa){20}, 1 results\nB: commit b{8}, 1 results$/m, 'which');
$r = compare('machine:epyc*', 'xeon-6-2c');
is($r->{status}, 0, 'two machines') or diag($r->{out}, $r->{err});
like($r->{out}, qr/^B: machine xeon-6-2c, 1 results$/m, 'which');
is(compare("run:$dir/a", 'commit:bbbbbbb')->{status}, 1, 'a run against a commit');

# What cannot be compared
save_run("$dir/invalid", verdict => 'INVALID', why => 'late writes');
$r = compare("$dir/a", "$dir/invalid");
is($r->{status}, 3, 'an INVALID result: 3');
like($r->{out}, qr/^INVALID +ch07:t.*\n +INVALID: late writes/m, 'and why');
save_run("$dir/else", target => 'ch07:else@cpu');
$r = compare("$dir/a", "$dir/else");
is($r->{status}, 2, 'nothing in common: 2');
$r = compare("$dir/a", 'nothing');
is($r->{status}, 2, 'no such side: 2');
like($r->{err}, qr/'nothing' is no saved run, nor a commit or a machine in the history/, 'is said');
is(compare("$dir/a")->{status}, 2, 'one side');
is(compare("$dir/a", "$dir/b", 'more')->{status}, 2, 'three sides');
is(compare('--pairs', 2, "$dir/a", "$dir/b")->{status}, 2, 'too few pairs');
$r = compare('--revisions', 'HEAD', 'no-such-commit');
is($r->{status}, 2, '--revisions without a commit: 2');
like($r->{err}, qr/'no-such-commit' is no commit/, 'is said');

done_testing();
