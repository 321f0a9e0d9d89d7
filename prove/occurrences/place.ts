/** Two servers on one database and one broker; either can be killed and started again while the other goes on. */
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { startEmbeddedBroker } from '../../apps/server/src/platform/mqtt/index.ts';
import { freePort } from '../../apps/server/src/platform/postgres/index.ts';
import { signIn, until } from '../../apps/server/src/testing/caller.ts';
import { createOperator, type Operator } from '../../apps/server/src/testing/operator.ts';
import { startServerProcess, type ServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { password } from '../../e2e/support/product.ts';
import { startDatabase } from '../database.ts';
import type { Proof } from '../proof.ts';

/** While one instance was gone: from its kill until it was ready again, ms since the epoch. */
export interface Gap {
  name: string;
  from: number;
  to: number;
}

export interface Place {
  sql: pg.Client;
  /** One a server; their docks speak to the broker of both. */
  operators: Operator[];
  /** Kills by process id and restarts, one instance after the other, until asked to stop. @returns the gaps */
  killing(): () => Promise<Gap[]>;
}

const names = ['a', 'b'] as const;
/** Ms that both run before one is killed, and that it stays away: these and up to as much again. */
const between = 9_000;
const away = 2_000;
const upTo = (least: number): number => least * (1 + Math.random());

const isReady = async (url: string): Promise<boolean> =>
  (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3_000) })).status === 200;

export const openPlace = async (proof: Proof): Promise<Place> => {
  const database = await startDatabase(proof);
  const log = createLog({ level: 'silent' });
  const broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: database.url, log });
  proof.onEnd(() => broker.stop());
  const { url, username, password: secret } = broker.connection;
  const account = `${encodeURIComponent(username)}:${encodeURIComponent(secret)}`;
  const devices = `mqtt://127.0.0.1:${broker.port}`;
  const dataDir = proof.folder();
  const servers = new Map<string, ServerProcess>();
  // The same after each restart, as an instance has it.
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await freePort());
  const start = async (name: string): Promise<void> => {
    const server = await startServerProcess({
      EYRIE_DATA_DIR: dataDir,
      EYRIE_DATABASE_URL: database.url,
      EYRIE_MQTT_URL: url.replace('mqtt://', `mqtt://${account}@`),
      EYRIE_PUBLIC_MQTT_URL: devices,
      EYRIE_ADMIN_PASSWORD: password,
      EYRIE_INSTANCE_ID: name,
      EYRIE_PORT: String(ports.get(name)),
      EYRIE_LOG_LEVEL: 'warn',
    });
    servers.set(name, server);
    await until(`${name} ready`, () => isReady(server.url), Boolean, 60_000, 100);
  };
  proof.onEnd(async () => {
    for (const server of servers.values()) await server.end('SIGKILL');
  });
  // One after the other: what is new is written by the first.
  for (const name of names) await start(name);
  const sql = new pg.Client(database.url);
  await sql.connect();
  proof.onEnd(() => sql.end());
  const operators: Operator[] = [];
  for (const name of names) {
    const at = servers.get(name)?.url ?? '';
    const { token, groupOID } = await signIn(at, 'admin', password);
    operators.push(createOperator({ url: at, mqtt: devices, token, groupOID }));
  }
  for (const one of operators) proof.onEnd(() => one.close());
  return {
    sql,
    operators,
    killing() {
      const gaps: Gap[] = [];
      let over = false;
      const all = (async () => {
        for (let turn = 0; !over; turn += 1) {
          await pause(upTo(between));
          if (over) return;
          const name = names[turn % names.length] ?? 'a';
          const from = Date.now();
          await servers.get(name)?.end('SIGKILL');
          await pause(upTo(away));
          await start(name);
          gaps.push({ name, from, to: Date.now() });
        }
      })();
      all.catch(() => undefined);
      return async () => {
        over = true;
        await all;
        return gaps;
      };
    },
  };
};
