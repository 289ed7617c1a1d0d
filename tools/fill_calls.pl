#!/usr/bin/perl
# SPDX-License-Identifier: MIT
#
# fill_calls.pl - the tables of docs/system_calls.md, from the lists of names in
# src/judge/filter.c.  --check only says whether they are out of date.
use strict;
use warnings;
use FindBin;

chdir "$FindBin::Bin/.." or die "$FindBin::Bin/..: $!";

sub read_all
{
	open my $f, '<', $_[0] or die "$_[0]: $!\n";
	local $/;
	return scalar <$f>;
}

my %calls;
my $source = read_all('src/judge/filter.c');
while ($source =~ /^static const char \*const (\w+)\[\] = \{(.*?)NULL\s*\};/gms) {
	my ($list, $names) = ($1, $2);
	$calls{$list} = join ', ', map { "`$_`" } $names =~ /"(\w+)"/g;
}

my $doc = 'docs/system_calls.md';
my $text = read_all($doc);
my %is_told;
(my $new = $text) =~ s{(<!-- calls: (\w+) -->\n).*?(?=\n\n)}{
	$is_told{$2} = 1;
	$1 . ($calls{$2} // die "$doc: src/judge/filter.c has no list $2\n")
}gse;
my @missing = grep { !$is_told{$_} } sort keys %calls;
die "$doc does not tell the list @missing of src/judge/filter.c\n" if @missing;
exit 0 if $new eq $text;
die "$doc is out of date: run tools/fill_calls.pl\n" if @ARGV && $ARGV[0] eq '--check';
open my $out, '>', $doc or die "$doc: $!\n";
print $out $new;
close $out or die "$doc: $!\n";
