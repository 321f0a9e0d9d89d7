/**
 * Orders to a dock go on while people, files and strangers bring all that they may, at once: a layer of 100,000 links,
 * GeoTIFFs of 576 MP, nested GeoJSON, routes of 65,535 points, pipelines of strangers and wrong sign-ins. Orders arrive
 * within 100 ms (p99), control is renewed, and health says what waits. On a product as people start it, about two
 * minutes. `node prove/order-latency.prove.ts [seconds]`
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { calls, operationCalls } from '@eyrie/domain';
import { createOperator, type Operator } from '../apps/server/src/testing/operator.ts';
import { createPilot, type FlightDock } from '../apps/server/src/testing/pilot.ts';
import { ownTab } from '../apps/server/src/testing/caller.ts';
import type { LoadCounts, LoadPlace } from './latency/loads.ts';
import { startProduct, type Product } from './product.ts';
import { quantile, runProof, type Proof } from './proof.ts';

const measured = Number(process.argv[2] ?? 40) * 1_000;
const every = 100;
const renewEvery = 5_000;
const points = 65_535;
/** Ms, however long the same orders took in quiet. */
const bound = 100;

interface Found {
  /** Ms from the click to the message at the dock. */
  times: number[];
  missed: string[];
  renewals: string[];
  renewed: number;
}

const p99 = ({ times }: Found): number => quantile(times, 0.99);
const timesOf = (found: Found): string =>
  `p50 ${quantile(found.times, 0.5).toFixed(0)} ms, p99 ${p99(found).toFixed(0)} ms, most ${Math.max(...found.times).toFixed(0)} ms, of ${found.times.length}` +
  (found.missed.length > 0
    ? `, ${found.missed.length} missed (${[...new Set(found.missed)].join('; ')})`
    : '');

/** For whoever looks for the reason of a slow one: `EYRIE_PROVE_PROFILES=<folder>` keeps a profile of each process. */
const profiled = (): Record<string, string> => {
  const folder = process.env['EYRIE_PROVE_PROFILES'];
  return folder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` } : {};
};

/** Orders one after the other, ten a second where they come quickly, for as long as the answer is yes. */
const orderWhile = async (
  operator: Operator,
  { oid, dock, epoch }: FlightDock,
  go: () => boolean,
): Promise<Found> => {
  const found: Found = { times: [], missed: [], renewals: [], renewed: 0 };
  const renew = async (): Promise<void> => {
    const request = { oid, control: 'flight', tabId: ownTab, epoch };
    const { status, message } = await operator.call(calls.lease.renew, request);
    if (status === 200) found.renewed += 1;
    else found.renewals.push(`${status} ${message}`);
  };
  const renewing = setInterval(
    () => void renew().catch((error: unknown) => found.renewals.push(String(error))),
    renewEvery,
  );
  while (go()) {
    const before = dock.services('flighttask_pause').length;
    const asked = performance.now();
    const answer = await operator
      .call(calls.command.flightPause, { oid, key: randomUUID(), epoch, issuedAt: Date.now() })
      .catch((error: unknown) => ({ status: 0, message: String(error) }));
    const heard = dock.services('flighttask_pause')[before]?.at;
    if (answer.status === 200 && heard !== undefined) found.times.push(heard - asked);
    else found.missed.push(`${answer.status} ${answer.message}`);
    await delay(Math.max(0, every - (performance.now() - asked)));
  }
  clearInterval(renewing);
  return found;
};

/** A dock whose aircraft flies and says so every second, with control of it taken. */
const flyingDock = async (operator: Operator, { onEnd }: Proof): Promise<FlightDock> => {
  const at = await createPilot(operator).flyingDock();
  const speak = async (): Promise<void> => {
    await at.dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
    await at.dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 });
    await at.dock.progress(at.flightOID, {
      status: 'in_progress',
      percent: 40,
      waypoint: 1,
      missionState: 6,
    });
  };
  const voice = setInterval(() => void speak().catch(() => undefined), 1_000);
  onEnd(() => clearInterval(voice));
  return at;
};

interface WorkSeen {
  /** Looks at which work waited, and health said less. */
  untrue: string[];
  waiting: number;
  loopLag: number;
}

/** Compares what health says of waiting work with the list of it, before and after. */
const watchHealth = async ({ call }: Product, go: () => boolean): Promise<WorkSeen> => {
  const seen: WorkSeen = { untrue: [], waiting: 0, loopLag: 0 };
  const queued = async (): Promise<number> =>
    (await call(operationCalls.workQuery, { pageNum: 1, pageSize: 1, state: 'queued' })).data
      ?.total as number;
  while (go()) {
    await delay(2_000);
    const before = await queued();
    const health = await call(operationCalls.health);
    const after = await queued();
    const parts = (health.data?.list ?? []) as {
      part: string;
      state: string;
      figures: { name: string; value: number | null }[];
    }[];
    const figure = (part: string, name: string): number =>
      parts.find((one) => one.part === part)?.figures.find((one) => one.name === name)?.value ?? 0;
    const waiting = figure('work', 'waiting');
    seen.waiting = Math.max(seen.waiting, waiting);
    seen.loopLag = Math.max(seen.loopLag, figure('process', 'loopLag'));
    if (waiting < Math.min(before, after) || waiting > Math.max(before, after))
      seen.untrue.push(`${waiting} of ${before} to ${after}`);
  }
  return seen;
};

const openLoad = (proof: Proof, place: LoadPlace) => {
  const worker = new Worker(new URL('latency/worker.ts', import.meta.url), { workerData: place });
  proof.onEnd(() => worker.terminate());
  const counted = new Promise<LoadCounts>((resolve, reject) => {
    worker.once('message', resolve).once('error', reject);
  });
  return (): Promise<LoadCounts> => {
    worker.postMessage('stop');
    return counted;
  };
};

await runProof(async (proof) => {
  const product = await startProduct(proof, profiled());
  const { server, token, groupOID } = product;
  const operator = createOperator({ ...server, token, groupOID });
  proof.onEnd(() => operator.close());
  const at = await flyingDock(operator, proof);
  const forMs = (ms: number): (() => boolean) => {
    const end = performance.now() + ms;
    return () => performance.now() < end;
  };
  // The first orders load what the others find.
  await orderWhile(operator, at, forMs(3_000));
  const still = forMs(measured / 2);
  const [quiet, before] = await Promise.all([orderWhile(operator, at, still), watchHealth(product, still)]);
  const stop = openLoad(proof, { url: server.url, token, points });
  const go = forMs(measured);
  const [busy, health] = await Promise.all([orderWhile(operator, at, go), watchHealth(product, go)]);
  const counts = await stop();
  for (const [what, many] of Object.entries(counts)) console.log(`        ${many} times ${what}`);
  console.log(`        orders in quiet: ${timesOf(quiet)}`);
  console.log(
    `        loop of the first process: late by ${before.loopLag} ms at most in quiet, ${health.loopLag} ms beside all that`,
  );
  proof.promise(
    p99(busy) <= bound && busy.missed.length === 0,
    `orders beside all that: p99 at most ${bound} ms, none missed`,
    `${timesOf(busy)}; in quiet p99 ${p99(quiet).toFixed(0)} ms`,
  );
  proof.promise(
    busy.renewals.length === 0 && busy.renewed > 0,
    'control is renewed',
    `${busy.renewed} times, ${busy.renewals.length} refused ${[...new Set(busy.renewals)].join('; ')}`,
  );
  proof.promise(
    health.untrue.length === 0,
    'health says how much work waits',
    `at most ${health.waiting} waited; ${health.untrue.length} untrue ${health.untrue.join('; ')}`,
  );
});
