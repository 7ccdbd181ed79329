# Answers a packet of a version of QUIC that nobody speaks with the versions of a server (RFC 8999, section 6).
use strict;
use warnings;
use IO::Select;
use IO::Socket::IP;

my @sockets = map { IO::Socket::IP->new(LocalHost => $_, LocalPort => 443, Proto => "udp") or die "$_: $@" } @ARGV;
my $select = IO::Select->new(@sockets);
while (my @ready = $select->can_read) {
    for my $socket (@ready) {
        my $peer = $socket->recv(my $packet, 2048);
        next if !$peer || length $packet < 1200;
        my ($first, $version, $destination, $source) = unpack "C N C/a C/a", $packet;
        $socket->send(pack("C N C/a C/a N N", 0x80 | int rand 128, 0, $source, $destination, 1, 0x6b3343cf), 0, $peer);
    }
}
