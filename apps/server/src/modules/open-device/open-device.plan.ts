import type { CommandMethod, OpenCommandArguments } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import {
  stateAlone,
  type CommandPlan,
  type CommandPlans,
  type Judgement,
  type Offer,
  type OfferMoment,
  type PlanContext,
} from '../command/index.ts';
import { droneAirborne } from '../dock/index.ts';
import {
  missing,
  observeProgress,
  openOrder,
  refusalOf,
  stepsOf,
  type OpenMethod,
} from './open-device.order.ts';

/** Methods that docks of the Cloud API have. */
type CloudMethod = Exclude<CommandMethod, OpenMethod>;
type CloudPlans = Readonly<Record<CloudMethod, CommandPlan>>;

export interface OpenPlanDependencies {
  /** The file of a flight as its dock fetches it, and how the flight is to be flown. */
  startOf(context: PlanContext): OpenCommandArguments<'startJob'>;
}

/** The request of the call was checked before it was stored. */
const given = ({ arguments: args }: PlanContext['command']): never => args as never;
const nothing = (): Record<string, never> => ({});

const inFlightOnly: Offer = ({ link, now }) =>
  droneAirborne(link, now) ? null : { reason: 'droneNotInFlight' };
const groundOnly: Offer = ({ link, now }) => (droneAirborne(link, now) ? { reason: 'aircraftFlies' } : null);

/** What is ordered of robots. */
const ownPlans = (runtime: Runtime): Readonly<Record<OpenMethod, CommandPlan>> => ({
  robotGoTo: openOrder(runtime, 'goTo', given),
  robotPatrol: openOrder(runtime, 'patrol', given),
  robotReturn: openOrder(runtime, 'returnToBase', nothing),
  robotStop: openOrder(runtime, 'stop', nothing),
});

/** A start goes through the same rules, and to the dock in one message. */
const startJob = (
  runtime: Runtime,
  { authorise, refuse, settled }: CommandPlan,
  { startOf }: OpenPlanDependencies,
): CommandPlan => {
  const observe = observeProgress(runtime);
  return {
    // Which flight may begin, only the order says.
    offer: ({ link }) => refusalOf(link, 'startJob'),
    refuse: (context) => refusalOf(context.link, 'startJob') ?? refuse(context),
    ...(authorise ? { authorise } : {}),
    async steps(context) {
      const flight = startOf(context);
      return stepsOf('startJob', () => flight)(context);
    },
    observe(context) {
      const seen = observe(context);
      const flies = seen?.state === 'in_progress' && droneAirborne(context.link, context.now);
      return flies ? { state: 'succeeded', firm: true } : seen;
    },
    async settled(context, state, code) {
      const { tid, flightOID } = context.command;
      if (state === 'accepted' && tid && flightOID && context.link.open)
        context.link.open.flight = { tid, flightOID };
      await settled?.(context, state, code);
    },
  };
};

/** In the air its aircraft is called home; before, what the dock prepares is stopped. */
const forceEndJob = (runtime: Runtime, { authorise, settled }: CommandPlan): CommandPlan => {
  const nameOf = ({ link, now }: Pick<OfferMoment, 'link' | 'now'>) =>
    droneAirborne(link, now) ? 'returnHome' : 'stop';
  return {
    ...stateAlone((moment) => refusalOf(moment.link, nameOf(moment))),
    ...(authorise ? { authorise } : {}),
    steps: (context) => stepsOf(nameOf(context), nothing)(context),
    observe: observeProgress(runtime),
    ...(settled ? { settled } : {}),
  };
};

/** Done once its aircraft is on its way: what comes after is its flight. */
const returnHome = (runtime: Runtime): CommandPlan => {
  const observe = observeProgress(runtime);
  return {
    ...openOrder(runtime, 'returnHome', nothing, inFlightOnly),
    observe(context) {
      const seen = observe(context);
      const returns = seen?.state === 'in_progress' && context.link.open?.state?.mode === 'returning';
      return returns ? { state: 'succeeded', firm: true } : seen;
    },
  };
};

/** How the orders of a dock of the Cloud API are carried out by one of the open contract; what is left out, it lacks. */
const twins = (
  runtime: Runtime,
  cloud: CloudPlans,
  deps: OpenPlanDependencies,
): Readonly<Partial<Record<CloudMethod, CommandPlan>>> => ({
  startJob: startJob(runtime, cloud.startJob, deps),
  forceEndJob: forceEndJob(runtime, cloud.forceEndJob),
  returnHome: returnHome(runtime),
  hover: openOrder(runtime, 'stop', nothing, inFlightOnly),
  coverOpen: openOrder(runtime, 'coverOpen', nothing),
  coverClose: openOrder(runtime, 'coverClose', nothing, groundOnly),
});

const allowed: Judgement = async () => undefined;

/** The plan of a method, by what the link speaks. What concerns no link alone stays that of the Cloud API. */
const byWire = (cloud: CommandPlan, open: CommandPlan): CommandPlan => {
  const of = ({ link }: Pick<PlanContext, 'link'>): CommandPlan => (link.open ? open : cloud);
  return {
    ...cloud,
    offer: (moment) => of(moment).offer?.(moment) ?? null,
    refuse: (context) => of(context).refuse(context),
    steps: (context) => of(context).steps(context),
    ...(cloud.authorise ? { authorise: async (context) => of(context).authorise?.(context) ?? allowed } : {}),
    ...(cloud.observe || open.observe
      ? { observe: (context) => of(context).observe?.(context) ?? null }
      : {}),
    ...(cloud.settled || open.settled
      ? { settled: async (context, state, code) => of(context).settled?.(context, state, code) }
      : {}),
  };
};

/** Plans of every method, for docks of the Cloud API and for devices of the open contract. */
export const openDevicePlans = (
  runtime: Runtime,
  cloud: CloudPlans,
  deps: OpenPlanDependencies,
): CommandPlans => {
  const own = twins(runtime, cloud, deps);
  const both = Object.entries(cloud).map(([method, plan]) => [
    method,
    byWire(plan, own[method as CloudMethod] ?? missing),
  ]);
  return { ...(Object.fromEntries(both) as CloudPlans), ...ownPlans(runtime) };
};
