# SPDX-License-Identifier: MIT
#
# Chromium.pm - a headless Chromium by the DevTools protocol over a pipe.  Nothing
# it does leaves the machine.
package Chromium;
use strict;
use warnings;
use File::Temp qw(tempdir);
use JSON::PP;
use MIME::Base64;
use POSIX ();

my $json = JSON::PP->new->utf8->canonical->allow_nonref;

# The program, or undef.
sub find
{
	for my $name ($ENV{CHROMIUM} // (), qw(chromium chromium-browser google-chrome)) {
		for my $dir ('', map { "$_/" } split /:/, $ENV{PATH}) {
			return "$dir$name" if "$dir$name" =~ m{/} && -x "$dir$name";
		}
	}
	return undef;
}

sub new
{
	my ($class) = @_;
	my $self = bless { id => 0, events => [], buffer => '', dir => tempdir(CLEANUP => 1) }, $class;
	pipe(my $their_in, $self->{out}) && pipe($self->{in}, my $their_out) or die "pipe: $!";
	$self->{pid} = fork() // die "fork: $!";
	if (!$self->{pid}) {
		setpgrp(0, 0);
		open STDIN, '<', '/dev/null';
		open STDOUT, '>', '/dev/null';
		open STDERR, '>', "$self->{dir}/log";
		my ($in, $out) = (POSIX::dup(fileno $their_in), POSIX::dup(fileno $their_out));
		POSIX::dup2($in, 3);
		POSIX::dup2($out, 4);
		exec {find()} "chromium", qw(--headless=new --no-sandbox --disable-gpu --no-first-run --disable-background-networking
			--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars
			--remote-debugging-pipe), "--user-data-dir=$self->{dir}/profile", "about:blank" or POSIX::_exit(127);
	}
	close $their_in;
	close $their_out;
	binmode $self->{$_} for qw(in out);
	my ($target) = grep { $_->{type} eq 'page' } @{$self->send('Target.getTargets')->{targetInfos}};
	$self->{session} = $self->send('Target.attachToTarget',
		{ targetId => $target->{targetId}, flatten => JSON::PP::true })->{sessionId};
	$self->send("$_.enable") for qw(Page Runtime Log Network);
	return $self;
}

sub DESTROY
{
	my ($self) = @_;
	local ($?, $!);
	close $self->{out} if $self->{out};
	return if !$self->{pid};
	# It ends when its pipe closes; what does not is ended.
	for (1 .. 40) {
		return if waitpid($self->{pid}, POSIX::WNOHANG()) != 0;
		select undef, undef, undef, 0.05;
	}
	kill 'KILL', -$self->{pid};
	waitpid $self->{pid}, 0;
}

sub read_message
{
	my ($self) = @_;
	local $SIG{ALRM} = sub { die "Chromium does not answer\n" };
	alarm 60;
	my $end;
	while (($end = index $self->{buffer}, "\0") < 0) {
		sysread($self->{in}, $self->{buffer}, 1 << 20, length $self->{buffer})
			or die "Chromium has ended\n";
	}
	alarm 0;
	my $text = substr $self->{buffer}, 0, $end + 1, "";
	chop $text;
	return $json->decode($text);
}

# The result of a method; events that come first are kept.
sub send
{
	my ($self, $method, $params) = @_;
	my $id = ++$self->{id};
	my %message = (id => $id, method => $method, params => $params // {});
	$message{sessionId} = $self->{session} if $self->{session};
	my $text = $json->encode(\%message) . "\0";
	while (length $text) {
		my $n = syswrite($self->{out}, $text) // die "write: $!";
		substr($text, 0, $n) = '';
	}
	while (1) {
		my $m = $self->read_message;
		if (!defined $m->{id}) {
			push @{$self->{events}}, $m;
		} elsif ($m->{id} == $id) {
			die "$method: $m->{error}{message}\n" if $m->{error};
			return $m->{result};
		}
	}
}

# Load a page and wait until it has.
sub go
{
	my ($self, $url) = @_;
	$self->{events} = [];
	my $r = $self->send('Page.navigate', { url => $url });
	die "$url: $r->{errorText}\n" if $r->{errorText};
	$self->until('document.readyState === "complete"');
	return $self;
}

# The value of an expression, which may be a promise.
sub eval
{
	my ($self, $code) = @_;
	my $r = $self->send('Runtime.evaluate',
		{ expression => $code, returnByValue => JSON::PP::true, awaitPromise => JSON::PP::true });
	die "$code: $r->{exceptionDetails}{exception}{description}\n" if $r->{exceptionDetails};
	return $r->{result}{value};
}

# Wait until the expression holds; 0 if it does not within 20 s.
sub until
{
	my ($self, $code) = @_;
	for (1 .. 400) {
		return 1 if $self->eval("!!($code)");
		select undef, undef, undef, 0.05;
	}
	return 0;
}

# A key by its name, as a person presses it: 'Enter', '/', 'ArrowDown'.
sub key
{
	my ($self, $key) = @_;
	my %code = (Enter => 13, Escape => 27, Tab => 9, ArrowDown => 40, ArrowUp => 38, End => 35, Home => 36);
	my %event = (key => $key, windowsVirtualKeyCode => $code{$key} // ord uc $key);
	$event{text} = $key eq 'Enter' ? "\r" : $key if $key eq 'Enter' || length $key == 1;
	$self->send('Input.dispatchKeyEvent', { type => 'keyDown', %event });
	$self->send('Input.dispatchKeyEvent', { type => 'keyUp', %event });
}

sub type
{
	my ($self, $text) = @_;
	$self->send('Input.insertText', { text => $text });
}

# Width and height of the screen; 'light' or 'dark'; 'screen' or 'print'.
sub look
{
	my ($self, $width, $height, $scheme, $media) = @_;
	$self->send('Emulation.setDeviceMetricsOverride', { width => $width + 0, height => $height + 0,
		deviceScaleFactor => 1, mobile => $width < 600 ? JSON::PP::true : JSON::PP::false });
	$self->send('Emulation.setEmulatedMedia', { media => $media // '',
		features => [{ name => 'prefers-color-scheme', value => $scheme // 'light' }] });
}

# What a developer would see in red: errors, exceptions, refused loads.
sub errors
{
	my ($self) = @_;
	$self->eval('1');
	my @errors;
	for (@{$self->{events}}) {
		my $p = $_->{params};
		push @errors, $p->{exceptionDetails}{exception}{description} // $p->{exceptionDetails}{text}
			if $_->{method} eq 'Runtime.exceptionThrown';
		push @errors, "$p->{entry}{text} $p->{entry}{url}"
			if $_->{method} eq 'Log.entryAdded' && $p->{entry}{level} =~ /error|warning/;
		push @errors, $json->encode($p->{args})
			if $_->{method} eq 'Runtime.consoleAPICalled' && $p->{type} =~ /error|warning|assert/;
	}
	return @errors;
}

# The addresses of all requests since the page was asked for.
sub requests
{
	my ($self) = @_;
	$self->eval('1');
	return map { $_->{params}{request}{url} } grep { $_->{method} eq 'Network.requestWillBeSent' } @{$self->{events}};
}

sub write_file
{
	my ($file, $base64) = @_;
	open my $f, '>:raw', $file or die "$file: $!";
	print $f decode_base64($base64);
	close $f or die "$file: $!";
}

# The whole page as PNG.
sub screenshot
{
	my ($self, $file) = @_;
	write_file($file, $self->send('Page.captureScreenshot', { captureBeyondViewport => JSON::PP::true })->{data});
}

sub pdf
{
	my ($self, $file) = @_;
	write_file($file, $self->send('Page.printToPDF', { printBackground => JSON::PP::false,
		paperWidth => 8.27, paperHeight => 11.69 })->{data});
}

1;
