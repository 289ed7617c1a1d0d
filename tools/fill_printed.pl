#!/usr/bin/perl
# fill_printed.pl [FILE...] - run the commands whose output README.md or FILE shows, and
# put what they print in its place.  A command stands in a line `<!-- printed by: COMMAND -->`,
# and the block ```text behind it is replaced.  Run it in a committed tree, on a quiet
# machine: a command that fails, or whose verdicts are not all FASTER, SLOWER or SAME,
# leaves the file as it was.
use strict;
use warnings;

sub give_up {
	print STDERR "fill_printed.pl: @_\n";
	exit 1;
}

sub content {
	my ($path) = @_;
	open my $f, '<', $path or die "$path: $!\n";
	return do { local $/; <$f> };
}

sub printed {
	my ($command) = @_;
	my $out = qx($command);
	give_up("`$command` exits with", ($? >> 8) . '; nothing was filled') if $?;
	give_up("`$command` ran on uncommitted changes; nothing was filled")
		if $out =~ /with uncommitted changes/;
	$out =~ s/ +$//mg;
	return $out;
}

for my $path (@ARGV ? @ARGV : 'README.md') {
	my $text = content($path);
	my $n = $text =~ s{^(<!-- printed by: ([^\n]*) -->\n```text\n).*?^(```)}{$1 . printed($2) . $3}gems;
	give_up("$path has no line `<!-- printed by: COMMAND -->` with a ```text block") if !$n;
	open my $f, '>', $path or die "$path: $!\n";
	print $f $text;
	close $f or die "$path: $!\n";
}
