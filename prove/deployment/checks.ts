/** What is looked at beside the flight: the files themselves, the proxy, the rights of the accounts. */
import { request } from 'node:https';
import pg from 'pg';
import { limits } from '@eyrie/domain';
import { readSettings } from '../../apps/server/src/platform/settings.ts';
import { allocator, nodeFlags } from '../../scripts/memory.mjs';
import type { Proof } from '../proof.ts';
import { composeFaults, proveComposeReader } from './compose.ts';
import { deployed, environmentOf, readUnit, valueOf } from './files.ts';
import { instances, type Installation } from './installation.ts';

/** The most that the table in `deploy/README.md` counts: pools and queue of 32 each, and what is beside them. */
const connections = { api: 2 * (36 + 16), gateway: 2 * 36, worker: 44 } as const;

/** What can be said of the files without a part of Debian's. */
export const proveFiles = (proof: Proof): void => {
  const { promise } = proof;
  const unit = readUnit(deployed('systemd/eyrie@.service'));
  const faults: string[] = [];
  const ports: string[] = [];
  for (const name of instances) {
    const secrets =
      'EYRIE_DATABASE_URL=postgres://a@b/c\nEYRIE_MQTT_URL=mqtt://b\nEYRIE_S3_ACCESS_KEY_ID=a\nEYRIE_S3_SECRET_ACCESS_KEY=b';
    const read = (path: string): string =>
      path.endsWith('secrets.env') ? secrets : deployed(`env/${path.split('/').at(-1)}`);
    const env = environmentOf(unit, name, read);
    try {
      faults.push(...readSettings(env).unknownVariables.filter((one) => one in env));
    } catch (error) {
      faults.push(`${name}: ${(error as Error).message}`);
    }
    for (const one of ['EYRIE_PORT', 'EYRIE_HEALTH_PORT', 'EYRIE_RTMP_PORT', 'EYRIE_WEBRTC_PORT'])
      if (env[one] !== undefined && env[one] !== '0') ports.push(env[one]);
  }
  const starts = valueOf(unit, 'ExecStart');
  faults.push(...nodeFlags.filter((flag) => !starts.includes(flag)));
  const set = (unit.get('Environment') ?? []).join('\n');
  faults.push(
    ...Object.entries(allocator).flatMap(([name, value]) => (set.includes(`${name}=${value}`) ? [] : [name])),
  );
  promise(
    faults.length === 0,
    'settings that the server takes, its flags and its allocator',
    faults.join('; ') || 'all',
  );
  promise(new Set(ports).size === ports.length, 'no port twice', ports.join(', '));
  const compose = composeFaults(deployed('compose.yaml'));
  promise(
    compose.length === 0,
    'the compose file fits the server and the files beside it',
    compose.join('; ') || 'all',
  );
  proveComposeReader(proof);
  const { poolSize, controlPoolSize } = limits.postgres;
  const each = poolSize + controlPoolSize + limits.work.connections;
  const most = connections.api + connections.gateway + connections.worker;
  const allowed = Number(/^max_connections = (\d+)$/m.exec(deployed('postgres/eyrie.conf'))?.[1]);
  const counted =
    deployed('README.md').includes(`= **${most}**`) &&
    deployed('postgres/eyrie.conf').includes(` is ${most}:`);
  promise(
    each === 32 && counted && allowed > most + 50,
    'connections to the database are counted',
    `${most} of ${allowed}`,
  );
};

/** How many connections to the database each instance keeps now. */
export const countConnections = async ({ ownerUrl }: Installation): Promise<string> => {
  const client = new pg.Client(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; many: number }>(
      `select split_part(application_name, ':', 1) as name, count(*)::int as many from pg_stat_activity
       where usename = 'eyrie_server' group by 1 order by 1`,
    );
    const all = rows.reduce((sum, { many }) => sum + many, 0);
    return `${all}: ${rows.map(({ name, many }) => `${name || 'unnamed'} ${many}`).join(', ')}`;
  } finally {
    await client.end();
  }
};

/** What a path answers as an upgrade to WebSocket. */
const upgrade = (url: string): Promise<{ status: number | undefined; type: string }> =>
  new Promise((resolve, reject) => {
    const key = Buffer.from('deployment proof').toString('base64');
    const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    const protocol = { 'sec-websocket-protocol': 'mqtt' };
    const asked = request(url, { headers: { ...headers, ...protocol, 'sec-websocket-key': key } });
    asked.once('error', reject);
    asked.once('upgrade', ({ statusCode: status }, socket) => {
      socket.destroy();
      resolve({ status, type: 'socket' });
    });
    asked.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode, type: response.headers['content-type'] ?? '' });
    });
    asked.end();
  });

const word = (response: Response): string =>
  `${response.status} ${response.headers.get('content-type') ?? ''}`;

/** What the site of nginx says beside passing calls on. */
export const proveProxy = async ({ promise }: Proof, { url, http, direct }: Installation): Promise<void> => {
  const plain = await fetch(`${http}/x?y=1`, { redirect: 'manual' });
  promise(
    plain.status === 301,
    'plain HTTP is sent to HTTPS',
    `${plain.status} ${plain.headers.get('location')}`,
  );
  const ready = await fetch(`${url}/readyz`);
  promise(ready.status === 200, '/readyz of an instance comes through', word(ready));
  const metrics = await fetch(`${url}/metrics`);
  promise(metrics.status === 404, '/metrics does not', word(metrics));
  const body = Buffer.alloc(3_000_000, 1);
  const large = await fetch(`${url}/objects/eyrie-media/x`, { method: 'PUT', body }).then(
    word,
    (error: unknown) => `cut: ${String((error as { cause?: unknown }).cause)}`,
  );
  promise(
    !large.startsWith('413'),
    'a body beyond the bound that nginx has by itself is not refused by it',
    large,
  );
  const picture = await fetch(`${url}/video/x.flv`);
  promise(word(picture).startsWith('401 application/json'), '/video/ is answered by Eyrie', word(picture));
  for (const path of ['/RouteSetTerminal', '/WorkOrderField', '/terminal-worker.js']) {
    const [here, there] = [await fetch(`${url}${path}`), await fetch(`${direct}${path}`)];
    const same = ['cache-control', 'service-worker-allowed', 'content-type'].every(
      (name) => here.headers.get(name) === there.headers.get(name),
    );
    const said = `${word(here)}, ${here.headers.get('cache-control')}`;
    promise(here.status === 200 && same && !here.headers.has('x-cache'), `${path} comes unchanged`, said);
  }
  const live = await upgrade(`${url}/mqtt`);
  promise(live.status === 101, '/mqtt is upgraded', `${live.status} ${live.type}`);
  const pilot = await upgrade(`${url}/pilot-ws`);
  promise(
    pilot.status !== 502 && !pilot.type.includes('html'),
    '/pilot-ws reaches Eyrie',
    `${pilot.status} ${pilot.type}`,
  );
};

const refusalOf = (client: pg.Client, statement: string): Promise<string> =>
  client.query(statement).then(
    () => 'allowed',
    (error: unknown) => (error as Error).message,
  );

/** The account of the servers may use the schema and change neither it nor what was written down. */
export const proveRoles = async ({ promise }: Proof, { serverUrl }: Installation): Promise<void> => {
  const client = new pg.Client(serverUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ rolname: string; any: boolean }>(
      `select rolname, rolsuper or rolcreatedb or rolcreaterole or rolreplication as any
       from pg_roles where rolname in ('eyrie_owner', 'eyrie_server') order by 1`,
    );
    const said = rows.map(({ rolname, any }) => `${rolname}: ${any ? 'more' : 'no'}`).join(', ');
    promise(
      rows.length === 2 && rows.every(({ any }) => !any),
      'no account has rights over PostgreSQL',
      said,
    );
    const refused: string[] = [];
    for (const statement of [
      'update audit_log set at = at',
      'delete from audit_log',
      'create table mine (a int)',
      'alter table dock add column mine int',
    ])
      refused.push(await refusalOf(client, statement));
    const all = refused.every((one) => /permission denied|must be owner/.test(one));
    promise(all, 'the servers change neither the schema nor the audit log', refused.join('; '));
  } finally {
    await client.end();
  }
};
