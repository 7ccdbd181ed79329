#!/usr/bin/env python3
"""Writes every frame of an interface to a file, for a search of what was sent without TLS.

usage: wire.py INTERFACE FILE
"""
import socket, sys

frames = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(3))
frames.bind((sys.argv[1], 0))
with open(sys.argv[2], "wb", buffering=0) as file:
    while True:
        file.write(frames.recv(65535) + b"\n")
