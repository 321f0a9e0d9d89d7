import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { migrations } from '../apps/server/src/migrations/index.ts';
import { routes } from '../apps/server/src/modules/route/route.store.ts';
import { defineList, reading } from '../apps/server/src/platform/list/index.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import {
  connectDatabase,
  migrate,
  startEmbeddedPostgres,
} from '../apps/server/src/platform/postgres/index.ts';
import { fill, rowCount } from './list/rows.ts';
import { median, type BenchRow, type Measure } from './row.ts';

const settings = { warm: 3, rounds: 15 } as const;

/** Routes without a column of another table. */
const plain = reading(
  defineList({
    table: 'route',
    scope: 'department',
    deletedAt: 'deleted_at',
    name: 'name',
    columns: { oid: 'oid', name: 'name', length: 'length', remark: 'remark', createdAt: 'created_at' },
    filters: {},
    sort: { '-createdAt': sql`route.created_at desc` },
    order: '-createdAt',
  }),
);

const within = `route.group_root = $1 and route.deleted_at is null
  and route.group_oid = any(array(select oid from department where path @> array[$2::uuid] and group_root = $1))`;
const count = `select count(*) from route where ${within}`;
const order = 'order by route.created_at desc, route.oid limit 50';
const bare = {
  plain: `select oid, name, length, remark, created_at from route where ${within} ${order}`,
  joined: `select route.*, department.name as group_name, member.name as created_by_name,
      exists (select 1 from flight where flight.route_oid = route.oid and flight.state <> 'over'
        and flight.deleted_at is null) as in_use
    from (select oid, group_oid, group_root, name, type, creation_method, waypoint_count, length, duration, speed,
        height_mode, max_height, take_off_security_height, finish_action, drone_model, warnings, checksum, remark,
        created_by, created_at from route where ${within} ${order}) as route
    join department on department.oid = route.group_oid join member on member.oid = route.created_by
    order by route.created_at desc, route.oid`,
} as const;

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now();
  await work();
  return performance.now() - from;
};

type Found = Promise<{ rows: { oid: string }[]; total: number }>;

/** Both sides in turn, so that a busy moment of the machine meets both. */
async function compare(name: string, ours: () => Found, peer: () => Found): Promise<BenchRow> {
  const [one, other] = [await ours(), await peer()];
  const oids = (rows: { oid: string }[]): string => rows.map((row) => row.oid).join();
  if (one.total !== other.total || oids(one.rows) !== oids(other.rows)) throw new Error('the lists differ');
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < settings.warm + settings.rounds; round += 1) {
    const [peerTime, ourTime] = [await timed(peer), await timed(ours)];
    if (round < settings.warm) continue;
    times.peer.push(peerTime);
    times.ours.push(ourTime);
  }
  const ratio = median(times.ours) / median(times.peer);
  return {
    row: `list kit, page of 50 and count of ${rowCount.toLocaleString('en')} rows ${name}, against the bare query`,
    ours: `${median(times.ours).toFixed(1)} ms`,
    peer: `${median(times.peer).toFixed(1)} ms`,
    ratio,
    reach: '≤ 1.3×',
    pass: ratio <= 1.3,
  };
}

/** What a declared list costs beside SQL written for it by hand. */
export const measure: Measure = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'eyrie-bench-'));
  const log = createLog({ level: 'warn' });
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  const { url } = postgres;
  const pool = new pg.Pool({ connectionString: url });
  const database = connectDatabase({ url, log, statementTimeout: 60_000, queryTimeout: 60_000 });
  try {
    await migrate({ url, log, migrations });
    const { memberOID, groupRoot, groupOID } = await fill(url);
    const reader = { caller: { memberOID, groupRoot, groupOID } };
    const page = { pageNum: 1, pageSize: 50 };
    const values = [groupRoot, groupOID];
    const ask = (query: string) => async (): Found => {
      const [rows, counted] = await Promise.all([pool.query(query, values), pool.query(count, values)]);
      return {
        rows: rows.rows as { oid: string }[],
        total: Number((counted.rows[0] as { count: string }).count),
      };
    };
    return [
      await compare('without joins', () => plain.page(database.kysely, reader, {}, page), ask(bare.plain)),
      await compare('with joins', () => routes.page(database.kysely, reader, {}, page), ask(bare.joined)),
    ];
  } finally {
    await pool.end();
    await database.close();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};
