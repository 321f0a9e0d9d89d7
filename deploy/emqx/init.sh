#!/bin/sh
# Writes the files of EMQX, once, before it starts for the first time: sh init.sh /etc/emqx /etc/eyrie
# It adds what Eyrie needs to secrets.env in the second folder, and takes the password of the broker from setup.env there.
# Once EMQX runs: sh init.sh account /etc/eyrie
set -eu
umask 077
here=$(dirname "$0")
if [ "${1:-}" = account ]; then
  folder=${2:?the folder of settings, such as /etc/eyrie}
  . "$folder/setup.env"
  . "$folder/secrets.env"
  # Neither the key nor the password stands on a command line, which everybody on the machine can read.
  curl --fail --silent --show-error --config /dev/fd/3 --header 'content-type: application/json' --data @- \
    "$EYRIE_EMQX_API_URL/authentication/password_based:built_in_database/users" 3<<KEY <<ACCOUNT
user = "$EYRIE_EMQX_API_KEY:$EYRIE_EMQX_API_SECRET"
KEY
{"user_id":"eyrie","password":"$BROKER_PASSWORD","is_superuser":false}
ACCOUNT
  exit 0
fi
emqx=${1:?the folder of EMQX, such as /etc/emqx}
folder=${2:?the folder of settings, such as /etc/eyrie}
if grep -q '^EYRIE_EMQX_SECRET=' "$folder/secrets.env"; then
  echo "$folder/secrets.env has the secrets of EMQX already, and is left alone" >&2
  exit 1
fi
secret=$(openssl rand -hex 24)
key=$(openssl rand -hex 24)
cp "$here/eyrie-acl.conf" "$emqx/eyrie-acl.conf"
sed "s/EMQX_SECRET/$secret/g" "$here/eyrie.conf" >>"$emqx/emqx.conf"
# It has the secret in it from now on.
chmod 640 "$emqx/emqx.conf"
printf 'eyrie:%s\n' "$key" >"$emqx/eyrie-api-key"
cat >>"$folder/secrets.env" <<END
EYRIE_EMQX_API_URL=http://127.0.0.1:18083/api/v5
EYRIE_EMQX_API_KEY=eyrie
EYRIE_EMQX_API_SECRET=$key
EYRIE_EMQX_SECRET=$secret
END
if [ "$(id -u)" = 0 ]; then chown emqx: "$emqx/emqx.conf" "$emqx/eyrie-acl.conf" "$emqx/eyrie-api-key"; fi
