#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# aisp size: a made-up model on a made-up GPU, whose plan is worked out here by hand; the
# table that lies in the tree is what tools/size_table.pl makes; bad files and limits.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits';
use Bench;

my $dir = artifacts();
# 2 x (8 x 4 x (2 x 2 + 2 x 1) + 3 x 8 x 10 + 2 x 8) = 896 parameters in layers; all
# 896 + 8 + 2 x 100 x 8 = 2504, of which a step reads 1704.
my $model = "[tiny]\nsource here\nlayers 2\nhidden 8\nheads 2\nkv_heads 1\nhead_dim 4\nffn 10\nvocab 100\ntied no\n";
my $table = "# a remark\nmachine a GPU of mine\nmemory_bytes 10000 byte its label\nmemory_rate 340800 byte/s mine, 1 January\n"
	. "kv_rate 32000 byte/s mine\ngemm_bf16 1792000 flop/s mine\nattention_bf16 320000 flop/s mine\n";
my $n = 0;
sub file
{
	my $path = "$dir/" . ++$n . '.txt';
	write_file($path, $_[0]);
	return $path;
}
sub size { return aisp('size', '--model', file($model), '--table', file($table), @_) }
sub planned { return decode_json(size('--json', @_)->{out}) }

# Keys and values: 2 x 2 x 1 x 4 x 2 = 32 bytes a token; a request of 100 + 100: 6400.
# Prefill: 2 x 896 x 100 / 1792000 + 2 x 2 x 2 x 4 x 100^2 / 320000 = 0.1 + 1 s.
# Step of b: 3408 / 340800 + b x 32 x 150 / 32000 = 0.01 + 0.15 b; a token: + b / 100 x 1.1.
my @words = qw(--prompt 100 --output 100 --first 2000 --reserve 20 --load 50);
my $p = planned(@words, qw(--token 400 --requests 0.01 --price 7));
is($p->{params}, 2504, 'parameters');
is($p->{weight_bytes}, 5008, 'bytes of the weights');
is($p->{kv_bytes_per_token}, 32, 'of keys and values');
my @s = @{$p->{splits}};
like($s[0]{why}, qr/do not fit into its memory/, 'one GPU has no room: 8000 - 5008 is less than 6400');
is($s[0]{batch}, 0, 'so that it holds none');
# Two: room for (16000 - 5008) / 6400 = 1; prefill 0.55, step 0.08, token 0.0855.
is($s[1]{batch}, 1, 'two hold one request');
ok(abs($s[1]{prefill_s} - 0.55) < 1e-12 && abs($s[1]{step_s} - 0.08) < 1e-12, 'prefill and step are shared');
ok(abs($s[1]{token_s} - 0.0855) < 1e-12 && abs($s[1]{tokens_per_s} - 1 / 0.0855) < 1e-9, 'prefills come between the steps');
# 0.01 x 100 / (0.5 / 0.0855) = 0.171: one replica
ok($s[1]{replicas} == 1 && $s[1]{gpus} == 2 && $p->{gpus} == 2, 'one replica, the fewest GPUs');
is($p->{cost_per_hour}, 14, 'its cost');
ok(abs($p->{cost_per_million_tokens} - 14e6 / 3600) < 1e-6, 'and that of a million tokens');
# Four: room for 4 (32000 - 5008 = 26992); token 0.0025 + 0.0375 b + b x 0.00275 = 0.1635.
is($s[2]{batch}, 4, 'four hold four');
is(planned(@words, qw(--token 130 --requests 0.01))->{splits}[2]{batch}, 3, 'a limit for tokens holds three');
is(planned(@words, qw(--token 120 --requests 0.01))->{splits}[2]{batch}, 2, 'or two');
# 0.2 x 100 / (0.5 x 4 / 0.1635) = 1.635, and with two GPUs 3.42
is_deeply([map { $_->{replicas} } @{planned(@words, qw(--token 400 --requests 0.2))->{splits}}[1, 2]], [4, 2], 'replicas are rounded up');
# 0.1 x 100 / (0.5 / 0.0855) = 1.71 replicas of two, and one of four: as many GPUs
is_deeply([@{planned(@words, qw(--token 400 --requests 0.1))}{qw(gpus gpus_of_replica)}], [4, 2], 'of as many GPUs the smaller replicas');
# The first token of four: 0.275 + 0.0025 + 0.0375 b.
is(planned(@words, qw(--token 400 --requests 0.1 --first 360))->{splits}[2]{batch}, 2, 'a limit for the first token');
is(decode_json(aisp('size', '--json', '--model', file($model =~ s/tied no/tied yes/r), '--table', file($table))->{out})->{params}, 1704,
	'one matrix for both embeddings');
# A matrix that is multiplied longer than it is read: 3408 b / 1792000 beyond 0.01 s.
my $small = decode_json(aisp('size', '--model', file($model), '--table', file($table =~ s/1792000/34080/r =~ s/32000 /3.2e9 /r),
	'--json', qw(--prompt 1 --output 1000 --token 1000 --requests 1))->{out});
my $b = $small->{splits}[3]{batch};
cmp_ok($b, '>', 1, 'a batch');
ok(abs($small->{splits}[3]{step_s} - (3408 * $b / 34080 + $b * 32 * 501 / 3.2e9) / 8) < 1e-9, 'of which the products bind');
is(planned(@words, qw(--token 400 --requests 0.01))->{cost_per_hour}, undef, 'no price, no cost');

# The words
my $r = size(@words, qw(--token 400 --requests 0.01 --price 7));
is($r->{status}, 0, 'a plan');
for ('measured on a GPU of mine', 'memory_rate    = 3.408e+05 (mine, 1 January)', 'weights              = 2504 x 2 B = 5.008e-06 GB',
	'prefill        = (2 x 896 x 100 flop / 1.792e+06/s + 3.2e+05 flop / 3.2e+05/s) / 2 = 550 ms',
	'cost = 2 x 7 = 14 an hour', 'none: the weights and one sequence do not fit', 'not included:') {
	like($r->{out}, qr/\Q$_\E/, $_);
}
$r = size(@words, qw(--token 1 --requests 1));
is($r->{status}, 5, 'limits that nothing keeps');
like($r->{out}, qr/nothing keeps these limits.*one request alone has a token in|one request alone has a token in .*nothing keeps/s, 'and why');
like(size(@words, qw(--requests 1 --first 5))->{out}, qr/one request alone has its first token after/, 'of the first token too');

# What is wrong
for ([$model =~ s/layers 2/layers x/r, $table, 'line 3: layers is a whole number above 0'], [$model =~ s/ffn 10\n//r, $table, "model 'tiny' has no ffn"],
	[$model =~ s/ffn/fnf/r, $table, "line 8: 'fnf' is none of"], [$model =~ s/tied no/tied 1/r, $table, 'line 10: tied is yes or no'],
	['layers 2', $table, 'line 1: want [NAME]'], ['# none', $table, 'there are: none'],
	[$model, $table =~ s/kv_rate.*\n//r, 'the table of a GPU of mine has no kv_rate; add the line, with where it is from'],
	[$model, $table =~ s/ mine, 1 January//r, 'line 4: want NAME VALUE UNIT and where it is from'],
	[$model, $table =~ s/kv_rate/kvrate/r, "line 5: 'kvrate' is no rate"], [$model, $table =~ s/32000 /-1 /r, 'line 5: kv_rate is a number above 0'],
	[$model, $table =~ s/machine.*\n//r, 'no line `machine`'], [$model, '', 'the file is empty']) {
	$r = aisp('size', '--model', file($_->[0]), '--table', file($_->[1]));
	is($r->{status}, 2, $_->[2]);
	like($r->{err}, qr/^aisp size: \Q$dir\E.*\Q$_->[2]\E|^aisp size: \Q$_->[2]\E/m, 'is said') or diag $r->{err};
}
for ([[], '--model is missing'], [['--model', 'gpt-9'], "no model 'gpt-9'; there are: llama-3.1-8b"], [['--model', '/no/such'], 'read /no/such: No such file'],
	[['--model', 'mistral-7b', '--weights', 'int4'], '--weights int4: want bf16 or fp8'], [['--model', 'mistral-7b', '--load', '101'], '--load: 101 % is more'],
	[['--model', 'mistral-7b', '--reserve', '100'], '--reserve 100 leaves no memory'], [['--model', 'mistral-7b', '--prompt', '0.5'], 'have a token at least']) {
	$r = aisp('size', @{$_->[0]});
	is($r->{status}, 2, $_->[1]);
	like($r->{err}, qr/\Q$_->[1]\E/, 'is said') or diag $r->{err};
}
is(size(@words, qw(--weights fp8))->{status}, 2, 'a format that the table does not tell');

# The tree's own: models as their makers count them, and a table that nobody typed.
ok(abs(decode_json(aisp('size', '--model', 'llama-3.1-8b', '--json')->{out})->{params} - 8030261248) < 1, 'the parameters of a known model');
ok(decode_json(aisp('size', '--model', 'llama-3.1-70b', '--weights', 'fp8', '--json')->{out})->{gpus} > 0, 'in fp8');
$r = qx(tools/size_table.pl h200 2>&1);
is($r, read_file('docs/size/h200.txt'), 'docs/size/h200.txt is what tools/size_table.pl makes of expectations/h200: make it anew');
done_testing();
