#!/bin/sh
# Makes the passwords of an installation in files that root alone reads: make-secrets.sh /etc/eyrie
# secrets.env is for the servers, owner.env for migrations, setup.env for roles.sql and init.sh; remove that one afterwards.
set -eu
umask 077
folder=${1:?the folder of settings, such as /etc/eyrie}
database=${DATABASE:-127.0.0.1:5432}
broker=${BROKER:-127.0.0.1:1884}
for file in secrets.env owner.env setup.env; do
  if [ -e "$folder/$file" ]; then
    echo "$folder/$file is there already, and is left alone" >&2
    exit 1
  fi
done
password() { openssl rand -hex 24; }
owner=$(password)
server=$(password)
eyrie=$(password)
cat >"$folder/setup.env" <<END
OWNER_PASSWORD=$owner
SERVER_PASSWORD=$server
BROKER_PASSWORD=$eyrie
# For compose.yaml alone: Debian's superuser signs in without one.
SUPERUSER_PASSWORD=$(password)
END
cat >"$folder/owner.env" <<END
EYRIE_DATABASE_URL=postgres://eyrie_owner:$owner@$database/eyrie
END
cat >"$folder/secrets.env" <<END
EYRIE_DATABASE_URL=postgres://eyrie_server:$server@$database/eyrie
EYRIE_MQTT_URL=mqtt://eyrie:$eyrie@$broker
EYRIE_METRICS_TOKEN=$(password)
# Keys of the object store, and those of the DJI app: to be filled in. The token of a photogrammetry engine, where one is set.
EYRIE_S3_ACCESS_KEY_ID=
EYRIE_S3_SECRET_ACCESS_KEY=
EYRIE_DJI_APP_KEY=
EYRIE_DJI_APP_LICENSE=
EYRIE_PHOTOGRAMMETRY_TOKEN=
END
