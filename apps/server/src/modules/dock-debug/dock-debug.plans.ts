import {
  debugMethods,
  debugTools,
  esimRefusal,
  limits,
  type DebugMethod,
  type DockStatus,
  type MobileCard,
  type ShownMethod,
} from '@eyrie/domain';
import { debugService } from '@eyrie/dji';
import { distance } from '@eyrie/geometry';
import {
  momentOf,
  offerWhereKnown,
  type CommandPlan,
  type Observation,
  type Offer,
  type PlanContext,
  type PlanRefusal,
} from '../command/index.ts';
import { debugJob, droneAge, statusOf, type DockLink } from '../dock/index.ts';

type Arguments = Readonly<Record<string, unknown>>;
type Conditioner = DockStatus['airConditioner'];

/** Whether the dock shows what was asked for; null: it shows nothing of it by which that could be told. */
type Shown = boolean | null;

const cardIn = ({ tools }: DockStatus, { device, imei }: Arguments): MobileCard | undefined =>
  tools.cards.find((card) => card.device === device && card.imei === imei);

/** Preparing and ending are ways to it: it is there when it runs, or rests. */
const conditions =
  (mode: Conditioner['mode']) =>
  ({ airConditioner }: DockStatus): Shown =>
    airConditioner.mode === null ? null : airConditioner.mode === mode && airConditioner.phase === 'steady';

const shows: Readonly<Record<ShownMethod, (status: DockStatus, given: Arguments) => Shown>> = {
  debugModeOpen: ({ workState }) => workState === 'remoteDebug',
  debugModeClose: ({ workState }) => workState !== null && workState !== 'remoteDebug',
  coverOpen: ({ coverState }) => coverState === 'open',
  coverClose: ({ coverState }) => coverState === 'closed',
  coverForceClose: ({ coverState }) => coverState === 'closed',
  putterOpen: ({ putterState }) => putterState === 'extended',
  putterClose: ({ putterState }) => putterState === 'closed',
  droneOpen: ({ dronePowered }) => dronePowered === true,
  // An aircraft that is not heard is not off.
  droneClose: ({ dronePowered }) => dronePowered === false,
  chargeOpen: ({ charge }) => charge.state === 'charging',
  chargeClose: ({ charge }) => charge.state !== null && charge.state !== 'charging',
  supplementLightOpen: ({ supplementLight }) => supplementLight === true,
  supplementLightClose: ({ supplementLight }) => supplementLight === false,
  alarmOpen: ({ tools }) => tools.alarm === true,
  alarmClose: ({ tools }) => tools.alarm === false,
  airConditionerStop: conditions('idle'),
  airConditionerCool: conditions('cooling'),
  airConditionerHeat: conditions('heating'),
  airConditionerDry: conditions('dehumidifying'),
  batteryMaintenanceOpen: ({ tools }) => tools.batteryCare.state === 'running',
  batteryMaintenanceClose: ({ tools: { batteryCare } }) =>
    batteryCare.state !== null && batteryCare.state !== 'running',
  lteOpen: ({ tools }) => tools.linkMode === 'both',
  lteClose: ({ tools }) => tools.linkMode === 'sdr',
  simSlotSwitch: (status, given) => cardIn(status, given)?.slot === given['slot'],
  esimActivate: (status, given) => cardIn(status, given)?.activated === true,
  esimOperatorSwitch: (status, given) => cardIn(status, given)?.operator === given['operator'],
};

const showsState = (method: DebugMethod): method is ShownMethod => debugTools[method].end === 'state';

const isShown = (method: DebugMethod, { link, command, now }: PlanContext): Shown =>
  // A dock that restarts, or erases its storage, shows what it showed before.
  showsState(method) ? shows[method](statusOf(link, now), command.arguments) : null;

const failures: ReadonlySet<string | null> = new Set(['rejected', 'failed', 'canceled', 'timeout']);

/** What the dock said of this very order while it worked at it. */
const saidOf = ({ link, command }: Pick<PlanContext, 'link' | 'command'>) => {
  const job = debugJob.of(link);
  return job?.bid === command.oid ? job : null;
};

/**
 * The outcome is what the dock shows of itself; its word that it is done counts only where it shows nothing (a restart). Its word
 * that it failed counts always.
 */
const observe =
  (method: DebugMethod): NonNullable<CommandPlan['observe']> =>
  (context): Observation | null => {
    const said = saidOf(context);
    if (failures.has(said?.state ?? null)) return { state: 'failed', firm: true };
    const shown = isShown(method, context);
    if (shown ?? said?.state === 'ok') return { state: 'succeeded', firm: true };
    return said ? { state: 'in_progress', firm: true } : null;
  };

/** Whoever erases a storage has read which device they are at. */
const wiped =
  (serialOf: (link: DockLink) => string | null) =>
  ({ link, command }: PlanContext): PlanRefusal | null =>
    command.arguments['serial'] === serialOf(link) ? null : { reason: 'serialDiffers' };

/** What the dock does not name it may not have, and of what it has it uses only an eSIM that is activated. */
const usableCard =
  (asksEsim: (given: Arguments) => boolean) =>
  ({ link, command, now }: PlanContext): PlanRefusal | null => {
    const card = cardIn(statusOf(link, now), command.arguments);
    if (!card) return { reason: 'cardUnknown' };
    const reason = asksEsim(command.arguments) ? esimRefusal(card) : null;
    return reason && { reason };
  };

/** An aircraft lands by the place of its dock: a slip of the keyboard must not move it far. */
const nearby = ({ link, command, now }: PlanContext): PlanRefusal | null => {
  const { gps } = statusOf(link, now);
  if (gps === null) return { reason: 'notReported' };
  const [lng = 0, lat = 0] = gps.split(',').map(Number);
  const given = command.arguments as { lng: number; lat: number };
  const metres = Math.round(distance({ lng, lat }, given));
  const most = limits.dockDebug.calibratesWithin;
  return metres <= most ? null : { reason: 'placeFar', values: { metres, most } };
};

/** What is asked of the arguments of an order, by what its dock reports. */
const judged: Readonly<Partial<Record<DebugMethod, (context: PlanContext) => PlanRefusal | null>>> = {
  simSlotSwitch: usableCard(({ slot }) => slot === 'esim'),
  esimActivate: usableCard(() => false),
  esimOperatorSwitch: usableCard(() => true),
  rtkCalibration: nearby,
  droneFormat: wiped(({ dock }) => dock.droneSn),
  deviceFormat: wiped(({ dock }) => dock.sn),
};

const { worksFor, conditionsFor, formatsFor } = limits.dockDebug;
const watchedFor: Readonly<Partial<Record<DebugMethod, number>>> = {
  airConditionerStop: conditionsFor,
  airConditionerCool: conditionsFor,
  airConditionerHeat: conditionsFor,
  airConditionerDry: conditionsFor,
  droneFormat: formatsFor,
  deviceFormat: formatsFor,
};

/**
 * For how long the aircraft has been silent, ms: by what this gateway heard, or else by what the one before it left, against
 * the newest word of the dock. Null: nobody knows.
 */
const silenceOf = (link: DockLink, now: number): number | null => {
  const heard = droneAge(link, now);
  if (heard !== null) return heard;
  const { lastSeenWall, droneLastSeenWall } = link;
  return lastSeenWall === null || droneLastSeenWall === null ? null : lastSeenWall - droneLastSeenWall;
};

/**
 * What the dock says of its pad is of now, and no aircraft may still come home: one that was in the air when it was last
 * heard, and flies no longer than any.
 */
const padSure: Offer = ({ link, now }) => {
  const at = link.dockSnapshot.at['drone_in_dock'];
  const age = at === undefined ? Infinity : now - at;
  if (age > limits.command.stateFresh)
    return age === Infinity
      ? { reason: 'notReported' }
      : { reason: 'stateStale', values: { seconds: Math.ceil(age / 1000) } };
  const silent = silenceOf(link, now);
  const longEnough = silent !== null && silent > limits.dockDebug.fliesAtMost;
  return link.airborneWhenLastSeen && !longEnough ? { reason: 'aircraftFlies' } : null;
};

/** What is asked of the state beyond the declaration: only the gateway knows it. */
const asked: Readonly<Partial<Record<DebugMethod, Offer>>> = { coverForceClose: padSure };

const offerOf = (method: DebugMethod): Offer => {
  const declared = offerWhereKnown(method);
  return (moment) => declared(moment) ?? asked[method]?.(moment) ?? null;
};

const refusals = (method: DebugMethod): Pick<CommandPlan, 'offer' | 'refuse'> => {
  const offer = offerOf(method);
  return {
    offer,
    refuse: (context) => offer(momentOf(context.link, context.now)) ?? judged[method]?.(context) ?? null,
  };
};

const planOf = (method: DebugMethod): CommandPlan => ({
  ...refusals(method),
  authorise: async () => async (_, context) =>
    isShown(method, context) ? { nothingToSend: 'held' } : undefined,
  steps: async ({ command, link }) => [
    async () => ({
      service: debugService(method, command.arguments, link.dock.sn),
      ack: limits.command.ack,
      bid: command.oid,
    }),
  ],
  observe: observe(method),
  watchFor: watchedFor[method] ?? worksFor,
});

/** What may be ordered of a dock in remote debugging. */
export const dockDebugPlans = Object.fromEntries(
  debugMethods.map((method) => [method, planOf(method)]),
) as Readonly<Record<DebugMethod, CommandPlan>>;
