/**
 * Control changes hands while its holder gives orders without a pause, and the way from the server to the broker is slow
 * or stands still for a while: nothing of the former holder reaches the dock after the takeover was answered, and nothing
 * of another tab of the holder's session ever. Only this machine, about four minutes.
 */
import { randomUUID } from 'node:crypto';
import { connect, createServer, type AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@eyrie/domain';
import { callAt, signIn, type Answer } from '../apps/server/src/testing/caller.ts';
import { createOperator } from '../apps/server/src/testing/operator.ts';
import { createPilot, type FlightDock } from '../apps/server/src/testing/pilot.ts';
import { password } from '../e2e/support/product.ts';
import { startServerProcess } from '../apps/server/src/testing/server-process.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { startEmbeddedBroker } from '../apps/server/src/platform/mqtt/index.ts';
import { startDatabase } from './database.ts';
import { runProof, type Proof } from './proof.ts';

const docksAtOnce = 3;
const rounds = 25;
/** Orders of one holder come this close together, ms. */
const every = 150;
/** Both are heard in one process, in any order within a turn of its loop, ms. */
const tolerance = 15;

/** The way from the server to the broker. What it is given leaves in order, `delay` ms later, and nothing while it stands. */
const openSlowWay = async (proof: Proof, port: number) => {
  let delay = 0;
  let standsUntil = 0;
  const server = createServer((near) => {
    const far = connect({ port, host: '127.0.0.1', noDelay: true });
    let last = 0;
    near.on('data', (bytes) => {
      last = Math.max(last, performance.now() + delay, standsUntil);
      setTimeout(() => far.writable && far.write(bytes), Math.max(0, last - performance.now()));
    });
    far.pipe(near);
    const end = (): void => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  proof.onEnd(() => server.close());
  return {
    port: (server.address() as AddressInfo).port,
    become: (ms: number) => void (delay = ms),
    stand: (ms: number) => void (standsUntil = performance.now() + ms),
  };
};

/** A server whose broker is a process of its own, at the other end of a slow way. */
const openPlace = async (proof: Proof) => {
  const { onEnd } = proof;
  const database = await startDatabase(proof);
  const log = createLog({ level: 'silent' });
  const broker = await startEmbeddedBroker({ host: '127.0.0.1', port: 0, databaseUrl: database.url, log });
  onEnd(() => broker.stop());
  const { url, username, password: secret } = broker.connection;
  const way = await openSlowWay(proof, Number(new URL(url).port));
  const account = `${encodeURIComponent(username)}:${encodeURIComponent(secret)}`;
  const devices = `mqtt://127.0.0.1:${broker.port}`;
  const server = await startServerProcess({
    EYRIE_DATA_DIR: proof.folder(),
    EYRIE_DATABASE_URL: database.url,
    EYRIE_MQTT_URL: `mqtt://${account}@127.0.0.1:${way.port}`,
    EYRIE_PUBLIC_MQTT_URL: devices,
    EYRIE_ADMIN_PASSWORD: password,
    EYRIE_LOG_LEVEL: 'warn',
  });
  onEnd(() => server.end());
  await server.ready();
  const { token, groupOID } = await signIn(server.url, 'admin', password);
  const operator = createOperator({ url: server.url, mqtt: devices, token, groupOID });
  onEnd(() => operator.close());
  return { server, way, operator, tokens: [token, (await signIn(server.url, 'admin', password)).token] };
};
type Place = Awaited<ReturnType<typeof openPlace>>;

/** A tab of a session. */
interface Hand {
  token: string;
  tabId: string;
}

const pauses = ({ dock }: FlightDock): number[] => dock.services('flighttask_pause').map(({ at }) => at);

/** What one hand does at a dock. */
const handAt = ({ server }: Place, { oid }: FlightDock, { token, tabId }: Hand) => {
  const call = (
    declaration: Parameters<typeof callAt>[2],
    request: Record<string, unknown>,
  ): Promise<Answer> => callAt(server.url, token, declaration, { oid, ...request });
  const control = { control: 'flight', tabId };
  return {
    order: (epoch: number, names: { tabId: string | undefined } = { tabId }): Promise<Answer> =>
      call(calls.command.flightPause, { key: randomUUID(), epoch, issuedAt: Date.now(), ...names }),
    take: () => call(calls.lease.take, control),
    nonce: async () =>
      (await call(calls.command.challenge, { method: 'leaseOverride' })).data.nonce as string,
    override: (nonce: string) => call(calls.lease.override, { ...control, reason: 'a proof', nonce }),
  };
};

/** Orders without a pause until told to stop; waits then for their answers. */
const orderOnAndOn = (give: () => Promise<Answer>) => {
  const given: Promise<unknown>[] = [];
  const timer = setInterval(() => given.push(give().catch(() => undefined)), every);
  return async (): Promise<void> => {
    clearInterval(timer);
    await Promise.all(given);
  };
};

interface Count {
  passed: number;
  late: number[];
}

/** @returns when it was answered */
const overrideAt = async (
  taker: ReturnType<typeof handAt>,
  nonce: string,
  trouble: () => void,
): Promise<number> => {
  await pause(200 + Math.random() * 300);
  trouble();
  await pause(Math.random() * 100);
  let answer = await taker.override(nonce);
  // So many orders may keep the database from it for a moment.
  for (let turn = 0; turn < 5 && answer.status === 503; turn += 1) {
    console.log(`        override: 503 ${answer.data?.reason ?? answer.message}`);
    answer = await taker.override(await taker.nonce());
  }
  if (answer.status !== 200) throw new Error(`override: ${answer.status} ${answer.message}`);
  return performance.now();
};

/** One takeover under way at a dock; the way to the broker is as slow as `trouble` makes it. */
const takeOver = async (
  place: Place,
  at: FlightDock,
  from: Hand,
  to: Hand,
  trouble: () => void,
): Promise<Count> => {
  const [holder, taker] = [handAt(place, at, from), handAt(place, at, to)];
  const taken = await holder.take();
  let epoch = taken.data?.epoch as number;
  if (taken.status !== 200) epoch = (await holder.override(await holder.nonce())).data.epoch as number;
  const nonce = await taker.nonce();
  const before = pauses(at).length;
  const stop = orderOnAndOn(() => holder.order(epoch));
  let shown: number;
  try {
    shown = await overrideAt(taker, nonce, trouble);
    await pause(600);
  } finally {
    await stop();
  }
  // What still stands on the way comes out.
  await pause(2_500);
  const came = pauses(at).slice(before);
  const late = came.filter((one) => one > shown + tolerance).map((one) => Math.round(one - shown));
  return { passed: came.length - late.length, late };
};

/** Another tab of the holder's session tries the holder's number. */
const tryOtherTab = async (place: Place, at: FlightDock, from: Hand): Promise<Count> => {
  const [holder, other] = [handAt(place, at, from), handAt(place, at, { ...from, tabId: 'another-tab' })];
  let { status, data } = await holder.take();
  if (status !== 200) ({ status, data } = await holder.override(await holder.nonce()));
  await other.take();
  const before = pauses(at).length;
  const stops = [{ tabId: 'another-tab' }, { tabId: undefined }].map((names) =>
    orderOnAndOn(() => other.order(data.epoch, names)),
  );
  await pause(600);
  for (const stop of stops) await stop();
  const late = pauses(at)
    .slice(before)
    .map(() => 0);
  await holder.order(data.epoch);
  return { passed: pauses(at).length - before - late.length, late };
};

const flyingDocks = async ({ operator }: Place, { onEnd }: Proof): Promise<FlightDock[]> => {
  const pilot = createPilot(operator);
  const docks: FlightDock[] = [];
  for (let count = 0; count < docksAtOnce; count += 1) docks.push(await pilot.flyingDock());
  const voice = setInterval(() => void Promise.all(docks.map(speak)).catch(() => undefined), 1_000);
  onEnd(() => clearInterval(voice));
  return docks;
};
const speak = async ({ dock, flightOID }: FlightDock): Promise<void> => {
  await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
  await dock.droneOsd({ mode_code: 5, elevation: 60, horizontal_speed: 8 });
  await dock.progress(flightOID, { status: 'in_progress', percent: 40, waypoint: 1, missionState: 6 });
};

const troubles = (way: Place['way']): Readonly<Record<string, () => void>> => ({
  'at once': () => way.become(0),
  'slow by 0.3 s': () => way.become(300),
  'slow by 1.2 s': () => way.become(1_200),
  'standing for 1 s': () => way.stand(1_000),
  'standing for 3 s': () => way.stand(3_000),
});

await runProof(async (proof) => {
  const place = await openPlace(proof);
  const docks = await flyingDocks(place, proof);
  const [one, two] = place.tokens.map((token, index): Hand => ({ token, tabId: `tab-of-hand-${index}` }));
  if (!one || !two) throw new Error('nobody is signed in');
  for (const [name, trouble] of Object.entries(troubles(place.way))) {
    const counts: Count[] = [];
    for (let round = 0; round < rounds / 5; round += 1) {
      const [from, to] = round % 2 === 0 ? [one, two] : [two, one];
      place.way.become(0);
      counts.push(...(await Promise.all(docks.map((at) => takeOver(place, at, from, to, trouble)))));
    }
    const late = counts.flatMap((count) => count.late);
    const passed = counts.reduce((sum, count) => sum + count.passed, 0);
    proof.promise(
      late.length === 0 && passed > 0,
      `broker ${name}: orders of the former holder after a takeover was answered`,
      `${late.length} in ${counts.length} takeovers (${passed} before it)${late.length > 0 ? `, up to ${Math.max(...late)} ms late` : ''}`,
    );
  }
  place.way.become(0);
  const tabs: Count[] = [];
  for (const at of docks) tabs.push(await tryOtherTab(place, at, one));
  const wrong = tabs.reduce((sum, { late }) => sum + late.length, 0);
  proof.promise(
    wrong === 0 && tabs.every(({ passed }) => passed === 1),
    'orders of another tab of the same session',
    `${wrong} at ${tabs.length} docks; those of the holding tab arrive`,
  );
});
