/**
 * Flight by hand while its page, its link or its lease go away: what reaches the docks is never old, out of
 * order or of an earlier epoch, the sticks are centred after 300 ms and silent after 500 ms, and a takeover ends them. On a
 * product as people start it, about six minutes. `node prove/hands.prove.ts [stalls] [takeovers]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { until } from '../apps/server/src/testing/caller.ts';
import type { CrowdAsked, CrowdReport } from './hands/crowd.ts';
import { faults, checkDock, nothingJudged, slack, stalled } from './hands/judge.ts';
import { createPilot, troubles, type Pilot, type Trouble } from './hands/pilot.ts';
import { watchStalls } from './hands/stalls.ts';
import { openPlace, type Place } from './hands/place.ts';
import { quantile, runProof, type Proof } from './proof.ts';

const stallsWanted = Number(process.argv[2] ?? 1_000);
const takeovers = Number(process.argv[3] ?? 1_000);
/** Longest stall, ms. */
const longest = 2_000;

/** The bare relay beside it. @returns sends the moment at which a stick was read, for one dock */
const openBare = async ({ onEnd }: Proof, relayed: (readAt: number, at: number) => void) => {
  const child = fork(new URL('hands/bare-relay.ts', import.meta.url));
  onEnd(() => child.kill());
  const [port] = (await once(child, 'message')) as [number];
  const connect = async (side: string, name: string): Promise<WebSocket> => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/${side}/${name}`);
    await once(socket, 'open');
    return socket;
  };
  return async (name: string): Promise<(readAt: number) => void> => {
    const device = await connect('device', name);
    device.on('message', (data: Buffer) => relayed(Number(data.toString()), performance.now()));
    const page = await connect('page', name);
    return (readAt) => page.send(String(readAt));
  };
};

/** ms of flight while so many consoles look on. */
const watchedFor = 25_000;
const consolesOfEach = 8;

/** Consoles of all members that are there. @returns asks how many are connected, and what they have received since */
const openCrowd = async ({ onEnd }: Proof, { url, members }: Place) => {
  const child = fork(new URL('hands/crowd.ts', import.meta.url));
  onEnd(() => child.kill());
  const people = members.map(({ token, oid, groupRoot }) => ({ token, oid, groupRoot }));
  child.send({ url, members: people, consoles: consolesOfEach } satisfies CrowdAsked);
  const report = async (): Promise<CrowdReport> => {
    child.send('report');
    const [answer] = (await once(child, 'message')) as [CrowdReport];
    return answer;
  };
  const wanted = people.length * consolesOfEach;
  await until('consoles', report, ({ up }) => up === wanted, 60_000, 500);
  return report;
};

interface Took {
  at: number;
  took: number;
}
const promiseQuick = (
  proof: Proof,
  when: string,
  own: readonly Took[],
  others: readonly Took[],
  least = 1,
): void => {
  const share = (all: readonly Took[], part: number): string =>
    quantile(
      all.map(({ took }) => took),
      part,
    ).toFixed(1);
  proof.promise(
    own.length >= least && Number(share(own, 0.99)) <= 120,
    `from the stick to the dock ${when}, p99 at most 120 ms`,
    `p50 ${share(own, 0.5)} ms, p99 ${share(own, 0.99)} ms of ${own.length}; a bare relay beside it p50 ${share(others, 0.5)} ms, p99 ${share(others, 0.99)} ms`,
  );
};

/** All docks at once, until so many were done. @returns how many failed, with why */
const shared = async (
  pilots: readonly Pilot[],
  total: number,
  work: (pilot: Pilot, turn: number) => Promise<void>,
) => {
  let begun = 0;
  const failed: string[] = [];
  await Promise.all(
    pilots.map(async (pilot) => {
      while (begun < total) {
        const turn = begun;
        begun += 1;
        try {
          await work(pilot, turn);
        } catch (error) {
          failed.push(String(error));
          pilot.noFormer();
          await pilot.enter();
        }
      }
    }),
  );
  return failed;
};

await runProof(async (proof) => {
  const relayed: { at: number; took: number }[] = [];
  const openRelayed = await openBare(proof, (readAt, at) => relayed.push({ at, took: at - readAt }));
  const place = await openPlace(proof);
  const stalls = watchStalls(proof, place.pid);
  if (stalls.watched < 2)
    proof.skip('what the machine let the server and its broker wait', 'it does not say so of processes');
  const pilots: Pilot[] = [];
  for (const at of place.docks) {
    const pilot = createPilot(place, at, await openRelayed(at.sn));
    proof.onEnd(() => pilot.stop());
    await pilot.enter();
    pilots.push(pilot);
  }
  const began = performance.now();
  const counts = new Map<Trouble, number>();
  const allEnds: { at: number; took: number }[] = [];
  const ended = (took: number): void => void allEnds.push({ at: performance.now(), took });
  const failed = await shared(pilots, stallsWanted, async (pilot, turn) => {
    const kind = troubles[turn % troubles.length] ?? 'the page stops';
    const ms = 50 + Math.random() * (kind === 'its lease is given back' ? 200 : longest);
    const took = await pilot.stall(kind, ms, Math.random());
    if (took !== null) ended(took);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  });
  for (const [kind, many] of counts) console.log(`        ${many} times: ${kind}`);
  console.log(`        ${((performance.now() - began) / 1_000).toFixed(0)} s for the stalls`);
  failed.push(...(await shared(pilots, takeovers, async (pilot) => ended(await pilot.takeOver()))));
  for (const pilot of pilots) pilot.noFormer();
  const report = await openCrowd(proof, place);
  // Whose control was lost while so many signed in at once begins anew.
  for (const pilot of pilots) await pilot.enter();
  await Promise.all(pilots.map((pilot) => pilot.hold('centre', 250)));
  await report();
  const watchedFrom = performance.now();
  await Promise.all(pilots.map((pilot) => pilot.hold('push', watchedFor)));
  const crowd = await report();
  for (const pilot of pilots) pilot.stop();
  await delay(800);

  const judged = nothingJudged();
  for (const pilot of pilots) checkDock(pilot.story(), stalls.within, judged);
  for (const example of judged.examples) console.log(`        ${example}`);
  for (const why of new Set(failed)) console.log(`        begun anew: ${why}`);
  console.log(
    `        ${judged.frames} frames at the docks, ${judged.ownFrames} of them the server's own; ${judged.unjudged} came while the machine let this process, the server or its broker wait (${stalls.most().toFixed(0)} ms at most), and ${judged.doubtful} silences that look wrong had such a wait in them`,
  );
  // What the machine gave to others was not taken by whoever is tried here.
  const ends = allEnds
    .filter(({ at, took }) => stalls.within(at - took, at) <= stalled)
    .map(({ took }) => took);
  const bareTimes = relayed.filter(({ at, took }) => stalls.within(at - took, at) <= slack);
  for (const fault of faults)
    proof.promise(judged.counts[fault] === 0, `frames ${fault}`, String(judged.counts[fault]));
  const done = [...counts.values()].reduce((sum, many) => sum + many, 0);
  proof.promise(
    done + failed.length >= stallsWanted &&
      failed.length <= (stallsWanted + takeovers) / 50 &&
      judged.unjudged < judged.frames / 20 &&
      judged.doubtful <= done / 20,
    'stalls and takeovers were tried',
    `${done} stalls, ${allEnds.length} ends of control; ${failed.length} begun anew`,
  );
  proof.promise(
    ends.every((ms) => ms <= 2_000) && ends.length > allEnds.length / 2,
    'sticks end within 2 s of lost control',
    `p99 ${quantile(ends, 0.99).toFixed(0)} ms, most ${Math.max(...ends).toFixed(0)} ms of ${ends.length}; ${allEnds.length - ends.length} while the machine let processes wait`,
  );
  const watched = ({ at }: { at: number }): boolean => at >= watchedFrom;
  const quick = (when: string, fits: (one: Took) => boolean, least?: number): void =>
    promiseQuick(proof, when, judged.latencies.filter(fits), bareTimes.filter(fits), least);
  quick('while ways go wrong', (one) => !watched(one));
  // Ten frames a second: fewer than three of four would be of docks that nobody flies.
  const flown = (pilots.length * watchedFor * 3) / 400;
  quick(`of ${place.docks.length} docks before ${crowd.up} consoles`, watched, flown);
  const least = Math.min(...crowd.received);
  proof.promise(
    crowd.up >= 200 && least > 0,
    'each of 200 consoles received what the docks report meanwhile',
    `${crowd.up} connected, ${least} messages the one that received least, ${crowd.received.reduce((sum, one) => sum + one, 0)} in ${watchedFor / 1_000} s`,
  );
});
