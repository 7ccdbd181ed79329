#!/bin/sh
# Builds and tests the plugin; needs connectivityctl in the PATH. The options are those in configuration.json; arguments,
# such as --calls 500, are for plugin check.
set -eu
cd "$(dirname "$0")"
@BUILD@connectivityctl plugin check "$@" .
connectivityctl plugins --config configuration.json > /dev/null
