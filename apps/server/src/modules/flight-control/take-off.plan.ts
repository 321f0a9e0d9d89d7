import { takeOffToPoint } from '@eyrie/dji';
import { limits, takeOffItems, takeOffLimits, type GateItem } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  momentOf,
  nameFlight,
  offerWhereKnown,
  type CommandPlan,
  type Judgement,
  type Offer,
  type PlanContext,
  type PlanRefusal,
} from '../command/index.ts';
import type { DockLink } from '../dock/index.ts';
import {
  gateByHand,
  insertHandFlight,
  observeFlight,
  otherStartUnderWay,
  refuseByGate,
  type FlightPlanDependencies,
  type HandFlight,
} from '../flight/index.ts';
import { judgingLayers } from '../layer/index.ts';
import { gatePolicyOf } from '../organisation/index.ts';
import { foundOf, readGround, type GroundRead, type GroundReaders, type WayFound } from './fly-to.judge.ts';
import {
  airBelow,
  distanceLimit,
  handFlightOf,
  takeOffWay,
  type PlannedTakeOff,
  type TakeOffOrder,
} from './take-off.way.ts';

export type TakeOffDependencies = Pick<FlightPlanDependencies, 'begin' | 'startUnknown' | 'endUnbegun'>;

const orderOf = ({ command }: Pick<PlanContext, 'command'>): TakeOffOrder =>
  command.arguments as unknown as TakeOffOrder;

const { ellipsoidMin } = limits.flightControl;
const { ellipsoidMax } = takeOffLimits;

/** Metres over the ground from the dock, as the aircraft's own limit counts them. */
const outOfReach = (link: DockLink, { way }: PlannedTakeOff, now: number): PlanRefusal | null => {
  const most = distanceLimit(link, now);
  const metres = Math.round(distance(way.home, way.target));
  return most !== null && metres > most ? { reason: 'pointFar', values: { metres, most } } : null;
};

const offerByDevice = offerWhereKnown('takeOff');
const offer: Offer = (moment) =>
  offerByDevice(moment) ?? (moment.link.flightOID ? { reason: 'flightRunning' } : null);

const refuse = (context: PlanContext): PlanRefusal | null => {
  const { link, now } = context;
  const refused = offer(momentOf(link, now));
  if (refused) return refused;
  const planned = takeOffWay(link, orderOf(context), now);
  if (!planned) return { reason: 'notReported' };
  const height = Math.round(planned.takeOff + planned.order.height);
  if (height < ellipsoidMin || height > ellipsoidMax)
    return { reason: 'pointHeight', values: { height, least: ellipsoidMin, most: ellipsoidMax } };
  return outOfReach(link, planned, now);
};

/** What was read of the world around the way before anything was locked. */
interface Around {
  read: GroundRead;
  layers: Readonly<Record<string, string>>;
}

const lookAround = async (
  { db }: Runtime,
  readers: GroundReaders,
  link: DockLink,
  planned: PlannedTakeOff,
): Promise<Around> => {
  const { groupRoot, groupOID } = link.dock;
  // Asked first: what changes while the ground is read counts as not looked at.
  const layers = await judgingLayers(db, { groupRoot, groupOID });
  const read = await readGround(readers, link, planned);
  return { read, layers: Object.fromEntries(layers.map(({ oid, stamp }) => [oid, stamp])) };
};

/** What stands against it, as it stands for every flight. */
const judged = async (
  runtime: Runtime,
  db: DbOrTrx,
  {
    link,
    planned,
    around,
    ...flown
  }: Pick<HandFlight, 'oid' | 'memberOID'> & { link: DockLink; planned: PlannedTakeOff; around: Around },
): Promise<{ flight: HandFlight; gate: GateItem[] }> => {
  const wall = Math.round(runtime.clock.wall());
  const flight = handFlightOf(flown, planned, { ...around, wall });
  const policy = await gatePolicyOf(db, link.dock.groupRoot);
  const gate = await gateByHand(runtime, db, link, flight);
  return { flight, gate: takeOffItems(gate, { ...airBelow(planned, around.read), policy }) };
};

/** The same for somebody who only asks; null: its dock does not report where it stands. */
export const checkTakeOff = async (
  runtime: Runtime,
  readers: GroundReaders,
  link: DockLink,
  order: TakeOffOrder,
): Promise<WayFound | null> => {
  const planned = takeOffWay(link, order, runtime.clock.mono());
  if (!planned) return null;
  const around = await lookAround(runtime, readers, link, planned);
  const { gate } = await judged(runtime, runtime.db, {
    link,
    oid: runtime.newOid(),
    memberOID: null,
    planned,
    around,
  });
  return foundOf(planned, gate);
};

/** Judges the take-off as every flight is judged, from where the dock says that it stands now, and makes its record. */
const judgeTakeOff =
  (runtime: Runtime, around: Around): Judgement =>
  async (trx, context) => {
    const { link, command, now } = context;
    const planned = takeOffWay(link, orderOf(context), now);
    if (!planned) throw new Refusal('notReported');
    if (await otherStartUnderWay(trx, link.dock.oid, command.oid)) throw new Refusal('flightRunning');
    const { flight, gate } = await judged(runtime, trx, {
      link,
      oid: command.oid,
      memberOID: command.issuedBy,
      planned,
      around,
    });
    refuseByGate(gate);
    const { lng, lat, height, safeHeight, maxSpeed, rthAltitude, lostAction } = planned.order;
    await insertHandFlight(trx, {
      oid: flight.oid,
      groupRoot: link.dock.groupRoot,
      groupOID: link.dock.groupOID,
      dockOID: link.dock.oid,
      takeOffTo: { lng, lat, height, safeHeight, maxSpeed },
      returnAltitude: rthAltitude,
      lostAction,
      executorOID: command.issuedBy,
      judged: flight.judged,
      gate,
    });
    await nameFlight(trx, command.oid, flight.oid);
    return undefined;
  };

/** How a flight by hand begins. Its record has the id of its order, and its device reports on it under that. */
export const takeOffPlan = (
  runtime: Runtime,
  readers: GroundReaders,
  deps: TakeOffDependencies,
): CommandPlan => ({
  offer,
  refuse,
  async authorise(context) {
    const refused = refuse(context);
    const planned = takeOffWay(context.link, orderOf(context), context.now);
    if (refused || !planned)
      throw new Refusal(refused?.reason ?? 'notReported', { values: refused?.values ?? {} });
    return judgeTakeOff(runtime, await lookAround(runtime, readers, context.link, planned));
  },
  steps: async (context) => {
    const planned = takeOffWay(context.link, orderOf(context), context.now);
    if (!planned) throw new Refusal('notReported');
    const { order, takeOff } = planned;
    const service = takeOffToPoint({
      flightId: context.command.oid,
      lng: order.lng,
      lat: order.lat,
      ellipsoidHeight: takeOff + order.height,
      safeHeight: order.safeHeight,
      returnAltitude: order.rthAltitude,
      lostAction: order.lostAction,
      maxSpeed: order.maxSpeed,
      dockModel: context.link.dock.model,
    });
    return [async () => ({ service, ack: limits.command.ackPrepare, bid: context.command.oid })];
  },
  observe: observeFlight,
  watchFor: 900_000,
  async settled({ link, command }, state, code) {
    if (command.flightOID !== command.oid) return;
    if (state === 'accepted') await deps.begin(link, command.oid);
    if (state === 'unknown') await deps.startUnknown(link, command.oid);
    if (state === 'rejected' || state === 'failed')
      await deps.endUnbegun(link, command.oid, 'failed', code === null ? command.reason : String(code));
  },
});
