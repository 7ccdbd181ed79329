# A gateway whose portal lets everybody through once the file /run/signed-in exists.
use strict;
use warnings;
use IO::Socket::INET;

my $server = IO::Socket::INET->new(LocalAddr => '198.51.100.1', LocalPort => 80, Listen => 50, ReuseAddr => 1) or die $!;
while (my $client = $server->accept) {
    while (defined(my $line = <$client>)) { last if $line =~ /^\r?\n$/; }
    print $client -e '/run/signed-in'
        ? "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
        : "HTTP/1.1 302 Found\r\nLocation: http://198.51.100.1/sign-in\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    close $client;
}
