/** Debian's PostgreSQL, Mosquitto and nginx, set up by the files of `deploy/` below one folder. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../../apps/server/src/testing/caller.ts';
import { deployed, moved, pathOf, put } from './files.ts';

const postgresBin = '/usr/lib/postgresql/15/bin';
const programs = {
  nginx: '/usr/sbin/nginx',
  Mosquitto: '/usr/sbin/mosquitto',
  'the dynamic security of Mosquitto': '/usr/lib/x86_64-linux-gnu/mosquitto_dynamic_security.so',
  'PostgreSQL 15': join(postgresBin, 'initdb'),
  openssl: '/usr/bin/openssl',
} as const;

/** Which of the packages are not on this machine. */
export const missingPrograms = (): string[] =>
  Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]));

export interface Ports {
  http: number;
  https: number;
  devices: number;
  broker: number;
  postgres: number;
  api: readonly [number, number];
}

/** A program of the system that can be asked to restart. */
export interface Part {
  pid(): number | undefined;
  lines: string[];
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** An account of the system, where this proof may become it. */
export const accountOf = (name: string): Account => {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith(`${name}:`));
  const fields = line?.split(':') ?? [];
  return { uid: Number(fields[2]), gid: Number(fields[3]) };
};

/** Runs a program to its end. @throws Error with what it said */
export const run = (
  program: string,
  args: readonly string[],
  options: { env?: Record<string, string>; uid?: number; gid?: number; cwd?: string } = {},
): string => {
  const { env = {}, ...rest } = options;
  const path = process.env['PATH'] ?? '';
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: '/',
    ...rest,
    env: { PATH: path, ...env },
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
  return stdout;
};

const opens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });

const ended = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill(signal);
  await exit;
};

/** Starts a program that stays in the foreground. @param stopBy what ends it in good order */
const keep = async (
  what: string,
  command: readonly string[],
  { port, stopBy, account = {} }: { port: number; stopBy: NodeJS.Signals; account?: Account },
): Promise<Part> => {
  const [program = '', ...args] = command;
  const lines: string[] = [];
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(program, args, { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
    for (const input of [child.stdout, child.stderr])
      if (input) createInterface({ input }).on('line', (line) => lines.push(line));
    const said = (): string => lines.slice(-5).join('\n');
    child.once('exit', (code) => lines.push(`${what} ended with ${String(code)}`));
    try {
      await until(what, () => opens(port), Boolean, 20_000);
    } catch (error) {
      throw new Error(`${(error as Error).message}\n${said()}`, { cause: error });
    }
    return child;
  };
  let child = await start();
  /** Stopped for good: a restart that was under way does not bring it back. */
  let stopped = false;
  let restarting = Promise.resolve();
  return {
    pid: () => child.pid,
    lines,
    restart() {
      restarting = ended(child, stopBy).then(async () => {
        if (!stopped) child = await start();
      });
      return restarting;
    },
    async stop() {
      stopped = true;
      await restarting.catch(() => undefined);
      await ended(child, stopBy);
    },
  };
};

/** A folder of a service, owned by its account as Debian's package makes it. */
const folderOf = (path: string, { uid, gid }: Account): string => {
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(path, { mode: 0o750 });
  if (uid !== undefined) chownSync(path, uid, gid ?? uid);
  return path;
};

/** An authority of this proof alone, and a certificate of it for this machine. @returns the authority's, as PEM */
export const makeCertificates = (root: string): { ca: string; caFile: string; cert: string; key: string } => {
  const dir = join(root, 'etc/eyrie/tls');
  mkdirSync(dir, { recursive: true });
  const file = (name: string): string => join(dir, name);
  const subject = (name: string): string[] => ['-subj', `/CN=${name}`];
  const fresh = ['req', '-newkey', 'rsa:2048', '-nodes', '-keyout'];
  run('openssl', [
    ...fresh,
    file('ca.key'),
    '-x509',
    '-days',
    '2',
    '-out',
    file('ca.pem'),
    ...subject('Eyrie proof'),
  ]);
  run('openssl', [...fresh, file('privkey.pem'), '-out', file('request.pem'), ...subject('127.0.0.1')]);
  const names = put(file('names'), 'subjectAltName=IP:127.0.0.1,DNS:eyrie.example.org\n');
  const signed = ['-CA', file('ca.pem'), '-CAkey', file('ca.key'), '-CAcreateserial', '-extfile', names];
  run('openssl', [
    'x509',
    '-req',
    '-days',
    '2',
    '-in',
    file('request.pem'),
    ...signed,
    '-out',
    file('fullchain.pem'),
  ]);
  const ca = readFileSync(file('ca.pem'), 'utf8');
  return { ca, caFile: file('ca.pem'), cert: file('fullchain.pem'), key: file('privkey.pem') };
};

/** A cluster as Debian makes one, with the settings and roles of `deploy/postgres`. */
export const startPostgres = async (
  root: string,
  port: number,
  passwords: Readonly<Record<string, string>>,
): Promise<Part> => {
  const account = accountOf('postgres');
  const dir = folderOf(join(root, 'var/lib/postgresql'), account);
  const data = join(dir, 'main');
  const auth = ['--auth-local=trust', '--auth-host=scram-sha-256'];
  run(join(postgresBin, 'initdb'), ['-D', data, '-U', 'postgres', '-E', 'UTF8', ...auth], account);
  const settings = put(join(root, 'etc/postgresql/conf.d/eyrie.conf'), deployed('postgres/eyrie.conf'));
  chmodSync(settings, 0o644);
  const own = [`include '${settings}'`, `port = ${port}`, `unix_socket_directories = '${dir}'`];
  const { uid, gid } = account;
  const config = join(data, 'postgresql.conf');
  put(config, `${readFileSync(config, 'utf8')}\n${own.join('\n')}\n`, 0o600);
  if (uid !== undefined) chownSync(config, uid, gid ?? uid);
  const part = await keep('PostgreSQL', [join(postgresBin, 'postgres'), '-D', data], {
    port,
    stopBy: 'SIGINT',
    account,
  });
  const sql = put(join(root, 'tmp/roles.sql'), deployed('postgres/roles.sql'));
  const at = ['-h', dir, '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-f', sql];
  run('psql', at, { ...account, env: { ...passwords } });
  return part;
};

/** The broker of `deploy/mosquitto`, its accounts made by `init.sh`. */
export const startMosquitto = async (
  root: string,
  ports: Ports,
  tls: { cert: string; key: string },
  passwords: Readonly<Record<string, string>>,
): Promise<Part> => {
  const account = accountOf('mosquitto');
  const dir = folderOf(join(root, 'var/lib/mosquitto'), account);
  const certs = folderOf(join(root, 'etc/mosquitto/certs'), account);
  const owned = (name: string, text: string): string => {
    const path = put(join(certs, name), text, 0o600);
    if (account.uid !== undefined) chownSync(path, account.uid, account.gid ?? account.uid);
    return path;
  };
  const accounts = join(dir, 'dynamic-security.json');
  const config = moved(deployed('mosquitto/mosquitto.conf'), {
    '/var/lib/mosquitto/dynamic-security.json': accounts,
    '/etc/mosquitto/certs/fullchain.pem': owned('fullchain.pem', readFileSync(tls.cert, 'utf8')),
    '/etc/mosquitto/certs/privkey.pem': owned('privkey.pem', readFileSync(tls.key, 'utf8')),
    'listener 8883': `listener ${ports.devices} 127.0.0.1`,
    'listener 1884': `listener ${ports.broker}`,
  });
  const file = put(join(root, 'etc/mosquitto/mosquitto.conf'), config);
  run('sh', [pathOf('mosquitto/init.sh'), accounts], { env: { ...passwords } });
  return keep('Mosquitto', [programs.Mosquitto, '-c', file], { port: ports.broker, stopBy: 'SIGTERM' });
};

/** nginx with the site of `deploy/nginx` in a configuration like Debian's. */
export const startNginx = async (
  root: string,
  ports: Ports,
  tls: { cert: string; key: string },
): Promise<Part & { reload(): void }> => {
  const site = moved(deployed('nginx/eyrie.conf'), {
    'listen 80;': `listen 127.0.0.1:${ports.http};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${ports.https} ssl http2;`,
    '127.0.0.1:8081': `127.0.0.1:${ports.api[0]}`,
    '127.0.0.1:8082': `127.0.0.1:${ports.api[1]}`,
    '/etc/eyrie/tls/fullchain.pem': tls.cert,
    '/etc/eyrie/tls/privkey.pem': tls.key,
  });
  const enabled = put(join(root, 'etc/nginx/sites-enabled/eyrie.conf'), site);
  const pid = join(root, 'run/nginx.pid');
  const spooled = folderOf(join(root, 'var/lib/nginx'), {});
  chmodSync(spooled, 0o755);
  mkdirSync(join(root, 'run'), { recursive: true });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `  ${kind}_temp_path ${join(spooled, kind)};`,
  );
  const user = process.getuid?.() === 0 ? ['user www-data;'] : [];
  const lines = [
    ...user,
    'worker_processes 2;',
    `pid ${pid};`,
    'error_log stderr;',
    'events { worker_connections 768; }',
    'http {',
    ...temporary,
    '  include /etc/nginx/mime.types;',
    '  default_type application/octet-stream;',
    '  sendfile on;',
    '  tcp_nopush on;',
    '  gzip on;',
    '  access_log off;',
    `  include ${enabled};`,
    '}',
  ];
  const file = put(join(root, 'etc/nginx/nginx.conf'), `${lines.join('\n')}\n`);
  const command = [programs.nginx, '-c', file, '-e', 'stderr', '-g', 'daemon off;'];
  const part = await keep('nginx', command, { port: ports.https, stopBy: 'SIGTERM' });
  return {
    ...part,
    reload() {
      const master = part.pid();
      if (master !== undefined) process.kill(master, 'SIGHUP');
    },
  };
};
