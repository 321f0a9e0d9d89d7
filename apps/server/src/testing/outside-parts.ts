import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createLog } from '../platform/log.ts';
import { startEmbeddedBroker } from '../platform/mqtt/index.ts';
import { prepareMosquitto } from '../platform/mqtt/test-mosquitto.ts';
import { freePort } from '../platform/postgres/index.ts';
import { createTestDatabase } from '../platform/postgres/test-database.ts';
import { until } from './caller.ts';

const postgresBin = '/usr/lib/postgresql/15/bin';
const mosquitto = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) => existsSync(path));
const plugin = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib']
  .map((folder) => join(folder, 'mosquitto_dynamic_security.so'))
  .find((path) => existsSync(path));

const hasPostgres = existsSync(join(postgresBin, 'initdb'));
/** Mosquitto with dynamic security is installed here. */
export const hasMosquitto = mosquitto !== undefined && plugin !== undefined;

/** Which database and broker `startSharedParts` takes on this machine, for the title of a test. */
export const sharedParts = `${hasPostgres ? 'PostgreSQL 15' : 'the embedded database'} and ${hasMosquitto ? 'Mosquitto' : 'the embedded broker'}`;

export interface OutsidePart {
  url: string;
  stop(): Promise<void>;
}

/** PostgreSQL refuses to run as root. */
const ordinaryAccount = (): { uid?: number; gid?: number } => {
  if (process.getuid?.() !== 0) return {};
  const people = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const fields = ['postgres', 'nobody'].map((name) => people.find((one) => one[0] === name)).find(Boolean);
  return { uid: Number(fields?.[2]), gid: Number(fields?.[3]) };
};

const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
};

/** A PostgreSQL 15 of the system on a free port, empty. */
const startOutsidePostgres = async (): Promise<OutsidePart> => {
  const dir = mkdtempSync(join(tmpdir(), 'eyrie-outside-postgres-'));
  const account = ordinaryAccount();
  if (account.uid !== undefined) chownSync(dir, account.uid, account.gid ?? account.uid);
  const data = join(dir, 'data');
  const made = spawnSync(
    join(postgresBin, 'initdb'),
    ['-D', data, '-U', 'eyrie', '-A', 'trust', '-E', 'UTF8'],
    {
      ...account,
      cwd: '/',
      encoding: 'utf8',
    },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const child = spawn(
    join(postgresBin, 'postgres'),
    ['-D', data, ...settings.flatMap((setting) => ['-c', setting])],
    { ...account, cwd: '/', stdio: 'ignore' },
  );
  const url = `postgres://eyrie@127.0.0.1:${port}/postgres`;
  await until(
    'PostgreSQL',
    async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.end();
      return true;
    },
    Boolean,
  );
  return {
    url,
    stop: async () => {
      await ended(child, 'SIGINT');
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** A Mosquitto with dynamic security, set up by the configuration that ships. `url` is for servers. */
export const startOutsideBroker = async (): Promise<OutsidePart & { devices: string }> => {
  const dir = mkdtempSync(join(tmpdir(), 'eyrie-outside-broker-'));
  const [devicePort, serverPort] = [await freePort(), await freePort()];
  const config = prepareMosquitto(dir, { devicePort, serverPort, plugin: plugin ?? '' });
  const child = spawn(mosquitto ?? '', ['-c', config], { stdio: 'ignore' });
  return {
    url: `mqtt://eyrie:server-secret@127.0.0.1:${serverPort}`,
    devices: `mqtt://127.0.0.1:${devicePort}`,
    stop: async () => {
      await ended(child, 'SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
};

/** The embedded parts are processes of their own, so several servers can share them. */
const startEmbeddedDatabase = async (): Promise<OutsidePart> => {
  const database = await createTestDatabase({ empty: true });
  return { url: database.url, stop: () => database.drop() };
};
const startSharedBroker = async (databaseUrl: string): Promise<SharedParts['broker']> => {
  const log = createLog({ level: 'silent' });
  const broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl, log });
  const { url, username, password } = broker.connection;
  const address = new URL(url);
  address.username = encodeURIComponent(username);
  address.password = encodeURIComponent(password);
  return { url: address.href, devices: `mqtt://127.0.0.1:${broker.port}`, stop: () => broker.stop() };
};

export interface SharedParts {
  database: OutsidePart;
  /** `url` is for servers, `devices` for docks. */
  broker: OutsidePart & { devices: string };
}

/** An empty database and a broker for several servers: those of the system where installed, else the embedded ones. */
export const startSharedParts = async (): Promise<SharedParts> => {
  const database = await (hasPostgres ? startOutsidePostgres() : startEmbeddedDatabase());
  const broker = await (hasMosquitto ? startOutsideBroker() : startSharedBroker(database.url));
  return { database, broker };
};
