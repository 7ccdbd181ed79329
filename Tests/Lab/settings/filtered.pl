# A name server that says of every name that it does not exist, because it filters (RFC 8914, code 17).
use strict;
use warnings;
use IO::Select;
use IO::Socket::IP;

my @sockets = map { IO::Socket::IP->new(LocalHost => $_, LocalPort => 53, Proto => "udp") or die "$_: $@" } @ARGV;
my $select = IO::Select->new(@sockets);
while (my @ready = $select->can_read) {
    for my $socket (@ready) {
        my $peer = $socket->recv(my $packet, 2048);
        next if !$peer || length $packet < 12;
        my ($id, $flags) = unpack "n n", $packet;
        # The question ends behind the first empty label, with its type and class.
        next unless substr($packet, 12) =~ /\A(.*?\x00.{4})/s;
        my $option = pack("n n/a", 15, pack("n a*", 17, "not here"));
        my $opt = pack("C n n N n/a", 0, 41, 1232, 0, $option);
        $socket->send(pack("n n n4", $id, 0x8183, 1, 0, 0, 1) . $1 . $opt, 0, $peer);
    }
}
