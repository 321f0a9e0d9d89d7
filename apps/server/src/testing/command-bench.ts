import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { CommandMethod, CommandRecord } from '@eyrie/domain';
import { decodeEnvelope, mergeProperties, type DeviceMessage } from '@eyrie/dji';
import { buildKmz, droneOsd, osdPartA, osdPartB, osdPartC, progressData } from '@eyrie/testing';
import {
  createCommandGateway,
  createCommandService,
  createSendingWait,
  type CommandGateway,
  type CommandPlans,
  liveClaim,
  readDrafted,
} from '../modules/command/index.ts';
import { openDockLink, type DockLink } from '../modules/dock/index.ts';
import { dockIdentities } from '../modules/dock/dock.store.ts';
import {
  createFlightGateway,
  openStartOf,
  type FlightObjects,
  type StartFilesByCommand,
} from '../modules/flight/index.ts';
import { openDevicePlans } from '../modules/open-device/index.ts';
import { createLeaseService } from '../modules/lease/index.ts';
import { speakerPlans } from '../modules/speaker/index.ts';
import { createDockLog } from '../modules/dock-log/index.ts';
import { createFirmware, isRolloutUpgrade } from '../modules/firmware/index.ts';
import type { FlightJudgement } from '../modules/route/index.ts';
import { isSeriesStart, isWindReturn } from '../modules/flight/index.ts';
import { isScheduledStart } from '../modules/task/index.ts';
import { createLinkParts } from '../link-parts.generated.ts';
import type { Caller } from '../platform/http/endpoint.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { createTestFlights } from './flights.ts';
import { createTestRooms, testContext, type TestRooms } from './rooms.ts';

const fence = 7;
const instanceId = 'bench';
const objects = (): FlightObjects & { stored: Map<string, Uint8Array> } => {
  const stored = new Map<string, Uint8Array>();
  return {
    stored,
    read: async (key) => stored.get(key) ?? null,
    write: async (key, bytes) => void stored.set(key, bytes),
    address: async (key) => `http://127.0.0.1:9/${key}`,
  };
};

/** Of what no order of the bench makes use. */
const unused = (): never => ({}) as never;

/** What of the world around the gateway a test turns. */
interface World {
  brokerUp: boolean;
  answers: () => Promise<boolean>;
  /** Each message as it leaves; throws when the broker does not take it. */
  leaving: (method: string) => Promise<void>;
  /** What the dock answers: a result, or null for silence; or the broker's word that nobody was there. */
  answer: (method: string) => Promise<number | 'notDelivered' | null>;
  newFlightRefusal: () => Promise<Refusal | null>;
  /** Why a call may begin no flight now. */
  closed: Refusal | null;
  /** Whether an order that saves the aircraft may still leave this way. */
  mayLeave: boolean;
}

const initialWorld = (): World => ({
  brokerUp: true,
  answers: async () => true,
  leaving: async () => undefined,
  answer: async () => 0,
  newFlightRefusal: async () => null,
  closed: null,
  mayLeave: true,
});

/** Takes in a healthy dock's word of itself, as of now. */
export const hearDock = (rooms: TestRooms, link: DockLink, differs: Record<string, unknown> = {}): void => {
  const receipt = { at: rooms.clock.mono(), source: 'osd' } as const;
  const sub_device = {
    device_sn: 'A1',
    device_model_key: '0-91-1',
    device_online_status: 1,
    device_paired: 1,
  };
  for (const part of [{ ...osdPartA, sub_device }, osdPartB, osdPartC, differs])
    link.dockSnapshot = mergeProperties(link.dockSnapshot, part, receipt).snapshot;
  link.hmsAt = rooms.clock.mono();
};

/** A healthy aircraft's word of itself, as of now. */
export const hearDrone = (rooms: TestRooms, link: DockLink, differs: Record<string, unknown> = {}): void => {
  const receipt = { at: rooms.clock.mono(), source: 'osd' } as const;
  link.droneInTopology = true;
  link.droneSnapshot = mergeProperties(link.droneSnapshot, { ...droneOsd, ...differs }, receipt).snapshot;
};

export interface Order {
  dockOID: string;
  method?: CommandMethod;
  flightOID?: string;
  epoch?: number;
  tabId?: string;
  nonce?: string;
  issuedAt?: number;
  key?: string;
}

/** A flight that was looked at from where its dock stands, with nothing in its way. */
const lookedAt = {
  checksum: '',
  from: { lng: osdPartA.longitude, lat: osdPartA.latitude, height: osdPartA.height },
  warnings: [],
  look: { layers: {}, read: [], pending: [] },
  batteryUse: { share: 0.1, reserve: 0.25 },
  ground: { top: 0, complete: true },
  at: 0,
} satisfies FlightJudgement;

export const tabOf = (caller: Caller): string => `tab-of-${caller.sessionOID}`;

/**
 * The gateway of commands with its real rooms and a real database, where broker and dock are functions that a test
 * gives, and the clock stands until it is moved.
 */
export async function createCommandBench() {
  const rooms = await createTestRooms();
  const { db, runtime } = rooms;
  const audit = rooms.audit.forControl;
  const groupRoot = await rooms.seed('gamma', ['operator', 'administrator'], 'Flug-4711!');
  const flights = createTestFlights(runtime);
  const files = objects();
  const links = new Map<string, DockLink>();
  const sent: { dockOID: string; method: string; tid: string | null; at: number }[] = [];
  const world = initialWorld();
  /** Who ordered by records that are not proved: `dockOID method`. */
  const strangers: string[] = [];

  const ownFlights = createFlightGateway(runtime, {
    audit,
    publish: () => undefined,
    touched: () => undefined,
    changed: () => undefined,
    flushTelemetry: async () => undefined,
    over: () => undefined,
    unordered: async () => undefined,
    windRule: async () => ({ seconds: null, answerSeconds: 30 }),
  });
  const made: StartFilesByCommand = new WeakMap();
  const dockLog = createDockLog(runtime, {
    objects: unused(),
    source: unused(),
    publish: () => undefined,
  });
  const firmware = createFirmware(runtime, {
    objects: { presignGet: files.address } as never,
  });
  const quiet = { timers: [] } as never;
  const { plans: cloudPlans } = createLinkParts({
    runtime,
    host: { links: () => [...links.values()], observe: () => undefined, touch: () => undefined },
    objects: files,
    video: {
      pushTarget: () => ({ protocol: 'rtmp', url: '' }),
      whip: null,
      streams: async () => [],
      flvUrl: () => '',
      sourceUrl: async () => '',
      whep: null,
    },
    ground: {
      ground: async () => null,
      surface: async () => ({
        known: false,
        blocks: [],
        labels: [],
        unread: [],
        oids: { here: [], lost: [] },
      }),
    },
    flights: ownFlights,
    startFiles: made,
    dockLog,
    firmware,
    speaker: { plans: speakerPlans(runtime, { presignGet: async (key) => `http://127.0.0.1:9/${key}` }) },
    drc: {
      brokerUrl: () => 'mqtt://127.0.0.1:9',
      accountName: (sn) => sn,
      admit: async () => true,
      dismiss: async () => undefined,
      channel: unused(),
    },
    forwarder: { begin: () => undefined, end: () => undefined, closed: async () => undefined } as never,
    logs: quiet,
    unusable: quiet,
    areas: unused(),
    health: unused(),
    connections: unused(),
    publisher: unused(),
    recorder: unused(),
    recordMedia: unused,
    zoneMinutes: unused,
    videoChanged: unused,
    stopPicture: unused,
    releaseControl: unused,
  });
  const plans: CommandPlans = openDevicePlans(runtime, cloudPlans, { startOf: openStartOf(made) });
  /** Takes a message as the broker does; the dock answers it afterwards. */
  const publish = async (topic: string, payload: string, limit: { within: number }): Promise<void> => {
    if (limit.within <= 0) throw new Error('the time of the message is up');
    const decoded = decodeEnvelope(Buffer.from(payload));
    const sn = topic.split('/')[2];
    const link = [...links.values()].find((one) => one.dock.sn === sn);
    if (!decoded.ok || !link) throw new Error(`the gateway sent no message to ${sn}`);
    const { message } = decoded;
    const method = message.method ?? '';
    await world.leaving(method);
    sent.push({ dockOID: link.dock.oid, method, tid: message.tid, at: performance.now() });
    const answer = async (): Promise<void> => {
      const result = await world.answer(method);
      if (result === 'notDelivered') gateway.delivered(link, { tid: message.tid ?? '', outcome: result });
      else if (result !== null) gateway.replied(link, { ...message, data: { result } });
    };
    setImmediate(() => void answer());
  };
  const gateway: CommandGateway = createCommandGateway(runtime, {
    audit,
    plans,
    instanceId,
    sendGuard: { claim: () => world.mayLeave } as never,
    publish,
    brokerUp: () => world.brokerUp,
    brokerAnswers: () => world.answers(),
    isScheduledStart: async (trx, order) =>
      (await isScheduledStart(trx, order)) || (await isSeriesStart(trx, order)),
    isWindReturn,
    isRolloutUpgrade,
    newFlightRefusal: () => world.newFlightRefusal(),
    linkOf: (oid) => links.get(oid) ?? null,
    changed: () => undefined,
  });
  const { listen } = rooms.database.connection;
  await listen('command_drafted', (payload) => gateway.drafted(readDrafted(payload)));
  const service = createCommandService(runtime, {
    audit,
    listen: async (channel, handler) => void (await listen(channel, handler)),
    newFlightRefusal: async () => world.closed,
    strangerOrdered: (dockOID, method) => void strangers.push(`${dockOID} ${method}`),
  });
  await service.start();
  const leases = createLeaseService(runtime, {
    audit,
    changed: () => undefined,
    untilOrdersSettled: createSendingWait(runtime),
    airborne: async () => false,
  });

  const caller = async (account = 'gamma-operator'): Promise<Caller> => {
    const found = await rooms.session.authenticate(await rooms.tokenOf(account));
    if (!found) throw new Error(`${account} is not signed in`);
    return found;
  };
  const by = (who: Caller) => ({ caller: who, address: '192.0.2.1', correlationId: randomUUID() });
  const target = (dockOID: string) => ({ dockOID, groupRoot, control: 'flight' as const });

  const addRoute = async (): Promise<string> => {
    const routeOID = await flights.route('gamma-operator');
    const bytes = buildKmz();
    const checksum = createHash('sha256').update(bytes).digest('hex');
    files.stored.set(routeOID, bytes);
    await sql`update route set checksum = ${checksum}, drone_model = '0-91-1' where oid = ${routeOID}::uuid`.execute(
      db,
    );
    return routeOID;
  };
  const addFlight = async (dockOID: string): Promise<string> => {
    const routeOID = await addRoute();
    const taskOID = await flights.task('gamma-operator');
    const flightOID = await flights.flight('gamma-operator', { taskOID, routeOID, dockOID });
    await sql`update flight set route_checksum = (select checksum from route where oid = ${routeOID}::uuid),
      judged = ${JSON.stringify(lookedAt)}::jsonb where oid = ${flightOID}::uuid`.execute(db);
    return flightOID;
  };

  return {
    ...rooms,
    groupRoot,
    world,
    sent,
    gateway,
    plans,
    leases,
    files,
    links,
    strangers,
    caller,
    addFlight,
    target,
    by,
    reset: (): void => void Object.assign(world, initialWorld()),
    /** Lets something happen once, after everything before the claim of a step (from 0) of the next order. */
    beforeStep(step: number, happen: () => unknown): void {
      let asked = 0;
      const answers = async (): Promise<boolean> => {
        // The broker is asked before and after each message.
        const now = asked === 2 * step;
        asked += 1;
        if (now) await happen();
        return world.answers === answers ? true : world.answers();
      };
      world.answers = answers;
    },
    /** The dock tells the progress of a flight. */
    progress: (link: DockLink, flightOID: string, status: string): Promise<void> =>
      ownFlights.progressed(link, {
        method: 'flighttask_progress',
        bid: flightOID,
        data: progressData(flightOID, { status, waypoint: 1 }),
      } as DeviceMessage),
    /** Whether a flight is open on a dock, or may be. */
    isOpen: ownFlights.isOpen,
    /** What the gateway makes of the state of a dock, as it does every second. */
    reconcile: async (link: DockLink): Promise<void> => {
      if (ownFlights.isOpen(link)) await ownFlights.reconcile(link, rooms.clock.mono());
    },
    /** Takes a dock over, as after a restart. */
    recoverFlights: (link: DockLink) => ownFlights.recover([link]),
    /** Methods that reached a dock, in order. */
    sentTo: (dockOID: string): string[] =>
      sent.flatMap((one) => (one.dockOID === dockOID ? [one.method] : [])),
    /** Numbers of the messages that reached a dock, in order. */
    tidsTo: (dockOID: string): (string | null)[] =>
      sent.flatMap((one) => (one.dockOID === dockOID ? [one.tid] : [])),

    /** A dock of this gateway that is heard and healthy, with a flight planned and control taken. */
    async ready() {
      const who = await caller();
      const dockOID = await flights.dock('gamma-operator');
      const [identity] = await dockIdentities(db, [dockOID]);
      if (!identity) throw new Error('no dock');
      await sql`insert into gateway_claim (dock_oid, instance_id, fence, expires_at)
        values (${dockOID}::uuid, ${instanceId}, ${fence}, ${new Date(rooms.clock.wall() + 3_600_000)})`.execute(
        db,
      );
      const link = openDockLink(identity, fence);
      link.session = true;
      link.clockOffset = 0;
      hearDock(rooms, link);
      hearDrone(rooms, link);
      links.set(dockOID, link);
      const flightOID = await addFlight(dockOID);
      const { epoch } = await leases.take(target(dockOID), by(who), tabOf(who));
      return { who, dockOID, link, flightOID, epoch, tabId: tabOf(who) };
    },

    nonce: async (who: Caller, dockOID: string, method: string): Promise<string> =>
      (await service.challenge(who, dockOID, method)).nonce,

    /** Orders as a call does; gives the record, or the refusal with it. */
    async order(
      who: Caller,
      { dockOID, method = 'startJob', flightOID, epoch, tabId, nonce, issuedAt, key = randomUUID() }: Order,
    ): Promise<{ status: number; reason: string | null; record: CommandRecord }> {
      const dock = links.get(dockOID)?.dock;
      if (!dock) throw new Error('no dock');
      const context = testContext({ caller: who });
      const args = flightOID === undefined ? {} : { flightOID };
      const hasGateway = await liveClaim(db, dockOID, runtime.serverTime());
      const commandOID = runtime.newOid();
      const request = { commandOID, dock, hasGateway, method, key, epoch, tabId, nonce, issuedAt };
      try {
        const record = await service.order(context, { ...request, arguments: args, ...args });
        return { status: 200, reason: null, record };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return { status: error.status, reason: error.reason, record: error.details.data as never };
      }
    },
    async stop(): Promise<void> {
      await gateway.stop();
      await rooms.close();
    },
  };
}
export type CommandBench = Awaited<ReturnType<typeof createCommandBench>>;
export type ReadyDock = Awaited<ReturnType<CommandBench['ready']>>;
