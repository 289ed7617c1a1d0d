# SPDX-License-Identifier: MIT
#
# Picture.pm - SVG for a lesson, 400 units wide, so that its words can be read on a
# phone; in the colours of src/report/web/theme.css, light and dark.
package Picture;
use strict;
use warnings;
use Lessons ();

use constant WIDTH => 400;

sub escape
{
	my ($s) = @_;
	$s =~ s/&/&amp;/g;
	$s =~ s/</&lt;/g;
	$s =~ s/>/&gt;/g;
	return $s;
}

sub new
{
	my ($class, $title) = @_;
	return bless { title => $title, height => 0, parts => [] }, $class;
}

sub grow
{
	my ($self, $y) = @_;
	$self->{height} = $y if $y > $self->{height};
}

sub number
{
	return sprintf('%.1f', $_[0]) =~ s/\.0$//r;
}

sub rect
{
	my ($self, $x, $y, $w, $h, $class) = @_;
	$self->grow($y + $h + 4);
	push @{ $self->{parts} }, sprintf '<rect x="%s" y="%s" width="%s" height="%s" class="%s"/>',
		(map { number($_) } $x, $y, $w, $h), $class;
}

# Anchor: start, middle or end.
sub text
{
	my ($self, $x, $y, $s, $anchor, $class) = @_;
	$self->grow($y + 6);
	push @{ $self->{parts} }, sprintf '<text x="%s" y="%s"%s%s>%s</text>', number($x), number($y),
		($anchor && $anchor ne 'start' ? " text-anchor=\"$anchor\"" : ''), ($class ? " class=\"$class\"" : ''), escape($s);
}

sub line
{
	my ($self, $x1, $y1, $x2, $y2, $class) = @_;
	$self->grow($_ + 4) for $y1, $y2;
	push @{ $self->{parts} }, sprintf '<line x1="%s" y1="%s" x2="%s" y2="%s" class="%s"/>',
		(map { number($_) } $x1, $y1, $x2, $y2), $class;
}

sub arrow
{
	my ($self, $x1, $y1, $x2, $y2) = @_;
	$self->line($x1, $y1, $x2, $y2, 'edge head');
}

sub dot
{
	my ($self, $x, $y, $class) = @_;
	push @{ $self->{parts} }, sprintf '<circle cx="%s" cy="%s" r="4" class="%s"/>', number($x), number($y), $class;
}

# A box with a word in it.
sub box
{
	my ($self, $x, $y, $w, $h, $class, $s) = @_;
	$self->rect($x, $y, $w, $h, $class);
	$self->text($x + $w / 2, $y + $h / 2 + 4, $s, 'middle', $class =~ /fill/ ? 'on' : '') if defined $s;
}

# Cells in rows; class of the k-th by a function.
sub cells
{
	my ($self, $x, $y, $n, $per_row, $size, $class) = @_;
	$self->rect($x + $_ % $per_row * $size, $y + int($_ / $per_row) * $size, $size - 2, $size - 2, $class->($_)) for 0 .. $n - 1;
	return $y + int(($n + $per_row - 1) / $per_row) * $size;
}

sub svg
{
	my ($self) = @_;
	my $theme = Lessons::content('src/report/web/theme.css') =~ s{/\*.*?\*/\s*}{}gsr =~ s/\s+/ /gr;
	my $h = number($self->{height});
	return <<"END" . join("\n", @{ $self->{parts} }) . "\n</svg>\n";
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 @{[WIDTH]} $h" role="img" aria-label="@{[escape($self->{title})]}">
<style>$theme
svg { background: var(--paper); font: 11.5px system-ui, "Segoe UI", Roboto, sans-serif; }
text { fill: var(--ink); } .soft { fill: var(--soft); } .on { fill: var(--paper); } .strong { font-weight: 600; }
.a-fill { fill: var(--base); } .b-fill { fill: var(--mark); } .c-fill { fill: var(--library); } .idle { fill: var(--grid); }
.frame { fill: var(--panel); stroke: var(--line); } .edge { stroke: var(--soft); stroke-width: 1.5; fill: none; } .head { marker-end: url(#head); }
.grid { stroke: var(--grid); } .roof { stroke: var(--roof); stroke-width: 2; }
</style>
<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" markerHeight="6" orient="auto"><path d="M0 0 8 4 0 8z" style="fill: var(--soft)"/></marker></defs>
END
}

1;
