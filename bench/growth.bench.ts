import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { limits } from '@eyrie/domain';
import { until } from '../apps/server/src/testing/caller.ts';
import { processTree } from '../prove/processes.ts';
import { quantile } from '../prove/proof.ts';
import { install, mosquittoPath } from './growth/installation.ts';
import type { BenchRow, Measure } from './row.ts';

/** Docks, of which the last is ten times the first. `EYRIE_BENCH_DOCKS` names others. */
const sizes = (process.env['EYRIE_BENCH_DOCKS'] ?? '500,1000,2000,5000').split(',').map(Number);
const reportEvery = 10_000;
const onlineWithin = 180_000;
const settle = 15_000;
const measured = 30_000;
/** What a report may be old by the pause until the next one and until the row of the dock is written, ms. */
const oldest = reportEvery + limits.gateway.snapshotEvery + 1_000;

type Whose = 'servers' | 'database' | 'broker';

interface Figures {
  docks: number;
  /** Share of one core, percent. */
  cpu: Record<Whose, number>;
  /** Rows written in a second. */
  writes: number;
  /** How old what is known of a dock is, ms. */
  ageP99: number;
  online: number;
}

const whoseIs = (name: string): Whose =>
  name.startsWith('postgres') ? 'database' : name.startsWith('mosquitto') ? 'broker' : 'servers';

/** Processor time of everything that was started from here, ms. */
const cpuNow = async (): Promise<Record<Whose, number>> => {
  const sum = { servers: 0, database: 0, broker: 0 };
  for (const { pid, name, cpu } of await processTree(process.pid))
    if (pid !== process.pid) sum[whoseIs(name)] += cpu;
  return sum;
};

const writesNow = async (sql: pg.Client): Promise<number> => {
  const { rows } = await sql.query<{ rows: string }>(
    `select tup_inserted + tup_updated + tup_deleted as rows from pg_stat_database where datname = current_database()`,
  );
  return Number(rows[0]?.rows);
};

const seen = async (sql: pg.Client): Promise<{ online: number; ages: number[] }> => {
  const { rows } = await sql.query<{ age: number }>(
    `select extract(epoch from now() - last_seen_at)::float8 * 1000 as age from dock_snapshot where online and drone_online`,
  );
  return { online: rows.length, ages: rows.map((row) => row.age) };
};

const measureSize = async (docks: number): Promise<Figures> => {
  const installation = await install(docks);
  const { sql } = installation;
  try {
    installation.dial(reportEvery);
    await until(
      'docks online',
      () => seen(sql),
      ({ online }) => online === docks,
      onlineWithin,
      1_000,
    );
    await delay(settle);
    const [cpu, writes, from] = [await cpuNow(), await writesNow(sql), performance.now()];
    await delay(measured);
    const took = performance.now() - from;
    const [cpuThen, writesThen, { online, ages }] = [await cpuNow(), await writesNow(sql), await seen(sql)];
    const share = (whose: Whose): number => ((cpuThen[whose] - cpu[whose]) / took) * 100;
    return {
      docks,
      cpu: { servers: share('servers'), database: share('database'), broker: share('broker') },
      writes: ((writesThen - writes) / took) * 1_000,
      ageP99: quantile(ages, 0.99),
      online,
    };
  } finally {
    await installation.end();
  }
};

const rowOf = ({ docks, cpu, writes, ageP99, online }: Figures): BenchRow => ({
  row: `${docks} docks that report every ${reportEvery / 1_000} s, two gateways, two api`,
  ours:
    `${Math.round(cpu.servers)} % servers, ${Math.round(cpu.database)} % database, ${Math.round(cpu.broker)} % broker; ` +
    `${Math.round(writes)} rows/s; age p99 ${(ageP99 / 1_000).toFixed(1)} s; ${online} online`,
  peer: 'a core each',
  ratio: null,
  reach: `all online, age p99 ≤ ${oldest / 1_000} s`,
  pass: online === docks && ageP99 <= oldest,
});

const growthOf = (what: string, unit: string, less: number, more: number, times: number): BenchRow => ({
  row: `${what}: ${times} times as many docks`,
  ours: `${Math.round(more)} ${unit}`,
  peer: `${Math.round(less)} ${unit}`,
  ratio: more / less,
  reach: `≤ ${(times * 1.1).toFixed(1)}×`,
  pass: more / less <= times * 1.1,
});

/** What docks cost as they become more: everything in processes of its own on this machine, without what accounts cost. */
export const measure: Measure = async () => {
  if (mosquittoPath === undefined)
    return [
      { row: 'growth', ours: '–', peer: '–', ratio: null, reach: 'Mosquitto is not installed', pass: false },
    ];
  const all: Figures[] = [];
  for (const docks of sizes) all.push(await measureSize(docks));
  const [first, last] = [all[0], all.at(-1)];
  if (!first || !last || first === last) return all.map(rowOf);
  const times = last.docks / first.docks;
  const cpuOf = ({ cpu }: Figures): number => cpu.servers + cpu.database + cpu.broker;
  return [
    ...all.map(rowOf),
    growthOf('processor', '% of a core', cpuOf(first), cpuOf(last), times),
    growthOf('rows written', 'a second', first.writes, last.writes, times),
  ];
};
