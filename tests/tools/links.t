#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# Every link in a Markdown file of this tree leads to a file that is there, and to a
# heading of it.
# RUN: parallel
use strict;
use warnings;
use File::Basename qw(dirname);
use File::Temp qw(tempdir);
use Test::More;

sub text_of
{
	my ($file) = @_;
	open my $f, '<:encoding(UTF-8)', $file or return '';
	local $/;
	return (scalar <$f>) =~ s/^```.*?^```//gmsr;
}

# Anchors, as GitHub makes them of headings.
my %anchors;
sub anchors
{
	my ($file) = @_;
	return $anchors{$file} //= do {
		my (%of, %n);
		for (text_of($file) =~ /^#+\s+(.*?)\s*$/mg) {
			my $name = lc(s/\[([^]]*)\]\([^)]*\)/$1/gr) =~ s/[^\w\- ]//gr =~ tr/ /-/r;
			my $k = $n{$name}++;
			$of{$k ? "$name-$k" : $name} = 1;
		}
		\%of;
	};
}

# Returns the number of a file's links, and what is wrong with them.
sub look
{
	my ($file) = @_;
	my (@wrong, $n);
	for (text_of($file) =~ s/`[^`\n]*`//gr =~ /\]\(([^)\s]+)\)/g) {
		next if /^\w+:/;
		my ($path, $anchor) = split /#/, $_, 2;
		my $to = $path eq '' ? $file : dirname($file) . "/$path";
		$n++;
		push @wrong, "$file leads to $_, which is not there"
			if !-e $to || (defined $anchor && $to =~ /\.md$/ && !anchors($to)->{$anchor});
	}
	return ($n // 0, @wrong);
}

my $total = 0;
my @files = (glob('*.md'), glob('{docs,deploy,exercises,tests}/*.md'), glob('{chapters,labs}/*/README.md'));
for my $file (@files) {
	my ($n, @wrong) = look($file);
	$total += $n;
	is(join("\n", @wrong), '', $file);
}
cmp_ok($total, '>', 200, 'links are found');

my $dir = tempdir(CLEANUP => 1);
open my $f, '>', "$dir/x.md" or die;
print $f "# One (two)\n[a](#one-two) [b](y.md) `[c](z.md)`\n[d](x.md#three)\n```\n[e](e.md)\n```\n";
close $f;
my ($n, @wrong) = look("$dir/x.md");
is_deeply([$n, map { s/.*leads to (\S+),.*/$1/r } @wrong], [3, 'y.md', 'x.md#three'], 'a file and a heading that lack');
done_testing();
