#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Saved runs in every format: what is printed of tests/fixtures/runs/NAME is, to the
# last digit, what lies in tests/fixtures/runs/NAME/printed.  `cpu` was measured;
# `mixed` was made of it by hand, with a GPU and each fate that a result can have.
# WRITE=1 prints them anew; look at the difference before you commit it.
# RUN: parallel
use strict;
use warnings;
use Cwd qw(getcwd);
use File::Temp qw(tempdir);
use JSON::PP;
use Test::More;

my $root = getcwd();
my $aisp = $ENV{AISP} // './aisp';
my $json = JSON::PP->new->canonical->allow_nonref;
my $runs = 'tests/fixtures/runs';
$ENV{LC_ALL} = 'C.UTF-8';
$ENV{AISP_HISTORY} = 'off';

sub slurp
{
	open my $f, '<:raw', $_[0] or return "$_[0]: $!";
	local $/;
	return scalar <$f>;
}

# Standard output of aisp, with no path of this machine in it, less indentation.
sub said
{
	my $pid = open(my $f, '-|') // die "fork: $!";
	if (!$pid) {
		exec $aisp, @_ or exit 127;
	}
	local $/;
	my $out = <$f> // '';
	close $f;
	$out =~ s/\Q$_\E/./g for $root, $root =~ s/_/\\_/gr; # Markdown escapes an underscore
	$out =~ s/^[ \t]+//gm;
	return $out;
}

sub same
{
	my ($file, $out, $name) = @_;
	if ($ENV{WRITE}) {
		open my $f, '>:raw', $file or die "$file: $!";
		print $f $out;
		close $f;
	}
	ok($out eq slurp($file), $name) or diag("differs from $file");
}

# The page's own part: its data, less the arms, whose launches the samples export
# has, and its text and picture.
sub page
{
	my ($html) = @_;
	my ($data) = $html =~ m{<script[^>]*type="application/json"[^>]*>(.*?)</script>}s;
	my $d = eval { $json->decode($data) } // return 'no data';
	delete @$d{qw(arms manifest)};
	$html =~ s{<(script|style)\b.*?</\1>}{}gs;
	$html =~ s{<meta[^>]*>}{}g;
	return $json->encode($d) . "\n$html";
}

for my $run (map { m{([^/]+)/results\.json$} } glob "$runs/*/results.json") {
	my $folder = "$runs/$run";
	mkdir "$folder/printed" if $ENV{WRITE};
	my $to = sub { same("$folder/printed/$_[0]", $_[1], "$run: $_[0]") };

	$to->($_, said('bench', 'report', $folder, '--format', $_)) for qw(details ranking);
	(my $md = said('bench', 'report', $folder, '--format', 'md')) =~ s/^## Results\n.*//ms; # as in details
	$to->('md', $md);
	$to->('page', page(said('bench', 'report', $folder, '--format', 'html')));
	$to->($_, said('bench', 'export', $folder, '--format', $_))
		for qw(csv google-benchmark junit nvbench nvbench-csv openmetrics samples),
		$run eq 'mixed' ? 'trace' : ();
	$to->("roofline.$_", said('roofline', $folder, '--format', $_)) for qw(svg json);
	$to->('compare', said('bench', 'compare', "run:$folder", "run:$folder", '--json'));
	my $dir = tempdir(CLEANUP => 1);
	said('bench', 'expectations', '--proof', $folder, '--expectations', $dir, '--output', $dir);
	for my $file (qw(proof_of_benefit.csv proof_of_benefit.md)) {
		(my $text = slurp("$dir/$file")) =~ s/\Q$root\E/./g;
		$to->($file, $text);
	}
	is($json->encode($json->decode(said('bench', 'report', $folder, '--format', 'json'))),
		$json->encode($json->decode(slurp("$folder/results.json"))), "$run: the document itself");
}
my $few = said('bench', 'report', "$runs/mixed", '--targets', 'ch07:sum@cpu', '--format', 'csv');
is(scalar(() = $few =~ /\n/g), 3, 'results of one target');
done_testing();
