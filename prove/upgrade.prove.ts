/**
 * An upgrade that nobody notices: the example of `deploy/` under fifty docks and calls without a pause, an aircraft on its
 * route, from the last release to this tree. The schema is brought up to date, the old release restarts beside the new
 * schema, every instance is replaced one after the other, one goes back to the old release and forward again. Not one call
 * fails, no dock is cut off, the aircraft obeys after each step, and each order reaches the dock once. EYRIE_PROVE_RELEASE
 * names another old release (a commit), or `this`: then this tree is the old one and the new one has a migration more, as
 * where the last release cannot be started from the history. Only this machine, about six minutes.
 */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@eyrie/domain';
import { signIn, until } from '../apps/server/src/testing/caller.ts';
import { readLive, type LiveReader } from '../apps/server/src/testing/live-reader.ts';
import { startDockProcess } from '../apps/server/src/testing/simulator-process.ts';
import { password } from '../e2e/support/product.ts';
import { install, type InstanceName, type Installation } from './deployment/installation.ts';
import { createJob, received, type Job } from './deployment/job.ts';
import { missingPrograms } from './deployment/parts.ts';
import { ownerOf, seconds, watchCalls } from './deployment/troubles.ts';
import { runProof, type Proof } from './proof.ts';
import { startSmallDock, type SmallDock } from './upgrade/docks.ts';
import { childrenOf } from './upgrade/children.ts';
import { addedByNext, lastRelease, makeNext, makePast, repository, whyNotFrom } from './upgrade/release.ts';

const sn = 'UPGRADEDOCK01';
const smallDocks = 49;
/** Within which the aircraft obeys after a step: two reports of dock and aircraft, and the order itself, ms. */
const obeysWithin = 10_000;

/** A page that stays: it connects again when its connection ends, as the console does. */
const stay = async (proof: Proof, url: string, pilot: Parameters<typeof readLive>[1]) => {
  const readers: LiveReader[] = [await readLive(url, pilot)];
  let stopped = false;
  proof.onEnd(() => {
    stopped = true;
    readers.forEach((one) => one.stop());
  });
  const again = async (): Promise<void> => {
    while (!stopped) {
      await pause(500);
      if ((readers.at(-1)?.losses() ?? 0) === 0) continue;
      const next = await readLive(url, pilot).catch(() => null);
      if (next) readers.push(next);
    }
  };
  void again();
  return { heard: () => readers.flatMap(({ heard }) => heard), connections: () => readers.length };
};

/** The longest time for which a page heard nothing new of a dock, ms. */
const longestGaps = (heard: LiveReader['heard'], docks: readonly string[], from: number): number[] =>
  docks.map((oid) => {
    const times = heard
      .filter((message) => message.objectID === oid && message.at >= from)
      .map(({ at }) => at);
    const all = [from, ...times, performance.now()];
    return Math.max(...all.slice(1).map((at, index) => at - (all[index] ?? at)));
  });

interface Stand {
  installation: Installation;
  job: Job;
  watch: ReturnType<typeof watchCalls>;
  small: readonly SmallDock[];
}

/** Replaces one instance, and looks what of it was noticed. */
const step = async (proof: Proof, stand: Stand, name: InstanceName, what: string): Promise<void> => {
  const { installation, job, watch } = stand;
  const owns = (await ownerOf(installation, job.dockOID())) === name;
  watch.take();
  const took = await installation.units[name].restart();
  const obeyed = await job.pauseAndGoOn(obeysWithin * 4);
  await until(`${name} again`, () => installation.isReady(name).catch(() => false), Boolean, 90_000, 250);
  const { given, failed } = watch.take();
  const kinds = [...new Set(failed)].join(', ');
  proof.promise(failed.length === 0, `${what}: no call fails`, `${failed.length} of ${given} ${kinds}`);
  const whose = owns ? ', whose aircraft flies,' : '';
  proof.promise(
    obeyed <= obeysWithin,
    `${what}${whose}: the aircraft obeys within ${seconds(obeysWithin)}`,
    `${seconds(obeyed)}; it stopped in ${seconds(took)}`,
  );
};

const order: readonly InstanceName[] = ['worker-1', 'api-1', 'api-2', 'gateway-1', 'gateway-2'];

const bulkProcess = 'apps/server/src/processes/bulk/bulk-process.ts';

/** What a running server starts after the link has moved is of its own release: the two of them speak one language. */
const proveOwnParts = async (proof: Proof, { units }: Installation, folder: string): Promise<void> => {
  const bulk = () => {
    const all = childrenOf(units['api-2'].pid() ?? 0).map(({ pid, words }) => ({
      pid,
      script: words.find((word) => word.endsWith(bulkProcess)),
    }));
    return all.find(({ script }) => script !== undefined);
  };
  const before = bulk();
  if (!before) throw new Error('api-2 has no process of bulk calls');
  process.kill(before.pid, 'SIGKILL');
  const isAnew = (now: ReturnType<typeof bulk>): boolean => now !== undefined && now.pid !== before.pid;
  const after = await until('the process of bulk calls anew', async () => bulk(), isAnew, 60_000, 250);
  proof.promise(
    after?.script === join(folder, bulkProcess),
    'a part of a running server that starts after the release was laid down is of its own release',
    after?.script ?? 'none',
  );
};

/** From which release to which. @returns their folders and names */
const releases = (proof: Proof): { past: string; next: string; from: string; to: string } => {
  const wanted = process.env['EYRIE_PROVE_RELEASE'] ?? lastRelease;
  const why = wanted === 'this' ? 'asked for' : whyNotFrom(wanted);
  if (why === null)
    return { past: makePast(proof.folder(), wanted), next: repository, from: wanted, to: 'this tree' };
  if (process.env['EYRIE_PROVE_RELEASE'] !== undefined && wanted !== 'this') throw new Error(why);
  if (wanted !== 'this') proof.skip(`the upgrade from ${wanted}`, why);
  const next = makeNext(proof.folder());
  return { past: repository, next, from: 'this tree', to: `it with ${addedByNext}` };
};

const upgrade = async (proof: Proof, stand: Stand, next: string, past: string): Promise<void> => {
  const { installation } = stand;
  installation.release(next);
  const from = performance.now();
  const said = installation.migrate().split('\n');
  const took = performance.now() - from;
  // Before it, the log says where something was in use.
  const applied = said.find((line) => line.startsWith('applied'));
  proof.promise(
    applied !== undefined,
    'the new release brings the schema up to date',
    `${applied ?? said.join(' ')}, ${seconds(took)}`,
  );
  await proveOwnParts(proof, installation, past);
  installation.release(past);
  for (const name of ['api-1', 'gateway-1'] as const)
    await step(proof, stand, name, `${name} of the old release restarted beside the new schema`);
  installation.release(next);
  for (const name of order) await step(proof, stand, name, `${name} replaced`);
  installation.release(past);
  await step(proof, stand, 'gateway-1', 'gateway-1 back at the old release');
  installation.release(next);
  await step(proof, stand, 'gateway-1', 'gateway-1 forward again');
};

/** Registers the docks and lets them speak. */
const gather = async (proof: Proof, installation: Installation, job: Job): Promise<SmallDock[]> => {
  const small: SmallDock[] = [];
  for (let at = 0; at < smallDocks; at += 1) {
    const serial = `UPSMALL${String(at).padStart(5, '0')}`;
    const { oid, secret } = await job.register(serial, `A${serial}`);
    const dock = await startSmallDock(installation, { sn: serial, oid, secret });
    proof.onEnd(() => dock.end());
    small.push(dock);
  }
  return small;
};

await runProof(async (proof) => {
  const missing = missingPrograms();
  if (missing.length > 0) {
    proof.skip('the upgrade', `${missing.join(', ')} is not installed here`);
    return;
  }
  const { past, next, from: oldName, to } = releases(proof);
  console.log(`        from ${oldName} to ${to}`);
  const installation = await install(proof, password, past);
  const pilot = await signIn(installation.url, 'admin', password);
  const job = createJob(installation.url, pilot);
  proof.onEnd(() => job.rest());
  const secret = await job.addDock(sn, 'UPGRADEDRONE1');
  const at = { broker: installation.devices, 'drone-sn': 'UPGRADEDRONE1', lng: 113.95, lat: 22.54 };
  const trust = { NODE_EXTRA_CA_CERTS: installation.caFile };
  const dock = await startDockProcess(secret, { ...at, sn, speed: 1 }, trust);
  proof.onEnd(() => dock.end());
  await job.untilOnline();
  const small = await gather(proof, installation, job);
  await job.fly();
  const watch = watchCalls(proof, job);
  const page = await stay(proof, installation.url, pilot);
  const from = performance.now();
  await pause(2 * limits.gateway.publishAtLeastEvery);
  await upgrade(proof, { installation, job, watch, small }, next, past);
  const gaps = longestGaps(
    page.heard(),
    small.map(({ oid }) => oid),
    from,
  );
  const longest = Math.max(...gaps);
  proof.promise(
    longest <= limits.dock.offlineAfter,
    'a page that stays never takes a dock for lost',
    `nothing new of one for ${seconds(longest)} at most, ${page.connections()} connections`,
  );
  const cut = small.reduce((sum, one) => sum + one.cut(), 0);
  proof.promise(cut === 0, 'no dock is cut off', `${cut} of ${small.length}`);
  const { progress } = await job.flight();
  const over = await job.home();
  proof.promise(
    over.state === 'over',
    'the aircraft came home',
    `${over.state}, ${over.outcome}; route ${progress} %`,
  );
  const { counts, twice } = await received(dock);
  const { flightPause, flightResume } = job.given;
  const fits = (method: string, { accepted, unsure }: { accepted: number; unsure: number }): boolean =>
    (counts[method] ?? 0) >= accepted && (counts[method] ?? 0) <= accepted + unsure;
  proof.promise(
    twice === 0 && fits('flighttask_pause', flightPause) && fits('flighttask_recovery', flightResume),
    'each order reached the dock once',
    `${Object.entries(counts)
      .map(([method, times]) => `${method} ${times}`)
      .join(', ')}; ${twice} twice`,
  );
});
