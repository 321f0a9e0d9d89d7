import {
  cloudMethods,
  debugMethods,
  lensRefusal,
  motionAllowed,
  offerSetting,
  refusedFor,
  type CommandMethod,
  type DebugMethod,
  type DockParameterValue,
  type DroneMode,
  type FlightState,
  type LinkLevel,
  type LiveSource,
  type OrderFacts,
  type SpeakerMethod,
  payloadRefusal,
  psdkRefusal,
  psdkStateRefusal,
  stealthMethods,
  stealthRefusal,
  type DroneTelemetry,
  type PayloadCommand,
  type PayloadData,
  type PsdkFacts,
  type PsdkFields,
  type PsdkMethod,
  type StealthFacts,
  type StealthMethod,
} from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { reasonOf, type ServerOffers } from '../../platform/order-offers.ts';

/** The commands of a flight, in the order of the bar; return-home stands apart. */
export const flightCommands = [
  'startJob',
  'flightPause',
  'flightResume',
  'hover',
  'returnHomeCancel',
  'forceEndJob',
] as const satisfies readonly CommandMethod[];
export type FlightCommand = (typeof flightCommands)[number] | 'returnHome';
/** What a page orders of a robot. */
export type RobotCommand = Extract<CommandMethod, 'robotGoTo' | 'robotPatrol' | 'robotReturn' | 'robotStop'>;
/** What is asked of the pilot of a remote controller. */
export type PilotCommand = 'controlRequest' | 'controlRelease';
/** What the monitor of a dock orders. */
export type MonitorCommand = FlightCommand | DebugMethod | StealthMethod | 'ota';
/** What is ordered of a flight around a point. */
export type OrbitMethod = 'poiEnter' | 'poiSpeed' | 'poiExit';
/** What flight by hand orders. */
export type HandCommand = Extract<
  CommandMethod,
  | 'authorityFlight'
  | 'authorityPayload'
  | 'takeOff'
  | 'flyTo'
  | 'flyToStop'
  | 'payloadCommands'
  | OrbitMethod
  | PsdkMethod
>;
export type PageCommand = MonitorCommand | RobotCommand | PilotCommand | HandCommand | 'setParameter';

/** What is ordered about log files, where a page has more to send with it than a board of orders knows. */
export type LogCommand = 'logQuery' | 'logUpload' | 'logUploadCancel';

/** What is known at the moment of offering a command. */
export interface Situation {
  rights: { control: boolean; emergency: boolean; start: boolean };
  /** Why this tab has no control of the flight; null: it has. */
  noControl: PhraseId | null;
  pageLinkUp: boolean;
  dockOnline: boolean;
  dockLevel: LinkLevel;
  /** Of the aircraft's own data; counts only while it is online. */
  droneLevel: LinkLevel;
  airborne: boolean;
  mode: DroneMode | 'unknown' | null;
  flight: { state: FlightState; job: OrderFacts['job'] } | null;
  workState: OrderFacts['workState'];
  rods: boolean;
  tools: OrderFacts['tools'];
  /** What orders over the link of sticks ask for. */
  aircraft: StealthFacts;
  /** null: not known yet. */
  gateReady: boolean | null;
  /** Its device speaks the open contract, which has not every order. */
  open: boolean;
  /** What the server said last of the orders to it; null: nothing yet. */
  offers: ServerOffers | null;
}

/** On its way home, or landing. */
const returning: ReadonlySet<Situation['mode']> = new Set(['autoReturn', 'autoLanding']);

export const isReturning = ({ mode }: Pick<Situation, 'mode'>): boolean => returning.has(mode);

const control = ({ rights, noControl }: Situation): PhraseId | null =>
  rights.control ? noControl : 'lease.denied';

const fresh = (now: Situation): PhraseId | null => {
  if (!now.pageLinkUp) return 'monitor.why.pageLink';
  if (!now.dockOnline) return 'refusal.dockOffline';
  if (!motionAllowed(now.dockLevel)) return 'refusal.stateStale';
  return now.airborne && !motionAllowed(now.droneLevel) ? 'monitor.why.droneStale' : null;
};

/** What the page knows beside what the device shows. */
const byState: Readonly<Partial<Record<MonitorCommand, (now: Situation) => PhraseId | null>>> = {
  startJob: ({ flight, rights, gateReady }) => {
    if (!rights.start) return 'refusal.notAllowed';
    if (!flight) return 'monitor.noFlight';
    if (flight.state === 'over') return 'monitor.why.over';
    if (flight.state === 'inFlight') return 'refusal.flightRunning';
    return gateReady ? null : gateReady === null ? 'monitor.why.gateUnknown' : 'refusal.gateBlocked';
  },
  forceEndJob: ({ flight }) => (flight?.state === 'inFlight' ? null : 'monitor.why.noneRunning'),
};

const isDebug = (method: MonitorCommand): method is DebugMethod =>
  debugMethods.some((each) => each === method);

const isStealth = (method: MonitorCommand): method is StealthMethod =>
  stealthMethods.some((each) => each === method);

const factsOf = (now: Situation): OrderFacts => {
  const { airborne, flight, workState, rods, tools } = now;
  const flyingTo = now.mode === 'liveFlight';
  return {
    airborne,
    returning: isReturning(now),
    flyingTo,
    orbiting: now.mode === 'poiOrbit',
    job: flight?.job ?? null,
    workState,
    rods,
    tools,
  };
};

/** By what the page sees of dock and aircraft, where the server has not said it. */
const declared = (method: CommandMethod, now: Situation): PhraseId | null => {
  const reason = refusedFor(method, factsOf(now));
  return reason && `refusal.${reason}`;
};

/** An aircraft that is not heard may be in the air: as the server has it, nothing but what is heard now stands against a hover. */
const aircraftKnown = ({ pageLinkUp, dockOnline, dockLevel, droneLevel, tools }: Situation): boolean =>
  pageLinkUp &&
  dockOnline &&
  motionAllowed(dockLevel) &&
  (motionAllowed(droneLevel) || tools?.droneInDock === true);

const seenByPage = (method: MonitorCommand, now: Situation): PhraseId | null => {
  // A dock of the open contract has no remote debugging: its cover moves whenever nothing flies.
  if (now.open && isDebug(method)) return now.airborne ? 'refusal.aircraftFlies' : null;
  if (isStealth(method)) {
    const reason = stealthRefusal(now.aircraft);
    return reason && `refusal.${reason}`;
  }
  return method === 'hover' && !aircraftKnown(now) ? null : declared(method, now);
};

/** By the server, which asks it again before the order leaves; what the page alone knows stands before that. */
const byDevice = (method: MonitorCommand, now: Situation): PhraseId | null => {
  // What it showed last may no longer hold.
  if (isDebug(method) && !now.dockOnline) return 'refusal.dockOffline';
  // More useful than that no route is flown that could be paused.
  if (method === 'flightPause' && now.airborne && now.flight?.job?.paused) return 'monitor.why.paused';
  return reasonOf(method, seenByPage(method, now), now.offers);
};

const lacking: ReadonlySet<string> = new Set(cloudMethods);

/**
 * Why a command is not offered, as the id of a text; null when it is. The server decides in the end; this only
 * spares clicks that would be refused. Return-home asks for nothing but the right to it, at every link level.
 */
export const whyNot = (method: MonitorCommand, now: Situation): PhraseId | null => {
  if (now.open && lacking.has(method)) return 'refusal.methodMissing';
  if (method === 'returnHome') return now.rights.emergency ? null : control(now);
  if (method === 'hover') return (now.rights.emergency ? null : control(now)) ?? byDevice(method, now);
  // A missing state of the flight is the more useful answer than a missing lease.
  return byState[method]?.(now) ?? byDevice(method, now) ?? control(now) ?? fresh(now);
};

/** Why nothing can be ordered about log files or of a loudspeaker; that moves nothing, and nobody has to control the dock for it. */
export const whyNoLogs = (method: LogCommand | SpeakerMethod, now: Situation): PhraseId | null => {
  if (now.open) return 'refusal.methodMissing';
  if (!now.rights.control) return 'lease.denied';
  return reasonOf(method, declared(method, now), now.offers) ?? fresh(now);
};

/** Why no flight by hand begins, or why an aircraft in flight is not sent to a point or stopped on its way there. */
export const whyNotHand = (
  method: 'takeOff' | 'flyTo' | 'flyToStop' | OrbitMethod,
  now: Situation,
): PhraseId | null => {
  if (now.open) return 'refusal.methodMissing';
  if (method === 'takeOff' && !now.rights.start) return 'refusal.notAllowed';
  return reasonOf(method, declared(method, now), now.offers) ?? control(now) ?? fresh(now);
};

/** Why camera or gimbal is not ordered to do something; `noControl`: why this tab has no control of the payload. */
export const whyNotPayload = (
  [cmd, data]: readonly [PayloadCommand, PayloadData],
  drone: DroneTelemetry | null,
  now: Situation,
  noControl: PhraseId | null,
): PhraseId | null => {
  if (now.open) return 'refusal.methodMissing';
  if (!drone) return 'refusal.droneOff';
  const { online, airborne, camera } = drone;
  const focus = camera.settings?.focus ?? null;
  const reason = payloadRefusal(cmd, data, { online, airborne, ...camera, focus });
  if (reason) return `refusal.${reason}`;
  return control({ ...now, noControl }) ?? fresh(now);
};

/** Why a payload device is not ordered to do something; `noControl`: why this tab has no control of the payload. */
export const whyNotDevice = (
  method: PsdkMethod,
  fields: PsdkFields,
  { drone, payloads }: { drone: DroneTelemetry | null; payloads: PsdkFacts['payloads'] },
  now: Situation,
  noControl: PhraseId | null,
): PhraseId | null => {
  if (now.open) return 'refusal.methodMissing';
  if (!drone) return 'refusal.droneOff';
  const facts: PsdkFacts = { ...drone, sticks: drone.camera.sticks, payloads };
  const seen = psdkStateRefusal(method, facts);
  const refused = reasonOf(method, seen && `refusal.${seen}`, now.offers);
  if (refused) return refused;
  // Which device it is, and with what, the server has not been asked.
  const reason = psdkRefusal(method, fields, facts);
  if (reason) return `refusal.${reason}`;
  return control({ ...now, noControl }) ?? fresh(now);
};

/** Why the lens of a picture is not changed, by what its device shows; who controls the payload is asked beside. */
export const whyNotLens = (
  source: Pick<LiveSource, 'owner'>,
  drone: Pick<DroneTelemetry, 'camera'> | null,
  now: Situation,
): PhraseId | null => {
  const reason = lensRefusal(source, factsOf(now).job, drone?.camera.recording ?? null);
  return reason && `refusal.${reason}`;
};

/** Why a setting of the dock itself is not offered; it needs no control. `held`: what the dock reports of it. */
export const whyNotSet = (now: Situation, held: DockParameterValue | null): PhraseId | null => {
  if (now.open) return 'refusal.methodMissing';
  const busy = (now.flight?.job ?? null) !== null;
  const reason = offerSetting({ airborne: now.airborne, busy, droneOff: false, held });
  // Which setting it is the server has not been asked: what the device has never named stays refused.
  const own = reason && (`refusal.${reason}` as const);
  return reasonOf('setParameter', own, now.offers) ?? (held === null ? 'refusal.notReported' : fresh(now));
};

/** True when a command still goes out but nobody can say whether it will get there. */
export const mayNotArrive = (
  now: Pick<Situation, 'pageLinkUp' | 'dockOnline' | 'dockLevel' | 'droneLevel' | 'airborne'>,
): boolean =>
  !now.pageLinkUp ||
  !now.dockOnline ||
  !motionAllowed(now.dockLevel) ||
  (now.airborne && !motionAllowed(now.droneLevel));
