#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# A saved run is data of a stranger: whatever text stands in any of its members, no
# report has a line, a tag, a fence or a code for the terminal that is not aisp's own.
# RUN: parallel
use strict;
use warnings;
use JSON::PP;
use Test::More;
use lib 'tests/exploits', 'tests/cli';
use Bench;
use Tiny;

my $json = JSON::PP->new->utf8->canonical;
my $nasty = qq{NASTY\n```\n<script>x</script>| *b* [l](u)\n~~~\e[31m\x{202e}};
my $dir = artifacts();
mkdir "$dir/run";

sub is_text
{
	my ($x) = @_;
	return defined $x && !ref $x && !JSON::PP::is_bool($x) && $x !~ /^-?\d[\d.]*(?:e[-+]?\d+)?$/i;
}

# Each text as [path, function that replaces it, function that restores it].
sub texts
{
	my ($node, $path) = @_;
	my @keys = ref $node eq 'HASH' ? sort keys %$node : ref $node eq 'ARRAY' ? 0 .. $#$node : ();
	return map {
		my $at = ref $node eq 'HASH' ? \$node->{$_} : \$node->[$_];
		my $old = $$at;
		ref $old ? texts($old, "$path.$_")
			: is_text($old) ? ["$path.$_", sub { $$at = $nasty }, sub { $$at = $old }] : ();
	} @keys;
}

sub save
{
	my ($docs) = @_;
	write_file("$dir/run/$_.json", $json->encode($docs->{$_})) for keys %$docs;
}

# What is not aisp's own in Markdown: fences that others open or end, tags outside.
sub foreign_in_markdown
{
	my ($is_in, @found) = (0);
	for (split /\n/, $_[0]) {
		if (/^ {0,3}(?:```|~~~)/) {
			push @found, "fence $_" if $_ ne ($is_in ? '```' : '```text');
			$is_in = !$is_in;
		} elsif (!$is_in) {
			push @found, "tag $_" if s/\\.//gr =~ /[<\[`]/;
		}
	}
	return @found, $is_in ? 'a fence is open' : ();
}

sub foreign
{
	my ($format) = @_;
	my $r = aisp('bench', 'report', '--format', $format, "$dir/run");
	return 'refused' if $r->{status} && $r->{err} =~ /NASTY|want|is no|unknown/ && $r->{err} !~ /\e/;
	my @found = $r->{status} ? "status $r->{status}: $r->{err}" : ();
	push @found, foreign_in_markdown($r->{out}) if $format eq 'md';
	push @found, 'a line' if $format =~ /table|details|ranking|ladder/ && $r->{out} =~ /^(?:```|<script|~~~)/m;
	push @found, 'a script' if $format eq 'html' && $r->{out} =~ /<script>x/;
	push @found, 'a code for the terminal' if $format ne 'csv' && $r->{out} =~ /\e|\xe2\x80\xae/ && $format ne 'html';
	return @found;
}

my (@bad, @kept, $n);
my %docs = map { $_ => $json->decode(read_file("tests/fixtures/runs/mixed/$_.json")) } qw(results manifest);
for my $text (map { texts($docs{$_}, $_) } sort keys %docs) {
	my ($path, $replace, $restore) = @$text;
	$replace->();
	save(\%docs);
	my @found = foreign('md');
	push @bad, map { "$path: $_" } grep { $_ ne 'refused' } @found;
	push @kept, $text if !@found;
	$restore->();
	$n++;
}
cmp_ok($n, '>', 150, 'texts of a run');
is_deeply(\@bad, [], 'none is more than text in Markdown');
cmp_ok(scalar @kept, '>', 0.8 * $n, 'and few are words that a reader of runs refuses');

$_->[1]->() for @kept;
$docs{results}{results}[0]{params}{$nasty} = 3;
save(\%docs);
for (qw(md table details ranking ladder csv html)) {
	my @found = foreign($_);
	is_deeply(\@found, [], "nor in $_, all at once and with a parameter of such a name");
}
my $r = aisp('bench', 'compare', "$dir/run", 'tests/fixtures/runs/mixed');
unlike($r->{out} . $r->{err}, qr/^(?:```|<script|~~~)|\e/m, 'nor where runs are compared');

# So are a stranger's sources: words of a pair, options and names of files.
my $pair = "$dir/pair";
my $control = qr/[\x00-\x08\x0b-\x1f\x7f]/;
mkdir $pair;
tiny_pair($pair);
sub edit
{
	my ($name, $from, $to) = @_;
	write_file("$pair/$name", read_file("$pair/$name") =~ s/$from/$to/r);
}
edit('workload_one.h', qr/(?=a copy of)/, '\\v\\b\\033[31m\\177');
edit('optimized_one.c', qr/(?=optimized_one")/, '\\v\\b\\033[31m\\177');
$r = aisp('show', "$pair:one");
like($r->{out}, qr/\?\[31m\?a copy of 64 floats$/m, 'a title is told');
unlike($r->{out}, $control, 'and drives no terminal');
my $source = read_file("$pair/optimized_one.c");
write_file("$pair/optimized_one_x\e.c", $source);
for my $tag ('FLAGS', 'ONLY') {
	write_file("$pair/optimized_one.c", "/*\n * $tag: -f\e[31m\cK\n */\n$source");
	for my $command (['build'], ['bench', 'list-targets'], ['show'], ['bench', 'verify']) {
		$r = aisp(@$command, $pair);
		like($r->{out} . $r->{err}, qr/\Q[31m\E/, "@$command: $tag is told") if $command->[-1] =~ /build|verify/ && $tag eq 'FLAGS';
		unlike($r->{out} . $r->{err}, $control, "nor does it in @$command: $tag");
	}
}
done_testing();
