# SPDX-License-Identifier: MIT
#
# Dashboard.pm - start `aisp dashboard`, and talk to it byte by byte.
package Dashboard;
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
use POSIX ();

my $aisp = $ENV{AISP} // './aisp';

# undef, with the message in $@, if it does not serve.
sub start
{
	my ($class, @words) = @_;
	my $pid = open(my $out, '-|') // die "fork: $!";
	if (!$pid) {
		$ENV{AISP_HISTORY} //= 'off';
		open STDERR, '>&', \*STDOUT;
		exec $aisp, 'dashboard', @words or POSIX::_exit(127);
	}
	my $url = <$out> // '';
	chomp $url;
	my $self = bless { pid => $pid, out => $out, url => $url }, $class;
	($self->{port}, $self->{token}) = $url =~ m{^http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/$};
	return $self if $self->{port};
	waitpid $pid, 0;
	$@ = "$url (status " . ($? >> 8) . ')';
	$self->{pid} = 0;
	return undef;
}

# The exit status after a signal, or 'hangs'.
sub stop
{
	my ($self, $signal) = @_;
	kill $signal // 'TERM', $self->{pid};
	for (1 .. 200) {
		if (waitpid($self->{pid}, POSIX::WNOHANG()) == $self->{pid}) {
			$self->{pid} = 0;
			return $?;
		}
		select undef, undef, undef, 0.05;
	}
	return 'hangs';
}

sub DESTROY
{
	my ($self) = @_;
	local $?;
	return if !$self->{pid};
	kill 'KILL', $self->{pid};
	waitpid $self->{pid}, 0;
}

sub connect
{
	my ($self, $address) = @_;
	return IO::Socket::INET->new(PeerAddr => $address // '127.0.0.1', PeerPort => $self->{port}, Timeout => 5);
}

# What arrives within `seconds` of the call, or until `want` did.
sub receive
{
	my ($socket, $seconds, $want) = @_;
	my ($text, $select, $end) = ('', IO::Select->new($socket), time + $seconds);
	while (time <= $end && $select->can_read($seconds)) {
		sysread($socket, $text, 1 << 16, length $text) or last;
		last if defined $want && $text =~ $want;
	}
	return $text;
}

# The answer to a request line and headers: (status, head, body).
sub ask
{
	my ($self, $line, %headers) = @_;
	my %h = (Host => "127.0.0.1:$self->{port}", Connection => 'close', %headers);
	my $socket = $self->connect or return (0, "connect: $!", '');
	print $socket "$line HTTP/1.1\r\n", (map { "$_: $h{$_}\r\n" } grep { defined $h{$_} } sort keys %h), "\r\n";
	my ($head, $body) = split /\r\n\r\n/, receive($socket, 10), 2;
	my ($status) = ($head // '') =~ m{^HTTP/1\.1 (\d+)};
	return ($status // 0, $head // '', $body // '');
}

sub get
{
	my ($self, $path, %headers) = @_;
	return $self->ask("GET /$self->{token}/$path", %headers);
}

1;
