/**
 * Thousands of docks connect in the same moment, twice. All of them and their aircraft are online within 90 seconds,
 * nothing dies, no clock is blamed for what messages waited here, and the page of operations says that docks wait. Orders
 * to another dock pass meanwhile.
 * `node prove/storm.prove.ts [docks]`
 */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { limits, operationCalls } from '@eyrie/domain';
import { until } from '../apps/server/src/testing/caller.ts';
import { startDatabase } from './database.ts';
import { processTree } from './processes.ts';
import { startProduct, type Product } from './product.ts';
import { quantile, runProof, type Proof } from './proof.ts';
import { stormSecret, stormSn } from './storm/dock.ts';
import type { LoadCounts, ToLoad } from './storm/worker.ts';
import { openOrderedDock, pilotSn, type OrderedDock, type Timed } from './storm/orders.ts';

const count = Number(process.argv[2] ?? 5_000);
const within = 90_000;
/** Ms between two reports of a dock that waits, and of one at work. */
const sayEvery = { storm: 5_000, report: 2_000 } as const;
const reporting = Math.min(1_000, count);
const measured = 20_000;
const metricsToken = 'storm-metrics-token';
/** How long the gateway may take to get ready for so many docks before the storm begins. */
const claimedWithin = 300_000;

interface Figures {
  at: number;
  processes: Awaited<ReturnType<typeof processTree>>;
}

/** For whoever looks for the reason of a slow one: `EYRIE_PROVE_PROFILES=<folder>` keeps a profile of each process. */
const profiled = (): Record<string, string> => {
  const folder = process.env['EYRIE_PROVE_PROFILES'];
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
};

const figuresNow = async (client: pg.Client): Promise<Figures> => {
  await client.query('select pg_stat_statements_reset()');
  return { at: performance.now(), processes: await processTree(process.pid) };
};

/** Which process used how much of a processor, and what the database was asked most. */
const sayFigures = async (phase: string, since: Figures, client: pg.Client): Promise<void> => {
  const before = new Map(since.processes.map((one) => [one.pid, one.cpu]));
  const took = performance.now() - since.at;
  const used = new Map<string, number>();
  for (const { pid, name, cpu } of await processTree(process.pid)) {
    const whose = pid === process.pid ? 'this load' : name.startsWith('postgres') ? 'postgres' : name;
    used.set(whose, (used.get(whose) ?? 0) + cpu - (before.get(pid) ?? 0));
  }
  const shares = [...used]
    .filter(([, cpu]) => cpu > took / 100)
    .map(([name, cpu]) => `${name} ${Math.round((cpu / took) * 100)} %`);
  console.log(`        ${phase}: ${Math.round(took / 1_000)} s, share of one core: ${shares.join(', ')}`);
  const { rows } = await client.query<{ query: string; calls: number; ms: number }>(
    `select left(regexp_replace(query, '\\s+', ' ', 'g'), 100) as query, calls::int, round(total_exec_time)::int as ms
     from pg_stat_statements order by total_exec_time desc limit 12`,
  );
  for (const { query, calls, ms } of rows) console.log(`          ${calls} times, ${ms} ms: ${query}`);
};

/** What the server warned of, and how often. */
const sayWarnings = (lines: readonly string[]): void => {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const message = /"msg":"([^"]*)"/.exec(line)?.[1] ?? line.slice(0, 100);
    const reason = /"message":"([^"]*)"/.exec(line)?.[1] ?? '';
    const what = `${message} ${reason}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  for (const [what, many] of [...counts].toSorted(([, a], [, b]) => b - a).slice(0, 10))
    console.log(`          ${many} times warned: ${what}`);
};

/** How many lines of the log say this. */
const said = (lines: readonly string[], what: string): number =>
  lines.filter((line) => line.includes(what)).length;

const p99 = ({ times }: Timed): number => quantile(times, 0.99);
const timesOf = (found: Timed): string =>
  `${quantile(found.times, 0.5).toFixed(0)} ms median, ${p99(found).toFixed(0)} ms p99 of ${found.times.length}` +
  (found.missed.length > 0
    ? `, ${found.missed.length} missed (${[...new Set(found.missed)].join('; ')})`
    : '');

/** Puts the docks in the database as an import would. @returns oid of the one that is ordered */
const addDocks = async (client: pg.Client, { groupRoot, groupOID }: Product): Promise<string> => {
  const { rows } = await client.query<{ oid: string; sn: string }>(
    `insert into dock (oid, group_root, group_oid, name, sn, model, vendor, secret_hash)
     select gen_random_uuid(), $1, $2, '机场', sn, '3-3-0', 'DJI', $3 from unnest($4::text[]) sn returning oid, sn`,
    [
      groupRoot,
      groupOID,
      createHash('sha256').update(stormSecret).digest(),
      [pilotSn, ...Array.from({ length: count }, (_, at) => stormSn(at))],
    ],
  );
  return rows.find(({ sn }) => sn === pilotSn)?.oid ?? '';
};

const openLoad = (proof: Proof) => {
  const worker = new Worker(new URL('storm/worker.ts', import.meta.url));
  proof.onEnd(() => worker.terminate());
  const send = (what: ToLoad): void => worker.postMessage(what);
  const counts = (): Promise<LoadCounts> =>
    new Promise((resolve) => {
      worker.once('message', resolve);
      send({ kind: 'count' });
    });
  return { send, counts };
};

interface Storm {
  proof: Proof;
  product: Product;
  client: pg.Client;
  load: ReturnType<typeof openLoad>;
  ordered: OrderedDock;
}

const seenBy = async (client: pg.Client): Promise<{ docks: number; aircraft: number }> => {
  const { rows } = await client.query<{ docks: number; aircraft: number }>(
    `select count(*) filter (where online)::int as docks,
       count(*) filter (where online and drone_online)::int as aircraft
     from dock_snapshot join dock on oid = dock_oid where sn <> $1`,
    [pilotSn],
  );
  return rows[0] ?? { docks: 0, aircraft: 0 };
};

/** All dial at once; orders pass until all are online. @returns what the orders took */
const blow = async ({ proof, product, client, load, ordered }: Storm, turn: string): Promise<Timed> => {
  const since = await figuresNow(client);
  const port = Number(new URL(product.server.mqtt).port);
  const started = performance.now();
  load.send({ kind: 'dial', port, from: 0, to: count, sayEvery: sayEvery.storm });
  let now = { docks: 0, aircraft: 0 };
  const blowing = (): boolean =>
    (now.docks < count || now.aircraft < count) && performance.now() - started < within;
  const orders = ordered.whileTrue(blowing);
  let shown = 0;
  let reported = started;
  while (blowing()) {
    await delay(1_000);
    now = await seenBy(client).catch(() => now);
    if (performance.now() - reported > 10_000) {
      reported = performance.now();
      const seconds = Math.round((reported - started) / 1_000);
      console.log(`        ${seconds} s: ${now.docks} docks, ${now.aircraft} aircraft`);
    }
    const health = await product.call(operationCalls.health).catch(() => null);
    const parts = health?.data?.list as { part: string; reason: string | null }[] | undefined;
    if (parts?.some(({ part, reason }) => part === 'broker' && reason === 'docksWait')) shown += 1;
  }
  const took = Math.round((performance.now() - started) / 1_000);
  await sayFigures(`the ${turn} storm`, since, client);
  const { refused, cut, lost } = await load.counts();
  proof.promise(
    now.docks === count && now.aircraft === count,
    `${turn} storm: ${count} docks and their aircraft online within ${within / 1_000} s`,
    `${now.docks} docks and ${now.aircraft} aircraft after ${took} s, ${refused} sign-ins refused, ${cut} cut before an answer, ${lost} after, ${shown} times shown as waiting`,
  );
  return orders;
};

await runProof(async (proof) => {
  const { url } = await startDatabase(proof, { shared_preload_libraries: 'pg_stat_statements' });
  const product = await startProduct(proof, {
    EYRIE_DATABASE_URL: url,
    EYRIE_METRICS_TOKEN: metricsToken,
    ...profiled(),
  });
  const client = new pg.Client(url);
  await client.connect();
  proof.onEnd(() => client.end());
  const ordered = await addDocks(client, product);
  const claimed = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${metricsToken}` };
    const text = await (await fetch(`${product.server.url}/metrics`, { headers })).text();
    return Number(/eyrie_count\{what="docks"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  await client.query('create extension if not exists pg_stat_statements');
  // The docks of an instance are known to it before they connect.
  const since = await figuresNow(client);
  await until('docks claimed', claimed, (docks) => docks === count + 1, claimedWithin, 1_000);
  await sayFigures('taking over', since, client);
  const load = openLoad(proof);
  const dock = await openOrderedDock(product, ordered);
  proof.onEnd(() => dock.end());
  const storm: Storm = { proof, product, client, load, ordered: dock };
  const port = Number(new URL(product.server.mqtt).port);
  const online = (docks: number) =>
    until(
      'docks online',
      () => seenBy(client),
      (now) => now.docks === docks,
      within,
      500,
    );
  const hangUp = async (): Promise<void> => {
    load.send({ kind: 'hangUp' });
    await online(0);
  };
  const forAWhile = (): Promise<Timed> => {
    const end = performance.now() + measured;
    return dock.whileTrue(() => performance.now() < end);
  };

  // The first orders load what the others find.
  const warm = performance.now() + 3_000;
  await dock.whileTrue(() => performance.now() < warm);
  const quiet = await forAWhile();
  load.send({ kind: 'dial', port, from: 0, to: reporting, sayEvery: sayEvery.report });
  await online(reporting);
  const busy = await forAWhile();
  await hangUp();
  const first = await blow(storm, 'first');
  // A clock counts as wrong when it stays so.
  await delay(limits.dock.clockWrongFor + 5_000);
  await hangUp();
  const second = await blow(storm, 'second');
  await delay(limits.dock.clockWrongFor + 5_000);

  sayWarnings(product.server.lines);
  for (const line of product.server.lines)
    if (/the broker was lost|reads too slowly|part of the server died|nobody caught/.test(line))
      console.log(`          ${line.slice(0, 300)}`);
  const deaths = said(product.server.lines, 'a part of the server died');
  proof.promise(deaths === 0, 'nothing dies', `${deaths} deaths`);
  const alarms = await client.query<{ many: number }>(
    `select count(*)::int as many from notification where kind = 'dockClock'`,
  );
  const blamed = said(product.server.lines, 'the clock of a dock is wrong');
  proof.promise(
    blamed === 0 && alarms.rows[0]?.many === 0,
    'no clock is blamed',
    `${blamed} docks, ${alarms.rows[0]?.many} notifications`,
  );
  const bound = Math.max(100, 2 * p99(quiet));
  console.log(`        orders in quiet: ${timesOf(quiet)}`);
  proof.promise(
    p99(busy) <= bound && busy.missed.length === 0,
    `orders while ${reporting} docks report: p99 at most twice that, or 100 ms`,
    timesOf(busy),
  );
  for (const [turn, found] of [
    ['first', first],
    ['second', second],
  ] as const)
    console.log(`        orders in the ${turn} storm: ${timesOf(found)}`);
});
