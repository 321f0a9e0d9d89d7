import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { calls, commandRules, type CommandMethod } from '@eyrie/domain';
import { createOperator, type Operator } from '../../apps/server/src/testing/operator.ts';
import { createPilot, type FlightDock } from '../../apps/server/src/testing/pilot.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';
import { openLink, type Link, type Outage } from './link.ts';

export const methods = [
  'startJob',
  'forceEndJob',
  'flightPause',
  'flightResume',
  'returnHome',
  'returnHomeCancel',
  'hover',
] as const satisfies readonly CommandMethod[];
export type Motion = (typeof methods)[number];

/** Versions of MQTT by the number that CONNECT carries. */
export const versions = { '3.1': 3, '3.1.1': 4, '5': 5 } as const;
export type Version = keyof typeof versions;

export interface CellKind {
  method: Motion;
  hears: 0 | 1;
  version: Version;
}

/** What a machine this busy may take longer than the figure says. */
const tolerance = 150;

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

const orderOf = async (operator: Operator, at: FlightDock, method: Motion) => {
  const nonce = commandRules[method].confirm ? await operator.nonceFor(at.oid, method) : undefined;
  const flight = method === 'startJob' || method === 'forceEndJob' ? { flightOID: at.flightOID } : {};
  return { oid: at.oid, key: randomUUID(), epoch: at.epoch, nonce, ...flight };
};

/** Of a return home that took longer it is told where the time went, ms. */
const slow = 500;
const stagesOf = (
  record: { history?: { at: number; state: string }[] } | undefined,
  pressedAt: number,
): string =>
  (record?.history ?? []).map(({ at, state }) => `${state} +${Math.round(at - pressedAt)}`).join(', ');

/** One dock with one order, through a link of its own. */
export interface Cell extends CellKind {
  name: string;
  /** The order is given while the network goes, which comes back after so long. */
  suffer(kind: Outage, ms: number, network: (kind: Outage | 'open') => void): Promise<void>;
  /** The dock is there again: it has announced itself and was answered. */
  back(): Promise<void>;
  /** How long a return home then takes to the dock, ms; null: it did not come, `none`: nothing flies. */
  goHome(): Promise<number | null | 'none'>;
  /** Orders that the dock received after their time. */
  late(): string[];
  answer: string;
  /** Its order was given to the broker: one that was refused before proves nothing. */
  left: boolean;
  close(): Promise<void>;
}

/** All that were opened: their docks fly at once, so each has a place of its own. */
let opened = 0;

export const openCell = async (
  server: TestServer,
  { method, hears, version }: CellKind,
  { reach, scheme }: { reach: () => Socket; scheme: 'mqtt' | 'mqtts' },
): Promise<Cell> => {
  const link: Link = await openLink(reach);
  const operator = createOperator({
    url: server.running.url,
    mqtt: `${scheme}://127.0.0.1:${link.port}`,
    token: server.token,
    groupOID: server.groupOID,
    docks: {
      hears,
      line: {
        reconnectPeriod: 500,
        keepalive: 30,
        rejectUnauthorized: false,
        protocolVersion: versions[version],
        ...(version === '3.1' ? { protocolId: 'MQIsdp' } : {}),
      },
    },
  });
  const pilot = createPilot(operator, opened);
  opened += 1;
  const at = await (method === 'startJob' ? pilot.readyDock() : pilot.flyingDock());
  if (method === 'flightResume')
    await at.dock.progress(at.flightOID, { status: 'paused', percent: 40, waypoint: 1, missionState: 6 });
  const say = voiceOf(method, at);
  const voice = setInterval(() => void say().catch(() => undefined), 1_000);
  let before = 0;
  let clicked = 0;

  const cell: Cell = {
    method,
    hears,
    version,
    name: `${method}, QoS ${hears}, MQTT ${version}`,
    answer: '',
    left: false,
    async suffer(kind, ms, network) {
      await say();
      // The nonce is fetched before: a person confirms, and then the network goes.
      const confirmed = await orderOf(operator, at, method);
      const order = { ...confirmed, epoch: await operator.takeLease(at.oid) };
      before = at.dock.received.length;
      link.become(kind);
      network(kind);
      clicked = performance.now();
      const answering = operator.call(calls.command[method], { ...order, issuedAt: Date.now() });
      answering.catch(() => undefined);
      await pause(ms);
      network('open');
      link.become('open');
      const { status, data } = await answering;
      cell.answer = `${status} ${data?.state ?? ''} ${data?.reason ?? ''}`;
      cell.left = ((data?.history ?? []) as { state: string }[]).some(({ state }) => state === 'sent');
    },
    async back() {
      for (let turn = 0; turn < 60; turn += 1) {
        const there = at.dock.connected && (await at.dock.topology(true).catch(() => null));
        if (there) return;
        await pause(100);
      }
      throw new Error(`${cell.name}: the dock did not come back`);
    },
    async goHome() {
      // Nothing flies where a start did not come through.
      if (method === 'startJob') {
        if (at.dock.services('flighttask_execute').length === 0) return 'none';
        await operator.fly(at.dock, at.oid, at.flightOID);
      }
      await say();
      const had = at.dock.services('return_home').length;
      const order = await orderOf(operator, at, 'returnHome');
      const pressed = performance.now();
      const pressedAt = Date.now();
      const answering = operator.call(calls.command.returnHome, { ...order, issuedAt: Date.now() });
      for (let looked = 0; looked < 300; looked += 1) {
        const came = at.dock.services('return_home')[had];
        if (came) {
          const took = came.at - pressed;
          if (took > slow) cell.answer += ` (return home: ${stagesOf((await answering).data, pressedAt)})`;
          return took;
        }
        await pause(10);
      }
      const { status, message } = await answering;
      cell.answer += ` (return home: ${status} ${message})`;
      return null;
    },
    late() {
      const ttl = commandRules[method].ttl + tolerance;
      return at.dock.received
        .slice(before)
        .filter(
          (one) => one.topic.endsWith('/services') && one.at - clicked > ttl && one.method !== 'return_home',
        )
        .map((one) => `${one.method} after ${Math.round(one.at - clicked)} ms`);
    },
    async close() {
      clearInterval(voice);
      await operator.close();
      link.close();
    },
  };
  return cell;
};
