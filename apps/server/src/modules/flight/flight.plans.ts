import { limits, type CommandMethod, type GateItem } from '@eyrie/domain';
import {
  flighttaskExecute,
  flighttaskPause,
  flighttaskPrepare,
  flighttaskRecovery,
  flighttaskUndo,
  flyToPointStop,
  returnHome,
  returnHomeCancel,
  type Service,
} from '@eyrie/dji';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import {
  whileItLives,
  type Command,
  type CommandPlan,
  type PlanContext,
  type Step,
} from '../command/index.ts';
import { dispatchFile, gateOf, readRouteFile, refuseByGate, type FlightObjects } from './flight.dispatch.ts';
import { observeFlight } from './flight.evidence.ts';
import { flightByOid, type FlightRow } from './flight.list.store.ts';
import { otherStartUnderWay, routeForFlight, storeFile, storeGate } from './flight.store.ts';
import { droneAirborne, motionOf, type DockLink } from '../dock/index.ts';

const single =
  (service: () => Service): CommandPlan['steps'] =>
  async () => [async (): Promise<Step> => ({ service: service(), ack: limits.command.ack, bid: null })];

const isReturning = ({ link, now }: PlanContext): boolean => motionOf(link, now).returning;

const inFlightOnly = ({ link, now }: PlanContext) =>
  droneAirborne(link, now) ? null : ({ reason: 'droneNotInFlight' } as const);

export interface FlightPlanDependencies {
  objects: FlightObjects;
  /** Spends the confirmation that another method needs, or refuses. */
  spendConfirmation(trx: DbOrTrx, command: Command, method: CommandMethod): Promise<void>;
  /** A flight left the waiting state or ended through a command. */
  begin(link: DockLink, flightOID: string): Promise<void>;
  end(
    link: DockLink,
    flightOID: string,
    outcome: 'cancelled' | 'failed',
    reason: string | null,
  ): Promise<void>;
}

const flightOf = async (db: DbOrTrx, { command, link }: PlanContext): Promise<FlightRow> => {
  const flight = command.flightOID ? await flightByOid(db, command.flightOID) : null;
  if (!flight || flight.dock_oid !== link.dock.oid) throw new Refusal('notFound');
  return flight;
};

/** Route file and word to the dock: it fetches and checks the route, then it flies. */
const startSteps = async (
  runtime: Runtime,
  objects: FlightObjects,
  context: PlanContext,
): Promise<(() => Promise<Step>)[]> => {
  const flight = await flightOf(runtime.db, context);
  const route = await routeForFlight(runtime.db, flight.route_oid);
  if (!route) throw new Refusal('routeChanged');
  const file = await whileItLives(runtime, context.command, dispatchFile(objects, route.object_key, flight));
  await storeFile(runtime.db, flight.oid, file);
  return [
    async () => ({
      service: flighttaskPrepare({
        flightId: flight.oid,
        executeTime: runtime.clock.wall(),
        file: { url: file.url, fingerprint: file.md5 },
        returnAltitude: flight.return_altitude,
        lostAction: flight.lost_action,
        dockModel: context.link.dock.model,
      }),
      ack: limits.command.ackPrepare,
      bid: flight.oid,
    }),
    async () => ({ service: flighttaskExecute(flight.oid), ack: limits.command.ack, bid: flight.oid }),
  ];
};

const startJob = (runtime: Runtime, deps: FlightPlanDependencies): CommandPlan => ({
  refuse: ({ link }) => (link.flightOID ? { reason: 'flightRunning' } : null),
  async authorise(planned) {
    const file = await readRouteFile(runtime.db, deps.objects, await flightOf(runtime.db, planned));
    return async (trx, context) => {
      const flight = await flightOf(trx, context);
      if (flight.state !== 'created')
        throw new Refusal(flight.state === 'over' ? 'flightOver' : 'flightRunning');
      if (await otherStartUnderWay(trx, context.link.dock.oid, context.command.oid))
        throw new Refusal('flightRunning');
      const gate = await gateOf(runtime, trx, file, flight, context.link);
      await storeGate(trx, flight.oid, gate);
      refuseByGate(gate);
      return undefined;
    };
  },
  async refused(command, refusal) {
    const gate = refusal.details.data?.['gate'];
    if (command.flightOID && Array.isArray(gate))
      await storeGate(runtime.db, command.flightOID, gate as GateItem[]);
  },
  steps: (context) => startSteps(runtime, deps.objects, context),
  observe: observeFlight,
  watchFor: 900_000,
  async settled(context, state, code) {
    if (!context.command.flightOID) return;
    if (state === 'accepted') await deps.begin(context.link, context.command.flightOID);
    // Refused by the dock: nothing flies, and this flight cannot be started again under the same id.
    if (state === 'rejected')
      await deps.end(context.link, context.command.flightOID, 'failed', code === null ? null : String(code));
  },
});

const forceEndJob = (runtime: Runtime, deps: FlightPlanDependencies): CommandPlan => ({
  refuse: () => null,
  authorise: async () => async (trx, context) => {
    const flight = await flightOf(trx, context);
    if (flight.state === 'over') throw new Refusal('flightOver');
    if (flight.state === 'created' && !flight.file_md5) {
      await deps.end(context.link, flight.oid, 'cancelled', null);
      return { nothingToSend: 'neverSent' };
    }
    return undefined;
  },
  async steps(context) {
    const flight = await flightOf(runtime.db, context);
    const service = droneAirborne(context.link, context.now) ? returnHome() : flighttaskUndo([flight.oid]);
    return [async () => ({ service, ack: limits.command.ack, bid: null })];
  },
  observe: observeFlight,
  async settled(context, state) {
    if (state !== 'accepted' || !context.command.flightOID) return;
    if (!droneAirborne(context.link, context.now) && context.link.job?.status !== 'in_progress')
      await deps.end(context.link, context.command.flightOID, 'cancelled', null);
  },
});

const flightPause: CommandPlan = {
  refuse: (context) => inFlightOnly(context) ?? (context.link.job ? null : { reason: 'notOnRoute' }),
  steps: single(flighttaskPause),
  observe: observeFlight,
};

const flightResume: CommandPlan = {
  // A route that goes on again would end a return home, and that has a confirmation of its own.
  refuse: (context) =>
    inFlightOnly(context) ??
    (context.link.job?.status === 'paused' && !isReturning(context) ? null : { reason: 'droneNotPaused' }),
  steps: single(flighttaskRecovery),
  observe: observeFlight,
};

const home: CommandPlan = {
  refuse: inFlightOnly,
  steps: single(returnHome),
  observe: observeFlight,
};

const homeCancel: CommandPlan = {
  refuse: (context) => inFlightOnly(context) ?? (isReturning(context) ? null : { reason: 'conflict' }),
  steps: single(returnHomeCancel),
  observe: observeFlight,
};

/**
 * A route is paused, a flight to a point stopped. A return home is cancelled only with the confirmation that cancelling
 * it needs; a pause, which is what goes out without that, leaves it alone.
 */
const hover = ({ spendConfirmation }: FlightPlanDependencies): CommandPlan => {
  const confirmed = new Set<string>();
  return {
    refuse: inFlightOnly,
    authorise: async () => async (trx, context) => {
      if (!isReturning(context)) return undefined;
      await spendConfirmation(trx, context.command, 'returnHomeCancel');
      confirmed.add(context.command.oid);
      return undefined;
    },
    steps: async (context) => {
      const mayCancel = confirmed.delete(context.command.oid);
      const { returning, flyingTo } = motionOf(context.link, context.now);
      // The return began after the look that asks for the confirmation.
      if (returning && !mayCancel) throw new Refusal('confirmationMissing');
      const service = returning ? returnHomeCancel() : flyingTo ? flyToPointStop() : flighttaskPause();
      return [async () => ({ service, ack: limits.command.ack, bid: null })];
    },
    observe: observeFlight,
  };
};

/** How each flight command is carried out on a DJI dock. */
export const flightPlans = (runtime: Runtime, deps: FlightPlanDependencies) => ({
  startJob: startJob(runtime, deps),
  forceEndJob: forceEndJob(runtime, deps),
  flightPause,
  flightResume,
  returnHome: home,
  returnHomeCancel: homeCancel,
  hover: hover(deps),
});
