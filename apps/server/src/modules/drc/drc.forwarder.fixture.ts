import { limits, type LandingAnswer, type DrcState, type StickHolder, type StickReport } from '@eyrie/domain';
import { sql } from 'kysely';
import { vi } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import { until } from '../../testing/caller.ts';
import { createTestFlights } from '../../testing/flights.ts';
import { createTestRooms, type TestRooms } from '../../testing/rooms.ts';
import type { DockLink } from '../dock/index.ts';
import { createLeaseService, type LeaseService } from '../lease/index.ts';
import type { DrcSaid } from './drc.channel.ts';
import { flownLink, frameSaid } from './drc.fixture.ts';
import { createDrcForwarder, type DrcForwarder } from './drc.forwarder.ts';
import { holderStands, saveAccount } from './drc.store.ts';

const { beat, verifyEvery } = limits.drc;
export const tabId = 'tab-with-the-sticks';
export const centred = { roll: 0, pitch: 0, throttle: 0, yaw: 0 };
export const account = Buffer.from('account');

export let rooms: TestRooms;
let leases: LeaseService;
export let dockOID: string;
let groupRoot: string;
let groupOID: string;
export async function openForwarding(): Promise<void> {
  rooms = await createTestRooms();
  leases = createLeaseService(rooms.runtime, {
    audit: rooms.audit,
    changed: () => undefined,
    untilOrdersSettled: async () => undefined,
    airborne: async () => true,
  });
  groupRoot = await rooms.seed('theta', ['operator'], 'Flug-4711!');
  dockOID = await createTestFlights(rooms.runtime).dock('theta-operator');
  const { rows } = await sql<{ groupOID: string }>`select group_oid as "groupOID" from dock
    where oid = ${dockOID}::uuid`.execute(rooms.db);
  groupOID = rows[0]?.groupOID ?? '';
  const signedIn = await rooms.session.authenticate(await rooms.tokenOf('theta-operator'));
  if (!signedIn) throw new Error('the operator is not signed in');
  caller = signedIn;
}
export const closeForwarding = async (): Promise<void> => rooms?.close();

interface Text {
  method: string;
  data: Record<string, number> | null;
  limit: { sn: string; within: number } | null;
}
export let holder: StickHolder;
export let link: DockLink;
export let forwarder: DrcForwarder;
export let sent: Text[];
export let states: { state: DrcState; to: string; answer: LandingAnswer | null | undefined }[];
export let reports: StickReport[];
export let closed: { sn: string; by: string }[];
export let dismissed: string[];
export let says: (one: DrcSaid) => void;
export let unlistened: number;
/** What is around the forwarder, for a test to change. */
export const around = {
  /** The link that this gateway has of the dock. */
  there: null as DockLink | null,
  /** How often the time of the server was read: by each look, and by each frame. */
  looks: 0,
  /** What the broker does with a listener, and with a report. */
  listening: async (): Promise<void> => undefined,
  acknowledged: async (): Promise<void> => undefined,
  /** What the broker does with a message to the dock. */
  taken: async (): Promise<void> => undefined,
};

let caller: Caller;
const call = () => ({ caller, address: '192.0.2.1', correlationId: 'call-0' });
const target = () => ({ dockOID, groupRoot, control: 'flight' as const });
export const release = async (): Promise<void> =>
  void (await leases.release(target(), call(), tabId, holder.epoch).catch(() => undefined));

/** Before each test: the operator holds the lease of the sticks, and a gateway the dock. */
export async function beginForwarding(): Promise<void> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { epoch } = await leases.take(target(), call(), tabId);
  const { memberOID, sessionOID } = caller;
  holder = { memberOID, sessionOID, tabId, epoch };
  link = flownLink(rooms.clock.mono());
  link.dock = { ...link.dock, oid: dockOID, groupRoot, groupOID };
  around.there = link;
  [sent, states, reports, closed, dismissed, unlistened] = [[], [], [], [], [], 0];
  says = () => undefined;
  around.listening = async () => undefined;
  around.acknowledged = async () => undefined;
  around.taken = async () => undefined;
  await saveAccount(rooms.db, dockOID, account, new Date(rooms.clock.wall() + 60_000));
  const serverTime = (): number => {
    around.looks += 1;
    return rooms.clock.wall();
  };
  forwarder = createDrcForwarder(
    { ...rooms.runtime, serverTime },
    {
      audit: rooms.audit,
      channel: {
        say: async () => undefined,
        hear: async () => () => undefined,
        async report(_, to, state, answer) {
          states.push({ state, to: to.tabId, answer });
          await around.acknowledged();
        },
        async listen(_, take) {
          says = take;
          await around.listening();
          return () => void (unlistened += 1);
        },
      },
      linkOf: (oid) => (oid === dockOID ? around.there : null),
      async publish(topic, text, limit) {
        if (topic === `thing/product/${link.dock.sn}/drc/down`)
          sent.push({ ...(JSON.parse(text) as Omit<Text, 'limit'>), limit });
        await around.taken();
      },
      publishReport: (_, report) => void reports.push(report),
      closeLink: async ({ sn }, by) => void closed.push({ sn, by }),
      dismiss: async (sn) => void dismissed.push(sn),
    },
  );
  forwarder.start();
}
export async function endForwarding(): Promise<void> {
  forwarder.stop();
  await forwarder.closed(dockOID);
  vi.useRealTimers();
  await release();
}

/** What was sent and reported so far counts no more. */
export const forget = (): void => {
  [sent, states] = [[], []];
};
export const last = () => states.at(-1)?.state;
/** So much time passes, in steps of the loop; the aircraft is reported meanwhile. */
export const pass = (ms: number, { silent = false } = {}): void => {
  for (let left = ms; left > 0; left -= beat) {
    rooms.clock.move(beat);
    if (!silent) reportsItself();
    vi.advanceTimersByTime(beat);
  }
};
/** All that the database was asked has been answered, however busy the machine is. */
const settled = async (): Promise<void> => {
  const { pool } = rooms.database.connection;
  for (let idle = 0; idle < 3; idle += 1) {
    await holderStands(rooms.db, dockOID, holder, rooms.clock.wall());
    while (pool.idleCount < pool.totalCount || pool.waitingCount > 0) {
      idle = 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
};
/** … with time for the database to answer in between, without which nobody flies on. */
export const passLong = async (ms: number): Promise<void> => {
  for (let left = ms; left > 0; left -= verifyEvery) {
    pass(Math.min(left, verifyEvery));
    await settled();
  }
};
export const dockSends = (method: string, data: object): void =>
  forwarder.heard(link, { method, data, raw: {} } as unknown as Parameters<DrcForwarder['heard']>[1]);
export const place = { latitude: 24, longitude: 54, height: 160, attitude_head: 0 };
export const reportsItself = (): void => dockSends('osd_info_push', place);
let seq = 0;
export const frame = (sticks = centred, differs: Partial<StickHolder> = {}): void =>
  says({ ...frameSaid((seq += 1), rooms.clock.wall(), { ...holder, ...differs, sticks }), dockOID });
/** Whoever flies has been looked at, and the sticks were centred once. */
export const begin = async (): Promise<void> => {
  forwarder.begin(link, holder, account);
  reportsItself();
  await until(
    'looked at',
    () => {
      pass(beat);
      frame();
      return of('stick_control').length;
    },
    Boolean,
  );
  rooms.clock.move(50);
};
export const of = (method: string): Text[] => sent.filter((one) => one.method === method);
