import { limits, type CommandMethod, type GateItem } from '@eyrie/domain';
import {
  flighttaskExecute,
  flighttaskPause,
  flighttaskRecovery,
  flighttaskUndo,
  flyToPointStop,
  poiModeExit,
  returnHome,
  returnHomeCancel,
  type Service,
} from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  absentSenderStatusOf,
  offerDeclared,
  stateAlone,
  wasStopped,
  type Command,
  type CommandPlan,
  type Judgement,
  type PlanContext,
  type Step,
} from '../command/index.ts';
import { keepApproval } from './approval.store.ts';
import { liesOf, prepareJob, prepareStep, undoJob, undoOf } from './flight.condition.plans.ts';
import { gateOf, refuseByGate, type FlightObjects } from './flight.dispatch.ts';
import { fliesTheSame } from './flight.edit.ts';
import { observeFlight } from './flight.evidence.ts';
import { dueAfter, endOrdered, lockFlight, otherStartUnderWay } from './flight.locks.store.ts';
import { flightOf, startFiles, type StartFiles, type StartFilesByCommand } from './flight.start-files.ts';
import { storeFile, storeGate, takeOffOf } from './flight.store.ts';
import { droneAirborne, motionOf, type DockLink } from '../dock/index.ts';

const single =
  (service: () => Service): CommandPlan['steps'] =>
  async () => [async (): Promise<Step> => ({ service: service(), ack: limits.command.ack, bid: null })];

const isReturning = ({ link, now }: PlanContext): boolean => motionOf(link, now).returning;

export interface FlightPlanDependencies {
  objects: FlightObjects;
  /** Spends the confirmation that another method needs, or refuses. */
  spendConfirmation(trx: DbOrTrx, command: Command, method: CommandMethod): Promise<void>;
  /** A flight left the waiting state or ended through a command. */
  begin(link: DockLink, flightOID: string): Promise<void>;
  /** Nobody knows what became of a start: what its dock shows ends the flight. */
  startUnknown(link: DockLink, flightOID: string): Promise<void>;
  /** Ends one that never left, in the transaction of the order to end it. */
  cancelIn(trx: DbOrTrx, link: DockLink, flightOID: string): Promise<void>;
  /** Tells the screens of it when that is stored. */
  publishOver(link: DockLink, flightOID: string, outcome: 'cancelled'): Promise<void>;
  /** Ends one whose start came to nothing, unless it has begun all the same. */
  endUnbegun(
    link: DockLink,
    flightOID: string,
    outcome: 'cancelled' | 'failed',
    reason: string | null,
  ): Promise<void>;
  end(
    link: DockLink,
    flightOID: string,
    outcome: 'cancelled' | 'failed',
    reason: string | null,
  ): Promise<void>;
}

/** Word to the dock: it fetches and checks the route, then it flies. What lies there ready is only told to fly. */
const startSteps = (
  runtime: Runtime,
  context: PlanContext,
  files: StartFiles | undefined,
): (() => Promise<Step>)[] => {
  if (!files?.dispatch) throw new Refusal('routeChanged');
  const { flight, lies } = files;
  const execute = async () => ({
    service: flighttaskExecute(flight.oid),
    ack: limits.command.ack,
    bid: flight.oid,
  });
  if (lies === 'prepared') return [async () => ({ ...(await execute()), setsOut: true })];
  const fresh = [prepareStep(runtime, context, files), execute];
  return lies === 'toTakeBack' ? [async () => undoOf(flight.oid), ...fresh] : fresh;
};

/** The right to change a task, which is the right to begin one of its runs before its time. */
const earlyRight = ['task:edit'];

/** @throws Refusal when a person starts a run before its time without the right to change its task */
const requireTime = async (
  { serverTime }: Pick<Runtime, 'serverTime'>,
  trx: DbOrTrx,
  { flightOID, dockOID, sessionOID, issuedBy: memberOID }: Command,
): Promise<void> => {
  // What the schedule itself starts is due.
  if (sessionOID === null || flightOID === null) return;
  const due = await dueAfter(trx, flightOID, new Date(Math.round(serverTime())));
  if (due === null) return;
  const { rights } = await absentSenderStatusOf(trx, { memberOID, dockOID, rights: earlyRight });
  if (rights.length === 0) {
    const minutes = Math.ceil((due.getTime() - serverTime()) / 60_000);
    throw new Refusal('notYetDue', { values: { minutes }, data: { dueAt: due.getTime() } });
  }
};

/** Judges a start, before each of its steps anew: the flight as it stands, other starts, the gate. */
const checkStart =
  (runtime: Runtime, made: StartFiles): Judgement =>
  async (trx, context) => {
    const { flight: read, route, dispatch } = made;
    const { link, command } = context;
    if (command.flightOID) await lockFlight(trx, command.flightOID);
    const flight = await flightOf(trx, context);
    if (await endOrdered(trx, flight.oid, command)) throw new Refusal('endOrdered');
    if (flight.state !== 'created')
      throw new Refusal(flight.state === 'over' ? 'flightOver' : 'flightRunning');
    // What goes out was read before the lock: a flight that was changed in between is not what was ordered.
    if (!fliesTheSame(read, flight)) throw new Refusal('flightChanged');
    await requireTime(runtime, trx, command);
    if (await otherStartUnderWay(trx, link.dock.oid, command.oid)) throw new Refusal('flightRunning');
    const { items: gate, approvalOID } = await gateOf(runtime, trx, route, flight, link);
    await storeGate(trx, flight.oid, gate);
    refuseByGate(gate);
    if (!dispatch) throw new Refusal('routeChanged');
    if (approvalOID !== null) await keepApproval(trx, flight.oid, approvalOID);
    if (context.step === 0) {
      const lies = await liesOf(trx, command, { flight, dispatch });
      if (lies) made.lies = lies;
      await storeFile(trx, flight.oid, dispatch);
    }
    return undefined;
  };

/** Nothing flies, and this flight cannot be started again under the same id. */
const refusedByDock = async (
  { db }: Runtime,
  deps: Pick<FlightPlanDependencies, 'endUnbegun'>,
  { link, command }: PlanContext,
  code: number | null,
): Promise<void> => {
  const { flightOID } = command;
  if (!flightOID) return;
  // The order to end it overtook the start: the dock refuses what is cancelled already.
  if (await endOrdered(db, flightOID, command)) await deps.endUnbegun(link, flightOID, 'cancelled', null);
  else await deps.endUnbegun(link, flightOID, 'failed', code === null ? null : String(code));
};

const startJob = (
  runtime: Runtime,
  deps: FlightPlanDependencies,
  files: StartFilesByCommand,
): CommandPlan => ({
  refuse: ({ link, command }) =>
    link.flightOID && link.flightOID !== command.flightOID ? { reason: 'flightRunning' } : null,
  async authorise(planned) {
    const made = await startFiles(runtime, deps.objects, planned);
    files.set(planned.command, made);
    return checkStart(runtime, made);
  },
  async refused(command, refusal) {
    const gate = refusal.details.data?.['gate'];
    if (command.flightOID && Array.isArray(gate))
      await storeGate(runtime.db, command.flightOID, gate as GateItem[]);
  },
  steps: async (context) => startSteps(runtime, context, files.get(context.command)),
  undo: ({ command }) => undoOf(command.flightOID),
  observe: observeFlight,
  watchFor: 900_000,
  async settled(context, state, code) {
    if (!context.command.flightOID) return;
    if (state === 'accepted') await deps.begin(context.link, context.command.flightOID);
    if (state === 'unknown') await deps.startUnknown(context.link, context.command.flightOID);
    // Stopped between its steps: what was prepared is taken back, unless an order to end the flight does that.
    const { reason } = context.command;
    if (state === 'failed' && wasStopped(context.command) && reason !== 'endOrdered')
      await deps.endUnbegun(context.link, context.command.flightOID, 'failed', reason);
    if (state === 'rejected') await refusedByDock(runtime, deps, context, code);
  },
});

const forceEndJob = (deps: FlightPlanDependencies): CommandPlan => ({
  refuse: () => null,
  authorise: async () => async (trx, context) => {
    if (context.command.flightOID) await lockFlight(trx, context.command.flightOID);
    const flight = await flightOf(trx, context);
    if (flight.state === 'over') throw new Refusal('flightOver');
    if (flight.state === 'created' && !flight.file_md5 && !takeOffOf(flight)) {
      await deps.cancelIn(trx, context.link, flight.oid);
      return { nothingToSend: 'neverSent' };
    }
    return undefined;
  },
  async steps({ link, command, now }) {
    const service = droneAirborne(link, now) ? returnHome() : flighttaskUndo([command.flightOID ?? '']);
    return [async () => ({ service, ack: limits.command.ack, bid: null })];
  },
  observe: observeFlight,
  async settled(context, state) {
    if (!context.command.flightOID) return;
    if (state === 'succeeded' && context.command.detail === 'neverSent')
      await deps.publishOver(context.link, context.command.flightOID, 'cancelled');
    if (state !== 'accepted') return;
    if (!droneAirborne(context.link, context.now) && context.link.job?.status !== 'in_progress')
      await deps.end(context.link, context.command.flightOID, 'cancelled', null);
  },
});

const inFlight = (method: CommandMethod, service: () => Service): CommandPlan => ({
  ...stateAlone(offerDeclared(method)),
  steps: single(service),
  observe: observeFlight,
});

/**
 * A route is paused, a flight to a point stopped. A return home is cancelled only with the confirmation that cancelling
 * it needs; a pause, which is what goes out without that, leaves it alone.
 */
const hover = ({ spendConfirmation }: FlightPlanDependencies): CommandPlan => {
  const confirmed = new Set<string>();
  return {
    ...stateAlone(offerDeclared('hover')),
    authorise: async () => async (trx, context) => {
      if (!isReturning(context)) return undefined;
      await spendConfirmation(trx, context.command, 'returnHomeCancel');
      confirmed.add(context.command.oid);
      return undefined;
    },
    steps: async (context) => {
      const mayCancel = confirmed.delete(context.command.oid);
      const { returning, flyingTo, orbiting } = motionOf(context.link, context.now);
      // The return began after the look that asks for the confirmation.
      if (returning && !mayCancel) throw new Refusal('confirmationMissing');
      const stop = orbiting ? poiModeExit : flyingTo ? flyToPointStop : flighttaskPause;
      const service = returning ? returnHomeCancel() : stop();
      return [async () => ({ service, ack: limits.command.ack, bid: null })];
    },
    observe: observeFlight,
  };
};

/** How each flight command is carried out on a DJI dock. */
export const flightPlans = (
  runtime: Runtime,
  deps: FlightPlanDependencies,
  files: StartFilesByCommand = new WeakMap(),
) => ({
  startJob: startJob(runtime, deps, files),
  prepareJob: prepareJob(runtime, deps.objects, files),
  undoJob,
  forceEndJob: forceEndJob(deps),
  flightPause: inFlight('flightPause', flighttaskPause),
  flightResume: inFlight('flightResume', flighttaskRecovery),
  returnHome: inFlight('returnHome', returnHome),
  returnHomeCancel: inFlight('returnHomeCancel', returnHomeCancel),
  hover: hover(deps),
});
