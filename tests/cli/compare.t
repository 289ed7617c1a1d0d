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

$r = compare("$dir/a", 'nothing');
is($r->{status}, 2, 'a word that is no run, without a history: 2');
like($r->{err}, qr/'nothing' is no saved run, and no history \Q$dir\E/, 'which says both');
like(compare("$dir/a", "$dir/nothing")->{err}, qr{^aisp: no run folder \Q$dir\E/nothing$}m, 'a path is that of a run');

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

# All figures of two runs
my $of = save_run("$dir/f", speedup => 2, commit => 'ff');
for my $result (0, 1) {
	for my $launch (@{$of->{arms}[$result]{launches}}) { $launch->{evidence} = { page_faults => 7, n_minor_faults => 10, n_threads => 1 } }
}
$of->{arms}[1]{sol} = { fraction => 0.5, roof => 'DRAM', roof_ns => 250 };
$_->{evidence}{only_a} = 3 for @{$of->{arms}[1]{launches}};
write_file("$dir/f/results.json", encode_json($of));
delete $_->{evidence}{only_a}, $_->{evidence}{only_b} = 4 for @{$of->{arms}[1]{launches}};
$_->{evidence}{page_faults} = 9, $_->{evidence}{n_minor_faults} = 5 for @{$of->{arms}[1]{launches}};
$_->{median_ns} *= 2 for @{$of->{arms}[1]{launches}};
$of->{arms}[1]{median_ns} *= 2;
$of->{arms}[1]{sol}{fraction} = 0.25;
$of->{results}[0]{comparison} = { %{$of->{results}[0]{comparison}}, speedup => 1, speedup_ci => [0.99, 1.01], verdict => 'SAME' };
mkdir "$dir/g";
write_file("$dir/g/results.json", encode_json($of));
write_file("$dir/g/manifest.json", read_file("$dir/f/manifest.json"));
$r = compare('--all-metrics', "$dir/f", "$dir/g");
is($r->{status}, 1, '--all-metrics: the same verdict') or diag($r->{err});
like($r->{out}, qr/^SLOWER .*^ch07:t\@cpu  n=4\n +figure +better +A +B +B over A$/ms, 'all figures behind it');
like($r->{out}, qr/^ +speedup +more +2\.000x \[1\.960, 2\.040\] +1\.000x \[.*\] +0\.500\dx \[.*\] +worse$/m, 'more is better');
like($r->{out}, qr/^ +time +less +(?:499|500)\.\d ns \[.*\] +(?:999\.\d ns|1\.00\d us) \[.*\] +2\.000x \[.*\] +worse$/m, 'less is better');
like($r->{out}, qr/^ +baseline_time +less .* 1\.000x \[.*\] +not told apart$/m, 'what is the same');
like($r->{out}, qr/^ +of_the_limit +more +50\.0\d % \[.*\] +25\.0\d % \[.*\] +0\.500\dx \[.*\] +worse$/m, 'a share, whose interval is that of the time');
like($r->{out}, qr/^ +page_faults +7\.000 +9\.000$/m, 'facts that differ');
like($r->{out}, qr/^ +n_minor_faults +less +10\.00 +5\.000  0\.5000x$/m, 'one that is better one way');
like($r->{out}, qr/^ +only_a +3\.000 +-$/m, 'that A alone has');
like($r->{out}, qr/^ +only_b +- +4\.000\n +1 facts are equal$/m, 'that B alone has, and how many are equal');
unlike($r->{out}, qr/^ +(?:event|library) /m, 'not what neither has');
$json = decode_json(compare('--all-metrics', '--json', "$dir/g", "$dir/f")->{out});
my %figure = map { $_->{name} => $_ } @{$json->{metrics}[0]{figures}};
is_deeply([map { "$_ $figure{$_}{better} $figure{$_}{says}" } qw(speedup time spread)],
	['speedup more better', 'time less better', 'spread less '], '--json: the other way round');
cmp_ok(abs($figure{time}{ratio}{value} - 0.5), '<', 1e-9, 'the ratio is that of B over A');
my %fact = map { $_->{name} => $_ } @{$json->{metrics}[0]{facts}};
is_deeply([map { $_ // 'null' } map { @{$fact{$_}}{qw(better ratio)} } qw(n_minor_faults page_faults)],
	['less', 2, 'neither', 'null'], '... facts too');
is(scalar @{decode_json(compare('--json', "$dir/g", "$dir/f")->{out})->{metrics} // []}, 0, 'not if nobody asks');
$r = compare('--all-metrics', "$dir/f", 'commit:bbbbbbb');
is($r->{status}, 2, 'a commit has no run');
like($r->{err}, qr/is of two saved runs; commit b+, 1 results is none/, 'is said');
is(compare('--all-metrics', '--revisions', 'HEAD', 'HEAD')->{status}, 2, 'nor have revisions');
$r = compare('--all-metrics', '--json', '-t', 'ch08', "$dir/two", "$dir/two");
is_deeply([map { $_->{target} } @{decode_json($r->{out})->{metrics}}], ['ch08:u@cpu'], 'of a chapter only');

# A program in C reads the same list
write_file("$dir/list.c", <<'END');
#include <stdio.h>
#define METRIC(id, name, unit, better, meaning) puts(name " " #better " " unit "\n" meaning);
int main(void)
{
#include <aisp/metrics.h>
	return 0;
}
END
is(system($ENV{CC} // 'cc', '-Iinclude', '-o', "$dir/list", "$dir/list.c"), 0, 'aisp/metrics.h stands alone');
my %listed = map { split /\n/ } qx($dir/list) =~ /^(.*\n.*)$/mg;
is($listed{"$_->{name} \U$_->{better}\E $_->{unit}"}, $_->{meaning}, "it has $_->{name}")
	for values %figure;
like(read_file('docs/reports.md'), qr/`\Q$_\E`/, "docs/reports.md names $_") for map { /^(\S+)/ } keys %listed;

done_testing();
