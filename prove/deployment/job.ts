/** The main job, by calls that go through the proxy: a route, a flight, control, orders on the way, the way home. */
import { randomUUID } from 'node:crypto';
import { buildKmz, kmzModels } from '@eyrie/testing';
import { calls, commandRules, type CallDeclaration } from '@eyrie/domain';
import { callAt, ownTab, until, type Answer } from '../../apps/server/src/testing/caller.ts';
import type { SimulatedDockProcess } from '../../apps/server/src/testing/simulator-process.ts';

/** About four kilometres, so that everything can fail once before the end of it. */
const points = [
  { lng: 113.951, lat: 22.541, height: 60, speed: 10, photo: true },
  { lng: 113.954, lat: 22.545, height: 80, speed: 10, photo: true },
  { lng: 113.957, lat: 22.549, height: 80, speed: 10, photo: true },
  { lng: 113.975, lat: 22.574, height: 80, speed: 10, photo: true },
];
const renewEvery = 5_000;

export interface Pilot {
  token: string;
  oid: string;
  groupOID: string;
  groupRoot: string;
}

export interface Flight {
  state: string;
  outcome: string | null;
  phase: string;
  progress: number | null;
}

const dataOf = ({ status, message, data }: Answer): Answer['data'] => {
  if (status !== 200) throw new Error(`${status} ${message} ${JSON.stringify(data)}`);
  return data;
};

const importRoute = async (url: string, token: string): Promise<string> => {
  const form = new FormData();
  const file = new Blob([new Uint8Array(buildKmz({ model: kmzModels.m3td, points }))]);
  form.append('file', file, 'north-east.kmz');
  const headers = { authToken: token };
  const response = await fetch(`${url}${calls.route.uploadKmz.path}`, {
    method: 'POST',
    headers,
    body: form,
  });
  return dataOf({ ...((await response.json()) as Answer), status: response.status }).oid as string;
};

type Motion = 'flightPause' | 'flightResume' | 'returnHome' | 'startJob';
type Call = (declaration: CallDeclaration, request?: Record<string, unknown>) => Promise<Answer>;

/** Control of a dock, kept for as long as the job lasts, and orders by it. */
const createControl = (call: Call, dockOID: () => string) => {
  let epoch = 0;
  let renewal: NodeJS.Timeout | undefined;
  return {
    async take(): Promise<void> {
      const target = { oid: dockOID(), control: 'flight', tabId: ownTab };
      epoch = dataOf(await call(calls.lease.take, target)).epoch as number;
      clearInterval(renewal);
      renewal = setInterval(() => {
        void call(calls.lease.renew, { ...target, epoch }).catch(() => undefined);
      }, renewEvery);
    },
    async order(method: Motion, key: string = randomUUID(), more = {}): Promise<Answer> {
      const oid = dockOID();
      const asked = commandRules[method].confirm;
      const { data } = asked ? await call(calls.command.challenge, { oid, method }) : { data: null };
      const nonce = data?.nonce as string | undefined;
      return call(calls.command[method], { oid, key, epoch, nonce, ...more });
    },
    rest: (): void => clearInterval(renewal),
  };
};
type Control = ReturnType<typeof createControl>;

/** What became of the orders on the way: those that were accepted, and those of which nobody knows. */
export interface Given {
  accepted: number;
  unsure: number;
}

/** Gives an order until it is accepted. One without an answer keeps its key: it is the same order still. */
const insist = async (
  { order, take }: Control,
  method: Motion,
  { within, given }: { within: number; given: Given },
): Promise<void> => {
  let key = randomUUID();
  const once = async (): Promise<Answer> => {
    const answer = await order(method, key);
    if (answer.status === 504) given.unsure += 1;
    if (answer.status !== 200) key = randomUUID();
    // Control ran out while nobody could renew it.
    if (String(answer.data?.reason ?? '').startsWith('control')) await take();
    return answer;
  };
  await until(method, once, ({ status }) => status === 200, within, 500);
  given.accepted += 1;
};

/**
 * Stops the aircraft and lets it go on, as soon as that is taken again.
 * @param within for each of the two, ms
 * @returns how long the aircraft took to stop, ms
 */
const pauseAndGoOn = async (
  control: Control,
  {
    given,
    phaseIs,
    within,
  }: {
    given: Record<'flightPause' | 'flightResume', Given>;
    phaseIs: (phase: string, within: number) => Promise<unknown>;
    within: number;
  },
): Promise<number> => {
  const from = performance.now();
  await insist(control, 'flightPause', { within, given: given.flightPause });
  await phaseIs('paused', within);
  const took = performance.now() - from;
  await insist(control, 'flightResume', { within, given: given.flightResume });
  await phaseIs('onRoute', within);
  return took;
};

/** A person at the proxy, and the dock that they fly. */
export const createJob = (url: string, { token, groupOID }: Pilot) => {
  const call: Call = (declaration, request = {}) => callAt(url, token, declaration, request);
  const given: Record<'flightPause' | 'flightResume', Given> = {
    flightPause: { accepted: 0, unsure: 0 },
    flightResume: { accepted: 0, unsure: 0 },
  };
  let dockOID = '';
  let flightOID = '';
  const control = createControl(call, () => dockOID);
  const flight = async (): Promise<Flight> => dataOf(await call(calls.flight.get, { oid: flightOID }));
  const phaseIs = (phase: string, within: number) =>
    until(phase, flight, (now) => now.phase === phase, within, 250);

  const register = async (sn: string, droneSn: string): Promise<{ oid: string; secret: string }> => {
    const request = { name: '东山机场', sn, droneSn, model: '3-2-0', vendor: 'DJI', groupOID };
    const { oid, secret } = dataOf(await call(calls.dock.add, request));
    return { oid: oid as string, secret: secret as string };
  };

  return {
    call,
    flight,
    given,
    dockOID: () => dockOID,
    rest: control.rest,
    register,
    /** Registers a dock; the first is the one that flies. @returns its secret */
    async addDock(sn: string, droneSn: string): Promise<string> {
      const { oid, secret } = await register(sn, droneSn);
      if (dockOID === '') dockOID = oid;
      return secret;
    },
    async untilOnline(): Promise<void> {
      const dock = () => call(calls.dock.get, { oid: dockOID });
      await until('the dock online', dock, ({ data }) => data?.online === true, 60_000, 250);
    },
    /** From the route to the aircraft on it. */
    async fly(): Promise<void> {
      const routeOID = await importRoute(url, token);
      const wanted = { routeOID, dockOID, returnAltitude: 110, lostAction: 'return', clarity: 'hd' };
      flightOID = dataOf(await call(calls.flight.add, wanted)).oid as string;
      const gate = () => call(calls.flight.gate, { oid: flightOID });
      await until('the gate open', gate, ({ data }) => data?.ready === true, 120_000, 500);
      await control.take();
      dataOf(await control.order('startJob', randomUUID(), { flightOID }));
      await phaseIs('onRoute', 180_000);
    },
    pauseAndGoOn: (within: number) => pauseAndGoOn(control, { given, phaseIs, within }),
    /** Calls it home. @returns its record once it is over */
    async home(): Promise<Flight> {
      dataOf(await control.order('returnHome'));
      return phaseIs('over', 240_000);
    },
    /** Photos of the flight that have arrived. */
    async photos(): Promise<number> {
      const { list } = dataOf(await call(calls.flight.media, { id: flightOID })) as { list: unknown[] };
      return list.length;
    },
  };
};
export type Job = ReturnType<typeof createJob>;

/** Orders of one kind that reached the dock, and how many of them twice. */
export const received = async (
  dock: SimulatedDockProcess,
): Promise<{ counts: Record<string, number>; twice: number }> => {
  const counts: Record<string, number> = {};
  const services = await dock.services();
  for (const { method } of services) counts[method] = (counts[method] ?? 0) + 1;
  return { counts, twice: services.filter(({ duplicate }) => duplicate).length };
};
