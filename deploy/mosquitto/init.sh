#!/bin/sh
# Makes the accounts file of Mosquitto with the account of Eyrie, once, before the broker starts for the first time:
#   set -a; . /etc/eyrie/setup.env; set +a; sh init.sh /var/lib/mosquitto/dynamic-security.json
set -eu
umask 077
file=${1:?the accounts file, such as /var/lib/mosquitto/dynamic-security.json}
: "${BROKER_PASSWORD:?is not set: read setup.env first}"
if [ -e "$file" ]; then
  echo "$file is there already: it holds the accounts of docks, and is left alone" >&2
  exit 1
fi
mosquitto_ctrl dynsec init "$file" eyrie "$BROKER_PASSWORD" >/dev/null
# The broker writes it again with each dock that is registered.
if [ "$(id -u)" = 0 ]; then chown mosquitto: "$file"; fi
