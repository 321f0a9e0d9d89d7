/**
 * Every order that moves an aircraft, given at the beginning of an outage, at docks that hear with and without
 * acknowledgement: none reaches its dock after its time to live, and a return home after the outage takes a second at
 * most. Only the loopback, about eight minutes.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { calls, commandRules, type CommandMethod } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { createOperator } from '../apps/server/src/testing/operator.ts';
import { createPilot, type FlightDock } from '../apps/server/src/testing/pilot.ts';
import { openStage, type Stage } from '../apps/server/src/testing/stage.ts';
import { runProof } from './proof.ts';

type Outage = 'black hole' | 'refused' | 'latency';

const methods = [
  'startJob',
  'forceEndJob',
  'flightPause',
  'flightResume',
  'returnHome',
  'returnHomeCancel',
  'hover',
] as const satisfies readonly CommandMethod[];
type Motion = (typeof methods)[number];

const outages: readonly { kind: Outage; seconds: number }[] = [
  { kind: 'black hole', seconds: 8 },
  { kind: 'black hole', seconds: 30 },
  { kind: 'refused', seconds: 8 },
  { kind: 'refused', seconds: 30 },
  { kind: 'latency', seconds: 60 },
];

/** What a machine this busy may take longer than the figure says. */
const tolerance = 150;
const returnWithin = 1_000;

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

interface Link {
  url: string;
  become(kind: Outage | 'open'): void;
  close(): void;
}

/** The network between a dock and its broker. What it holds back is lost with either end of a connection. */
const openLink = async (port: number): Promise<Link> => {
  const pairs = new Set<[Socket, Socket]>();
  const held: { to: Socket; bytes: Buffer; from: number }[] = [];
  let now: Outage | 'open' = 'open';
  const delay = 60_000;
  const flush = (): void => {
    for (const one of held.splice(0)) {
      if (now === 'open' || (now === 'latency' && performance.now() - one.from >= delay)) {
        if (one.to.writable) one.to.write(one.bytes);
      } else held.push(one);
    }
  };
  const timer = setInterval(flush, 20);
  const carry = (from: Socket, to: Socket): void => {
    from.on('data', (bytes) => {
      if (now === 'open' && held.length === 0) to.write(bytes);
      else held.push({ to, bytes, from: performance.now() });
    });
  };
  const server = createServer((near) => {
    if (now === 'refused') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, '127.0.0.1');
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    const end = (): void => {
      for (const socket of pair) socket.destroy();
      pairs.delete(pair);
    };
    for (const socket of pair) socket.setNoDelay(true).on('error', end).on('close', end);
    carry(near, far);
    carry(far, near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`,
    become(kind) {
      now = kind;
      if (kind === 'refused') for (const [near] of pairs) near.resetAndDestroy();
      flush();
    },
    close() {
      clearInterval(timer);
      server.close();
      for (const [near] of pairs) near.destroy();
    },
  };
};

/** What the dock says all the time in the state that an order needs. */
const voiceOf =
  (method: Motion, { dock, flightOID }: FlightDock) =>
  async (): Promise<void> => {
    if (!dock.connected) return;
    if (method === 'startJob' && dock.services('flighttask_execute').length === 0) {
      await dock.osdParts();
      await dock.healthy();
      return;
    }
    await dock.osdParts({ A: { mode_code: 4, drone_in_dock: 0 }, C: { flighttask_step_code: 1 } });
    const returning = method === 'returnHomeCancel';
    await dock.droneOsd({ mode_code: returning ? 9 : 5, elevation: 60, horizontal_speed: 8 });
    if (method !== 'flightResume' && !returning)
      await dock.progress(flightOID, { status: 'in_progress', percent: 40, waypoint: 1, missionState: 6 });
  };

interface Cell {
  method: Motion;
  hears: 0 | 1;
  late: string[];
  answer: string;
  returned: number | 'none' | null;
}

const orderOf = async (stage: Stage, at: FlightDock, method: Motion, issuedAt = Date.now()) => {
  const nonce = commandRules[method].confirm ? await stage.nonceFor(at.oid, method) : undefined;
  const flight = method === 'startJob' || method === 'forceEndJob' ? { flightOID: at.flightOID } : {};
  return { oid: at.oid, key: randomUUID(), epoch: at.epoch, nonce, issuedAt, ...flight };
};

const untilConnected = async (dock: DockClient): Promise<void> => {
  for (let turn = 0; turn < 600 && !dock.connected; turn += 1) await pause(50);
};

let turn: Promise<unknown> = Promise.resolve();
/** One after the other: fourteen at once on one machine would measure the machine. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const next = turn.then(work, work);
  turn = next.catch(() => undefined);
  return next;
};

/** How long a return home took to the dock once the network and the dock were back; null: it did not come. */
const returnAfter = async (stage: Stage, at: FlightDock): Promise<number | null> => {
  await untilConnected(at.dock);
  const before = at.dock.services('return_home').length;
  const pressed = performance.now();
  const answering = stage.call(calls.command.returnHome, await orderOf(stage, at, 'returnHome'));
  for (let looked = 0; looked < 300; looked += 1) {
    const came = at.dock.services('return_home')[before];
    if (came) return came.at - pressed;
    await pause(10);
  }
  const { status, message } = await answering;
  console.log(`        return home did not come: ${status} ${message}`);
  return null;
};

const tryCell = async (
  stage: Stage,
  routeOID: string,
  { kind, seconds }: (typeof outages)[number],
  { method, hears }: Pick<Cell, 'method' | 'hears'>,
): Promise<Cell> => {
  const link = await openLink(Number(new URL(stage.running.mqtt).port));
  const operator = createOperator({
    url: stage.running.url,
    mqtt: link.url,
    token: stage.token,
    groupOID: stage.groupOID,
    docks: { hears, line: { reconnectPeriod: 500, keepalive: 30 } },
  });
  const pilot = createPilot(operator, routeOID);
  const at = await (method === 'startJob' ? pilot.readyDock() : pilot.flyingDock());
  if (method === 'flightResume')
    await at.dock.progress(at.flightOID, { status: 'paused', percent: 40, waypoint: 1, missionState: 6 });
  const say = voiceOf(method, at);
  const voice = setInterval(() => void say().catch(() => undefined), 500);
  try {
    await say();
    await pause(1_500);
    // The nonce is fetched before: a person confirms, and then the network goes.
    const order = await orderOf(stage, at, method);
    const before = at.dock.received.length;
    link.become(kind);
    const clicked = performance.now();
    const answering = stage.call(calls.command[method], { ...order, issuedAt: Date.now() });
    answering.catch(() => undefined);
    await pause(seconds * 1_000);
    link.become('open');
    const { status, data } = await answering;
    await untilConnected(at.dock);
    await pause(3_000);
    const ttl = commandRules[method].ttl + tolerance;
    const late = at.dock.received
      .slice(before)
      .filter(({ topic, at: received }) => topic.endsWith('/services') && received - clicked > ttl)
      .map((one) => `${one.method} after ${Math.round(one.at - clicked)} ms`);
    const started = at.dock.services('flighttask_execute').length > 0;
    if (started) await operator.fly(at.dock, at.oid, at.flightOID);
    // Nothing flies where a start did not come through.
    const returned = method === 'startJob' && !started ? 'none' : await inTurn(() => returnAfter(stage, at));
    return { method, hears, late, answer: `${status} ${data?.state ?? ''} ${data?.reason ?? ''}`, returned };
  } finally {
    clearInterval(voice);
    await operator.close();
    link.close();
  }
};

await runProof(async ({ promise, skip, onEnd }) => {
  if (!existsSync('/usr/sbin/mosquitto')) skip('Mosquitto as an outside broker', 'it is not installed');
  skip('real packet loss', 'needs a network namespace and netem, which are not assumed');
  const stage = await openStage();
  onEnd(() => stage.close());
  const routeOID = (await stage.uploadRoute()).oid;
  // One kind of outage by its name, for whoever works on it.
  const only = process.argv[2] ?? '';
  for (const outage of outages.filter(({ kind, seconds }) => `${kind} ${seconds}`.includes(only))) {
    const cells: Cell[] = [];
    // Half of them at once: all would measure the machine.
    for (const hears of [0, 1] as const) {
      const tried = await Promise.allSettled(
        methods.map((method) => tryCell(stage, routeOID, outage, { method, hears })),
      );
      for (const one of tried) {
        if (one.status === 'rejected') throw one.reason;
        cells.push(one.value);
      }
    }
    const name = `${outage.kind} of ${outage.seconds} s`;
    for (const { method, hears, answer, returned, late } of cells)
      console.log(
        `        ${name}, ${method}, QoS ${hears}: ${answer}, return home ${typeof returned === 'number' ? `${Math.round(returned)} ms` : returned} ${late.join(', ')}`,
      );
    const late = cells.flatMap((cell) =>
      cell.late.map((what) => `${cell.method} QoS ${cell.hears}: ${what}`),
    );
    promise(
      late.length === 0,
      `${name}: orders received late`,
      `${late.length} of ${cells.length} ${late.join('; ')}`,
    );
    const slowest = Math.max(
      ...cells.map(({ returned }) => (returned === 'none' ? 0 : (returned ?? Number.POSITIVE_INFINITY))),
    );
    promise(slowest <= returnWithin, `${name}: return home afterwards`, `at most ${Math.round(slowest)} ms`);
  }
});
