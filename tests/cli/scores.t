#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A workload that is judged by a score: the words and the ratio, in every format; both
# arms get the same inputs; wrong outputs have no score; a changed score is found.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Saved;

my $pair = 'tests/exploits/evaluation:guess';
my $of = 'wrong guesses per symbol';
my @few = ('--preset', 'small', '--pairs', 10, '--iterations', 3);

sub only { return $_[0]{results}{results}[0] // {} }

# The first score of each launch of an arm, by its block.
sub first_scores
{
	my ($r, $role) = @_;
	my $arm = $r->{results}{arms}[only($r)->{$role}];
	return map { $_->{block} => $_->{scores}[0] } grep { $_->{scores} } @{$arm->{launches}};
}

my $r = bench_run(@few, '--targets', "${pair}_future_peek_honest");
is($r->{status}, 0, 'a run') or diag($r->{err});
my $c = only($r)->{comparison};
is($c->{verdict}, 'BETTER', 'who learns is better') or diag($c->{why});
is($c->{of}, $of, 'and the ratio says of what');
is_deeply(only($r)->{score}, { name => $of, better => 'less', max_times => undef, is_clocked => JSON::PP::false }, 'so does the result');
like($r->{out}, qr/x \[[\d., ]+\] in $of/, 'and the table');
like($r->{out}, qr/^score of \S+: $of, less is better: \d\S* of the baseline, \d\S* of this variant(?:; nobody can have less than \d\S*)?$/m, 'from what to what');
unlike($r->{out}, qr/geometric mean/, 'no mean of other ratios');
my ($base, $opt) = map { $r->{results}{arms}[only($r)->{$_}]{score} } qw(baseline optimized);
cmp_ok($base->{value} / $opt->{value}, '>', 1.2, 'the scores of both arms');

my $run = $r->{folder};
my $same = bench_run(@few, '--targets', "${pair}_future_peek");
is(only($same)->{comparison}{verdict}, 'SAME', 'who peeks guesses as the baseline does');
my %base = first_scores($same, 'baseline');
my %opt = first_scores($same, 'optimized');
cmp_ok(scalar keys %base, '>=', 10, 'launches have scores');
is_deeply(\%opt, \%base, 'on the same inputs in each pair');
my %seen = map { $_ => 1 } values %base;
cmp_ok(scalar keys %seen, '>', 1, 'which others do not get');

my $wrong = bench_run(@few, '--targets', "${pair}_unverified_score");
is(only($wrong)->{comparison}{verdict}, 'INVALID', 'no symbol is no answer');
like(only($wrong)->{comparison}{why}, qr/wrong: guess\[\d+\] is -1/, 'which is named');
my ($failed) = map { $_->{check} } grep { $_->{verdict} eq 'FAIL' } @{only($wrong)->{ledger}};
my $let = bench_run(@few, '--without-check', $failed, '--targets', "${pair}_unverified_score");
ok(!(grep { $_->{scores} } @{$let->{results}{arms}[only($let)->{optimized}]{launches}}),
	'nor has it a score without the check');
isnt(only($let)->{comparison}{verdict}, 'BETTER', 'so that it does not win');

# What a step shows follows from the answers.
my $push = 'tests/exploits/evaluation:push_rewritten_answer';
my $loop = bench_run(@few, '--targets', "${push}*");
is(result($loop, 'push_rewritten_answer_honest')->{comparison}{verdict}, 'BETTER', 'who looks where the ball is');
is(result($loop, 'push_rewritten_answer')->{comparison}{verdict}, 'WORSE', 'who writes another history lives with its own');
my ($stated) = grep { $_->{check} eq 'evaluation.rewritten_answer' && $_->{arm} eq 'optimized' }
	@{result($loop, 'push_rewritten_answer')->{ledger}};
like("$stated->{verdict} $stated->{why}", qr/^PREVENTED 67 steps/, 'as the ledger says');
like(aisp('show', "${push}_honest")->{out}, qr/kick .*, hidden from variants\n.*place .*, each step's own, made of the answers/,
	'aisp show');
like(aisp('bare', '--preset', 'small', '--targets', "${push}_honest")->{out}, qr/^right /m, 'a loop without the judge');
like(aisp('profile', '--preset', 'small', '--targets', "${push}_honest")->{out}, qr/^  a call +\d/m, 'under a profiler');

# Requests in real time: what the clock says is of this machine, what is right is not.
my $served = 'tests/exploits/evaluation:served_early_token';
my $live = bench_run(@few, '--targets', "${served}*");
isnt(result($live, 'served_early_token_honest')->{comparison}{verdict}, 'INVALID', 'who has the token before it says so');
is(result($live, 'served_early_token_honest')->{score}{is_clocked}, JSON::PP::true, 'is judged by stamps');
is(result($live, 'served_early_token')->{comparison}{verdict}, 'INVALID', 'who says so before it has the token');
# Each request waits for its own step at least, and the clock stood before that; in many
# launches of a busy machine other programs hide that.
my @stood = map { $_->{evidence} } @{arm($live, 'served_early_token_honest')->{launches}};
my @more = grep { $_->{stood_share} > $_->{free_ns} / $_->{call_ns} / 2 } @stood;
cmp_ok(scalar @more, '>', 0, 'what the score would be had it run')
	or diag(map { "$_->{stood_share} $_->{free_ns} $_->{call_ns}\n" } @stood);
like(result($live, 'served_early_token')->{comparison}{why}, qr/wrong: token\[\d+\] is -1/, 'has none when it is read');
like(aisp('show', $served)->{out}, qr/^  clock .*, stamps by the judge's clock, hidden/m, 'aisp show');
my $serve = bench_run('--preset', 'small', '--pairs', 3, '--iterations', 3, '--targets', 'ch15:serve@cpu');
isnt(only($serve)->{comparison}{verdict}, 'INVALID', 'a server') or diag(only($serve)->{comparison}{why});
my $figures = $serve->{results}{arms}[only($serve)->{optimized}]{score}{figures};
is($figures->{'requests not answered, of all'}, 0, 'who answers all');
cmp_ok($figures->{'median to the first token, us'}, '>', 0, 'each after some time');
is($figures->{'99th percentile to the first token, us'}, undef, 'too few have no 99th percentile');
like(aisp('bench', 'report', $serve->{folder}, '--format', 'details')->{out},
	qr/99th percentile to the first token, us: .* \(not known: too few answers, /, 'which the report says');
like(aisp('bare', '--preset', 'small', '--targets', 'ch15:serve@cpu')->{out}, qr/^right /m, 'a clock without the judge');

my $csv = aisp('bench', 'report', $run, '--format', 'csv')->{out};
like($csv, qr/,of,baseline_score,optimized_score,score_bound,left_out\r\n.*,BETTER,.*,$of,0\.\d+,0\.\d+,,\r\n/s, 'CSV');
my $details = aisp('bench', 'report', $run, '--format', 'details')->{out};
like($details, qr/^  score       $of, less is better/m, 'details');
unlike($details, qr/^  speedup /m, 'which call no ratio of it a speedup');
like(aisp('bench', 'export', $run, '--format', 'openmetrics')->{out},
	qr/^aisp_score_ratio\{.*of="$of"\} 1\.\d+\n/m, 'OpenMetrics');
like(aisp('bench', 'compare', $run, $run)->{out}, qr/^NOT-COMPARED .*\n    judged by its score: $of/m,
	'two runs are not compared by its time');
like(aisp('show', "${pair}_future_peek")->{out}, qr/^judged by      $of: less is better$/m, 'aisp show');
like(aisp('show', "${pair}_future_peek")->{out}, qr/symbol .*, a row a step$/m, 'and what is shown by step');

like(aisp('bare', '--preset', 'small', '--targets', "${pair}_future_peek_honest")->{out}, qr/^right /m,
	'steps without the judge');
like(aisp('profile', '--preset', 'small', '--targets', "${pair}_future_peek_honest")->{out}, qr/^  a call +\d/m,
	'steps under a profiler');

my $judged = artifacts();
my $again = aisp('bench', 'recheck', '--artifacts-dir', $judged, $run)->{out};
like($again, qr/journal: intact/, 'judged again');
like($again, qr/_honest\@cpu +BETTER/, 'by its scores');
is(decode_json(read_file((folders($judged))[0] . '/results.json'))->{results}[0]{comparison}{of}, $of,
	'and what the ratio is of stays');
my $doc = decode_json(read_file("$run/results.json"));
$_ = $_ / 2 for map { @{$_->{scores} // []} } @{$doc->{arms}[1]{launches}};
write_file("$run/results.json", encode_json($doc));
is(aisp('bench', 'recheck', $run)->{status}, 3, 'a changed score is found');

done_testing();
