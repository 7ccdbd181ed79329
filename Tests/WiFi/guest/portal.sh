#!/bin/sh
# Answers one request, from and to standard input and output: as a portal does, until /tmp/signed-in is there.
while read -r line; do
    [ ${#line} -le 1 ] && break
done
if [ -e /tmp/signed-in ]; then
    printf 'HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n'
else
    printf 'HTTP/1.1 302 Found\r\nLocation: http://192.0.2.1/sign-in\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
fi
