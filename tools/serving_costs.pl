#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# serving_costs.pl [--check] - what a step of a server costs in the simulators of chapter
# 17: chapters/ch17_routing/costs.h, from the rates that docs/size/h200.txt has of
# measured kernels and a shape of docs/size/models.txt.  --check only says whether the
# header is out of date.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/.." or die "$FindBin::Bin/..: $!\n";
my $is_check = @ARGV && $ARGV[0] eq '--check';
my ($table, $models, $header) = ('docs/size/h200.txt', 'docs/size/models.txt', 'chapters/ch17_routing/costs.h');
my $name = 'llama-3.1-8b';

sub content
{
	open my $f, '<', $_[0] or return '';
	local $/;
	return scalar <$f>;
}

my ($shape) = content($models) =~ /^\[\Q$name\E\]\n(.*?)(?:\n\n|\z)/ms or die "$models has no [$name]\n";
my %m = $shape =~ /^(\w+) +(\d+)$/mg;
my %rate = content($table) =~ /^(\w+) +([\d.]+(?:e[+-]?\d+)?) \S+ /mg;
my %source = content($table) =~ /^(\w+) +[\d.]+(?:e[+-]?\d+)? \S+ (\S+) .*(?=, \d{4}-)/mg;
my %when = content($table) =~ /^(\w+) .*, (\d{4}-\d\d-\d\d, commit \w+)$/mg;
my ($machine) = content($table) =~ /^machine ([^,]+)/m or die "$table names no machine\n";

my $layer = $m{hidden} * $m{head_dim} * (2 * $m{heads} + 2 * $m{kv_heads}) + 3 * $m{hidden} * $m{ffn} + 2 * $m{hidden};
my $params = $m{layers} * $layer;
my $read = $params + $m{hidden} + $m{vocab} * $m{hidden};
my $kv_bytes = 2 * $m{layers} * $m{kv_heads} * $m{head_dim} * 2;
my $pair = 4 * $m{layers} * $m{heads} * $m{head_dim};

# The work of a step, over the rate of the kernel that does it.
my @costs = (
	['WEIGHTS_NS', 2 * $read / $rate{memory_rate} * 1e9, 'memory_rate', 'To read all weights in bf16'],
	['TOKEN_PS', 2 * $params / $rate{gemm_bf16} * 1e12, 'gemm_bf16', 'To multiply a token with them'],
	['KV_PS', $kv_bytes / $rate{kv_rate} * 1e12, 'kv_rate', 'To read the keys and values of a token'],
	['PAIR_PS', $pair / $rate{attention_bf16} * 1e12, 'attention_bf16', 'Attention of a token of a prompt to one before'],
	['KV_BYTES', $kv_bytes, undef, 'Keys and values of a token'],
);
my $text = <<"END";
/* SPDX-License-Identifier: MIT
 *
 * costs.h - what a step of a server costs: rates of kernels that were measured, over
 * the shape of a model.  Made by tools/serving_costs.pl from docs/size, not by hand.
 *
 * $machine; $name in bf16.  Each rate is the slower end of its interval; time
 * between kernels is not included.
 */
#ifndef COSTS_H
#define COSTS_H

END
for (@costs) {
	my ($define, $value, $rate, $meaning) = @$_;
	$text .= $rate ? "/*\n * $meaning:\n * $source{$rate}, $when{$rate}\n */\n" : "/* $meaning */\n";
	$text .= sprintf("#define COST_%s INT64_C(%.0f)\n", $define, $value);
}
$text .= "\n#endif\n";

exit 0 if content($header) eq $text;
if ($is_check) {
	print "$header is out of date: run tools/serving_costs.pl\n";
	exit 1;
}
open my $f, '>', $header or die "$header: $!\n";
print $f $text;
close $f or die "$header: $!\n";
