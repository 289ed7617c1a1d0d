#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Documents in which values are exchanged at random: each is refused by name, or its
# page opens, and all its rows do, without an error.
# RUN: parallel
use strict;
use warnings;
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;
use lib 'tests/web';
use Chromium;
use Run;

plan skip_all => 'chromium is not installed' if !Chromium::find();
my $n = $ENV{AISP_MUTATIONS} // 60;
my $dir = tempdir(CLEANUP => 1);
my $json = JSON::PP->new->allow_nonref->allow_blessed;
my $seed = $ENV{AISP_SEED} // 1;

# The same numbers on every machine.
sub draw
{
	my ($below) = @_;
	$seed = ($seed * 1103515245 + 12345) % (1 << 31);
	return ($seed >> 8) % $below;
}

my @values = map { $json->decode($_) } 'null', 'true', '0', '-1', '1e300', '5e-320', '9223372036854775807', '""', '"</script>"', '[]', '{}', '[null]',
	'[[]]', '[1,2]', '"SAME"', '"ok"', '{"a":1}', '"1"';

# Exchange or take away a value somewhere below v.
sub mutate
{
	my ($v) = @_;
	my $is_list = ref $v eq 'ARRAY';
	my @keys = $is_list ? 0 .. $#$v : sort keys %$v;
	return if !@keys;
	my $key = $keys[draw(scalar @keys)];
	my $child = $is_list ? $v->[$key] : $v->{$key};
	if ((ref $child) =~ /^(ARRAY|HASH)$/ && draw(5)) {
		mutate($child);
	} elsif ($is_list) {
		$v->[$key] = $values[draw(scalar @values)];
	} elsif (draw(4)) {
		$v->{$key} = $values[draw(scalar @values)];
	} else {
		delete $v->{$key};
	}
}

my $c = Chromium->new;
my ($n_refused, $n_opened, @bad) = (0, 0);
for my $i (1 .. $n) {
	my $run = new_run(3);
	$run->[0]{arms}[3]{gpu} = { end_to_end_ns => 1, sm_mhz => 2 };
	$run->[0]{results}[1]{expectation} = { state => 'REGRESSED', why => 'slow', metrics => { speedup => 'REGRESSED' } };
	my $start = $seed;
	mutate($run->[draw(3) ? 0 : 1]) for 1 .. 1 + draw(4);
	mutate($_->{launches}) for grep { ref $_ eq 'HASH' && ref $_->{launches} eq 'ARRAY' } ref $run->[0]{arms} eq 'ARRAY' && draw(2) ? @{$run->[0]{arms}} : ();
	my $folder = write_run("$dir/$i", $run);
	my ($status, $out) = aisp_out('bench', 'report', $folder, '--format', 'html', '-o', "$folder/r.html");
	push @bad, "seed $start: status $status: $out" if $status != 0 && ($status != 2 || $out !~ /(results|manifest)\.json/);
	$n_refused++ if $status;
	next if $status;
	$n_opened++;
	$c->go("file://$folder/r.html");
	$c->eval('document.querySelectorAll(".open").forEach((b) => b.click())');
	push @bad, map { "seed $start: $_" } $c->errors;
	push @bad, "seed $start: no row" if @{$run->[0]{results}} && !$c->eval('document.querySelectorAll(".row").length');
}
is(scalar @bad, 0, "$n documents") or diag(join "\n", @bad);
cmp_ok($n_opened, '>', $n / 4, 'many open');
cmp_ok($n_refused, '>', 0, 'and some are refused');
done_testing();
