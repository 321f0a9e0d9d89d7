/**
 * Flight by hand while its page, its link or its lease go away: what reaches the docks is never old, out of
 * order or of an earlier epoch, the sticks are centred after 300 ms and silent after 500 ms, and a takeover ends them. On a
 * product as people start it, about five minutes. `node prove/hands.prove.ts [stalls] [takeovers]`
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { faults, checkDock, nothingJudged } from './hands/judge.ts';
import { createPilot, troubles, type Pilot, type Trouble } from './hands/pilot.ts';
import { openPlace } from './hands/place.ts';
import { quantile, runProof, type Proof } from './proof.ts';

const stalls = Number(process.argv[2] ?? 1_000);
const takeovers = Number(process.argv[3] ?? 1_000);
/** Longest stall, ms. */
const longest = 2_000;

/** When this process itself stalled, and for how long, ms. */
const watchLag = ({ onEnd }: Proof) => {
  const every = 20;
  const lags: { at: number; lag: number }[] = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    if (now - last - every > 15) lags.push({ at: now, lag: now - last - every });
    last = now;
  }, every);
  onEnd(() => clearInterval(timer));
  return {
    at: (moment: number): number =>
      lags.reduce(
        (most, { at, lag }) => (at > moment - 60 && at - lag < moment + 60 ? Math.max(most, lag) : most),
        0,
      ),
    most: (): number => lags.reduce((most, { lag }) => Math.max(most, lag), 0),
  };
};

/** The bare relay beside it. @returns sends the moment at which a stick was read, for one dock */
const openBare = async ({ onEnd }: Proof, latencies: number[]) => {
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
    device.on('message', (data: Buffer) => latencies.push(performance.now() - Number(data.toString())));
    const page = await connect('page', name);
    return (readAt) => page.send(String(readAt));
  };
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
  const lag = watchLag(proof);
  const bareTimes: number[] = [];
  const openRelayed = await openBare(proof, bareTimes);
  const place = await openPlace(proof);
  const pilots: Pilot[] = [];
  for (const at of place.docks) {
    const pilot = createPilot(place, at, await openRelayed(at.sn));
    proof.onEnd(() => pilot.stop());
    await pilot.enter();
    pilots.push(pilot);
  }
  const began = performance.now();
  const counts = new Map<Trouble, number>();
  const ends: number[] = [];
  const failed = await shared(pilots, stalls, async (pilot, turn) => {
    const kind = troubles[turn % troubles.length] ?? 'the page stops';
    const ms = 50 + Math.random() * (kind === 'its lease is given back' ? 200 : longest);
    const took = await pilot.stall(kind, ms, Math.random());
    if (took !== null) ends.push(took);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  });
  for (const [kind, many] of counts) console.log(`        ${many} times: ${kind}`);
  console.log(`        ${((performance.now() - began) / 1_000).toFixed(0)} s for the stalls`);
  failed.push(...(await shared(pilots, takeovers, async (pilot) => void ends.push(await pilot.takeOver()))));
  for (const pilot of pilots) pilot.noFormer();
  for (const pilot of pilots) pilot.stop();
  await delay(800);

  const judged = nothingJudged();
  for (const pilot of pilots) checkDock(pilot.story(), lag.at, judged);
  for (const example of judged.examples) console.log(`        ${example}`);
  for (const why of new Set(failed)) console.log(`        begun anew: ${why}`);
  console.log(
    `        ${judged.frames} frames at the docks, ${judged.ownFrames} of them the server's own; ${judged.unjudged} came while this process stalled (${lag.most().toFixed(0)} ms at most)`,
  );
  for (const fault of faults)
    proof.promise(judged.counts[fault] === 0, `frames ${fault}`, String(judged.counts[fault]));
  const done = [...counts.values()].reduce((sum, many) => sum + many, 0);
  proof.promise(
    done + failed.length >= stalls &&
      failed.length <= (stalls + takeovers) / 50 &&
      judged.unjudged < judged.frames / 20,
    'stalls and takeovers were tried',
    `${done} stalls, ${ends.length} ends of control; ${failed.length} begun anew`,
  );
  proof.promise(
    ends.every((ms) => ms <= 2_000) && ends.length > 0,
    'sticks end within 2 s of lost control',
    `p99 ${quantile(ends, 0.99).toFixed(0)} ms, most ${Math.max(...ends).toFixed(0)} ms`,
  );
  const [p99, bare] = [quantile(judged.latencies, 0.99), quantile(bareTimes, 0.99)];
  proof.promise(
    p99 <= 120,
    'from the stick to the dock, p99 at most 120 ms',
    `p50 ${quantile(judged.latencies, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms of ${judged.latencies.length}; a bare relay beside it p50 ${quantile(bareTimes, 0.5).toFixed(1)} ms, p99 ${bare.toFixed(1)} ms`,
  );
});
