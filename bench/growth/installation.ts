import { spawn } from 'node:child_process';
import { randomBytes, createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { freePort } from '../../apps/server/src/platform/postgres/index.ts';
import { until } from '../../apps/server/src/testing/caller.ts';
import { startSharedParts } from '../../apps/server/src/testing/outside-parts.ts';
import { startServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { stormSecret, stormSn } from '../../prove/storm/dock.ts';
import type { ToLoad } from '../../prove/storm/worker.ts';

export const mosquittoPath = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto'].find((path) => existsSync(path));

/** Two instances with `api` and two with `gateway`; the first has the timers. */
const instances = [
  ['api-1', 'api,scheduler,worker'],
  ['api-2', 'api'],
  ['gateway-1', 'gateway'],
  ['gateway-2', 'gateway'],
] as const;

export interface Installation {
  sql: pg.Client;
  /** All docks dial, and report this often from then on, ms. */
  dial(reportEvery: number): void;
  end(): Promise<void>;
}

type Ends = (() => unknown)[];

/** A broker that lets everybody in: what accounts cost is not what is measured. */
const startBroker = async (ends: Ends): Promise<number> => {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  // Started as root, mosquitto reads its settings as a user of its own.
  chmodSync(folder, 0o755);
  const file = join(folder, 'mosquitto.conf');
  writeFileSync(
    file,
    `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\nlog_type none\nset_tcp_nodelay true\nmax_queued_messages 0\n`,
  );
  const child = spawn(mosquittoPath ?? '', ['-c', file], { stdio: 'ignore' });
  ends.push(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  });
  return port;
};

/** Puts the docks in the database as an import would. */
export const addDocks = async (sql: pg.Client, count: number): Promise<void> => {
  const { rows } = await sql.query<{ oid: string; root: string }>(
    'select oid, group_root as root from department order by cardinality(path) limit 1',
  );
  await sql.query(
    `insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
     select gen_random_uuid(), $1, $2, 'Dock ' || sn, sn, '3-3-0', 'DJI', $3 from unnest($4::text[]) sn`,
    [
      rows[0]?.root,
      rows[0]?.oid,
      createHash('sha256').update(stormSecret).digest(),
      Array.from({ length: count }, (_, at) => stormSn(at)),
    ],
  );
};

/** Starts everything for so many docks, and waits until both gateways have their half. */
export const install = async (count: number): Promise<Installation> => {
  const ends: Ends = [];
  const end = async (): Promise<void> => {
    for (const stop of ends.toReversed()) await stop();
  };
  try {
    const parts = await startSharedParts();
    ends.push(
      () => parts.database.stop(),
      () => parts.broker.stop(),
    );
    const port = await startBroker(ends);
    const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
    ends.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
    const sql = new pg.Client({ connectionString: parts.database.url });
    for (const [at, [name, processes]] of instances.entries()) {
      const server = await startServerProcess({
        EYRIE_DATA_DIR: dataDir,
        EYRIE_DATABASE_URL: parts.database.url,
        EYRIE_MQTT_URL: `mqtt://bench:bench@127.0.0.1:${port}`,
        EYRIE_PUBLIC_MQTT_URL: `mqtt://127.0.0.1:${port}`,
        EYRIE_ADMIN_PASSWORD: `A1${randomBytes(8).toString('hex')}`,
        EYRIE_INSTANCE_ID: name,
        EYRIE_PROCESSES: processes,
        EYRIE_PORT: String(await freePort()),
        EYRIE_LOG_LEVEL: 'warn',
      });
      ends.push(() => server.end());
      if (at > 0) continue;
      await sql.connect();
      ends.push(() => sql.end());
      await until(
        'the first organisation',
        async () => (await sql.query('select 1 from department')).rows.length,
        Boolean,
        60_000,
      );
      await addDocks(sql, count);
    }
    const halves = async (): Promise<number[]> => {
      const { rows } = await sql.query<{ docks: number }>(
        'select count(*)::int as docks from gateway_claim where expires_at > to_timestamp(0) group by instance_id',
      );
      return rows.map((row) => row.docks);
    };
    const isHalf = (docks: number): boolean => Math.abs(docks - count / 2) <= 1;
    await until('docks divided', halves, (found) => found.length === 2 && found.every(isHalf), 300_000, 500);
    const load = new Worker(new URL('../../prove/storm/worker.ts', import.meta.url));
    ends.push(() => load.terminate());
    return {
      sql,
      dial: (sayEvery) =>
        load.postMessage({ kind: 'dial', port, from: 0, to: count, sayEvery } satisfies ToLoad),
      end,
    };
  } catch (error) {
    await end();
    throw error;
  }
};
