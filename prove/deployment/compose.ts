/** The compose file, which nobody runs here: what of it can be held against the server and the files that are tried. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { allocator, nodeFlags } from '../../scripts/memory.mjs';
import type { Proof } from '../proof.ts';
import { deployed, moved, pathOf, put, readEnvironment, readUnit, valueOf } from './files.ts';

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string>;
  env_file?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  healthcheck?: { test?: string[]; disable?: boolean };
  profiles?: string[];
  network_mode?: string;
  restart?: string;
  stop_grace_period?: string;
  working_dir?: string;
}

export interface Compose {
  services: Readonly<Record<string, Service>>;
  volumes: Readonly<Record<string, unknown>>;
}

/** @throws YAMLParseError where it is no YAML */
export const readCompose = (text: string): Compose => parse(text, { merge: true }) as Compose;

/** Files that `make-secrets.sh` writes, filled in as its reader is asked to. */
const secrets: Readonly<Record<string, string>> = {
  'secrets.env':
    'EYRIE_DATABASE_URL=postgres://a@b/c\nEYRIE_MQTT_URL=mqtt://b\nEYRIE_S3_ACCESS_KEY_ID=a\nEYRIE_S3_SECRET_ACCESS_KEY=b',
  'owner.env': 'EYRIE_DATABASE_URL=postgres://a@b/c',
};

/** An environment file of `/etc/eyrie`; null: nothing of `deploy/` puts one there. */
const environmentFile = (path: string): Record<string, string> | null => {
  const name = /^\/etc\/eyrie\/([^/]+\.env)$/.exec(path)?.[1];
  if (name === undefined) return null;
  const made = secrets[name];
  if (made !== undefined) return readEnvironment(made);
  return existsSync(pathOf(`env/${name}`)) ? readEnvironment(deployed(`env/${name}`)) : null;
};

/** What a service's process sees: its own settings stand above those of its files, as Docker has it. */
const environmentOf = ({ environment = {}, env_file: files = [] }: Service): Record<string, string> =>
  Object.assign({}, ...files.map((path) => environmentFile(path) ?? {}), environment) as Record<
    string,
    string
  >;

const isServer = ({ command = [] }: Service): boolean =>
  command.some((word) => word.endsWith('apps/server/src/main.ts'));

const mountOf = ({ volumes = [] }: Service, inside: string): string | undefined =>
  volumes.map((one) => one.split(':')).find(([, target]) => target === inside)?.[0];

const seconds = (text = ''): number => Number(/^(\d+)s$/.exec(text)?.[1]);

/** Settings, folders and health of an instance of the server. */
function* instanceFaults(name: string, service: Service): Generator<string> {
  const env = environmentOf(service);
  for (const path of service.env_file ?? [])
    if (environmentFile(path) === null) yield `nothing makes ${path}`;
  try {
    const { unknownVariables } = readSettings(env);
    yield* unknownVariables.map((one) => `the server knows no ${one}`);
  } catch (error) {
    yield (error as Error).message;
  }
  if (env['EYRIE_INSTANCE_ID'] !== name) yield `it is called ${env['EYRIE_INSTANCE_ID']}`;
  const folder = mountOf(service, env['EYRIE_DATA_DIR'] ?? '');
  if (folder !== `/var/lib/eyrie/${name}`) yield `its data lie in ${folder}`;
  if (!service.volumes?.includes(`..:${service.working_dir}:ro`)) yield 'its programs are not mounted';
  yield* nodeFlags.filter((flag) => !service.command?.includes(flag)).map((flag) => `it lacks ${flag}`);
  for (const [key, value] of Object.entries(allocator)) if (env[key] !== value) yield `it lacks ${key}`;
  const unit = readUnit(deployed('systemd/eyrie@.service'));
  if (seconds(service.stop_grace_period) < Number(valueOf(unit, 'TimeoutStopSec')))
    yield 'it is killed before it has stopped';
  const asks = service.healthcheck?.test?.join(' ') ?? '';
  const port = env['EYRIE_HEALTH_PORT'] === undefined ? 'EYRIE_PORT' : 'EYRIE_HEALTH_PORT';
  if (!asks.includes('/healthz') || !asks.includes(port) || (env[port] ?? '0') === '0')
    yield 'nobody asks for its health';
  for (const part of ['postgres', 'broker'])
    if (service.depends_on?.[part]?.condition !== 'service_healthy') yield `it does not wait for ${part}`;
}

/** Parts that a service names: they are there. */
function* partFaults(service: Service, { services, volumes }: Compose): Generator<string> {
  for (const [part, { condition }] of Object.entries(service.depends_on ?? {})) {
    const other = services[part];
    if (!other) yield `there is no ${part}`;
    else if (condition === 'service_healthy' && !other.healthcheck?.test)
      yield `${part} says nothing of its health`;
  }
  for (const mount of service.volumes ?? []) {
    const [from = ''] = mount.split(':');
    if (from.startsWith('./') && !existsSync(pathOf(from.slice(2)))) yield `there is no ${from}`;
    if (/^\w/.test(from) && !(from in volumes)) yield `there is no volume ${from}`;
  }
  if (service.network_mode !== 'host' && !service.profiles?.includes('once'))
    yield 'it is in another network than the ports of its files';
}

const portsOf = (env: Readonly<Record<string, string>>): string[] =>
  ['EYRIE_PORT', 'EYRIE_HEALTH_PORT', 'EYRIE_RTMP_PORT', 'EYRIE_WEBRTC_PORT']
    .map((one) => env[one] ?? '0')
    .filter((port) => port !== '0');

const sorted = (list: Iterable<string>): string => [...new Set(list)].toSorted().join(' ');

/** What stands in two files, and is one thing. */
function* wholeFaults(text: string, { services }: Compose): Generator<string> {
  const servers = Object.entries(services).filter(([, service]) => isServer(service));
  const tried = ['api-1', 'api-2', 'gateway-1', 'gateway-2', 'worker-1'];
  if (sorted(servers.map(([name]) => name)) !== sorted(tried)) yield `its instances are not ${sorted(tried)}`;
  const ports = servers.flatMap(([, service]) => portsOf(environmentOf(service)));
  if (new Set(ports).size !== ports.length) yield `a port twice: ${ports.join(', ')}`;
  const taken = servers
    .map(([, service]) => environmentOf(service)['EYRIE_PORT'] ?? '0')
    .filter((port) => port !== '0');
  const proxied = [...deployed('nginx/eyrie.conf').matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(
    ([, port]) => port ?? '',
  );
  if (sorted(taken) !== sorted(proxied))
    yield `nginx passes on to ${sorted(proxied)}, not to ${sorted(taken)}`;
  const database = services['postgres']?.command ?? [];
  for (const setting of ['max_connections', 'listen_addresses']) {
    const value = new RegExp(`^${setting} = '?([^'\\n]+)'?$`, 'm').exec(deployed('postgres/eyrie.conf'))?.[1];
    if (!database.includes(`${setting}=${value}`)) yield `postgres has not ${setting}=${value}`;
  }
  const broker = services['broker']?.healthcheck?.test?.at(-1);
  if (!deployed('mosquitto/mosquitto.conf').includes(`\nlistener ${broker} `))
    yield `the broker has no port ${broker} of servers`;
  const made = new Set(
    [...deployed('make-secrets.sh').matchAll(/^(\w+)=\$(?:\w+|\(password\))$/gm)].map(([, name]) => name),
  );
  for (const [, name] of text.matchAll(/(?<!\$)\$\{(\w+)/g))
    if (!made.has(name)) yield `make-secrets.sh makes no ${name}`;
}

/** What in a compose file would not work with this server and the other files of `deploy/`; none: nothing that can be seen. */
export const composeFaults = (text: string): string[] => {
  const compose = readCompose(text);
  return [
    ...wholeFaults(text, compose),
    ...Object.entries(compose.services).flatMap(([name, service]) =>
      [...partFaults(service, compose), ...(isServer(service) ? instanceFaults(name, service) : [])].map(
        (fault) => `${name}: ${fault}`,
      ),
    ),
  ];
};

/** What Docker's own reader says of the compose file, where it is installed: it starts nothing, and needs no Docker. */
export const proveComposeReader = (proof: Proof): void => {
  const what = 'docker-compose reads the compose file';
  if (spawnSync('docker-compose', ['version']).error) {
    proof.skip(what, 'docker-compose is not installed here');
    return;
  }
  const folder = proof.folder();
  for (const name of readdirSync(pathOf('env'))) put(join(folder, 'etc', name), deployed(`env/${name}`));
  for (const [name, text] of Object.entries(secrets)) put(join(folder, 'etc', name), `${text}\n`);
  const text = moved(deployed('compose.yaml'), { '/etc/eyrie/': `${join(folder, 'etc')}/` });
  const path = put(join(folder, 'deploy/compose.yaml'), text);
  const { status, stderr } = spawnSync('docker-compose', ['-f', path, 'config', '--quiet'], {
    encoding: 'utf8',
  });
  proof.promise(status === 0, what, status === 0 ? 'all' : stderr.trim().slice(0, 500));
};
