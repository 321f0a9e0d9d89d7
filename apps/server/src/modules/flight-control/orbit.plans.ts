import { poiCircleSpeed, poiModeEnter, poiModeExit, type Service } from '@eyrie/dji';
import { flyToRefusal, limits, orbitLimits } from '@eyrie/domain';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  momentOf,
  offerWhereKnown,
  stateAlone,
  type CommandPlan,
  type Observation,
  type PlanContext,
  type PlanRefusal,
} from '../command/index.ts';
import { motionOf, telemetryOf, type DockLink } from '../dock/index.ts';
import { observeFlight } from '../flight/index.ts';
import { orbitPoint, orbitReport } from './flight-control.slots.ts';
import type { GroundReaders } from './fly-to.judge.ts';
import { judgeOrbit, orbitOf, readOrbitGround, type OrbitTarget, type PlannedOrbit } from './orbit.judge.ts';

const { ellipsoidMin, ellipsoidMax } = limits.flightControl;
const { radiusMin, radiusMax } = orbitLimits;

const targetOf = ({ command }: Pick<PlanContext, 'command'>): OrbitTarget =>
  command.arguments as unknown as OrbitTarget;

const offerEnter = offerWhereKnown('poiEnter');

const ellipsoidOf = ({ planned }: PlannedOrbit, { height }: OrbitTarget): number => planned.takeOff + height;

/** Why it does not begin by where the aircraft is; null: by that it may. */
const refusePlace = (
  { link, now }: PlanContext,
  target: OrbitTarget,
  one: PlannedOrbit,
): PlanRefusal | null => {
  const height = Math.round(ellipsoidOf(one, target));
  if (height < ellipsoidMin || height > ellipsoidMax)
    return { reason: 'pointHeight', values: { height, least: ellipsoidMin, most: ellipsoidMax } };
  const metres = Math.round(one.radius);
  if (one.radius < radiusMin || one.radius > radiusMax)
    return { reason: 'orbitRadius', values: { metres, least: radiusMin, most: radiusMax } };
  const most = telemetryOf(link, now).limits.distance;
  const reach = Math.round(one.reach);
  return most !== null && one.reach > most ? { reason: 'pointFar', values: { metres: reach, most } } : null;
};

const refuseEnter = (context: PlanContext): PlanRefusal | null => {
  const refused = offerEnter(momentOf(context.link, context.now));
  if (refused) return refused;
  const target = targetOf(context);
  const one = orbitOf(context.link, target, context.now);
  return one ? refusePlace(context, target, one) : { reason: 'notReported' };
};

/** What a dock was last sent, and when, monotonic ms: what it said before is of another flight. */
type Sent = WeakMap<DockLink, { commandOID: string; at: number }>;

const observeEnter =
  (last: Sent) =>
  (context: PlanContext): Observation | null => {
    const { link, command, now } = context;
    const sent = last.get(link);
    if (sent && sent.commandOID !== command.oid) return { state: 'superseded', firm: true };
    const newest = orbitReport.of(link);
    const said = sent && newest && newest.heardAt >= sent.at ? newest : null;
    if (said?.state === 'failed') return { state: 'failed', firm: true };
    if (motionOf(link, now).orbiting || said?.state === 'working') return { state: 'succeeded', firm: true };
    return null;
  };

const enter = (runtime: Runtime, readers: GroundReaders): CommandPlan => {
  const last: Sent = new WeakMap();
  return {
    offer: offerEnter,
    refuse: refuseEnter,
    async authorise(context) {
      const refused = refuseEnter(context);
      const before = orbitOf(context.link, targetOf(context), context.now);
      if (refused || !before)
        throw new Refusal(refused?.reason ?? 'notReported', { values: refused?.values ?? {} });
      const read = await readOrbitGround(readers, context.link, before);
      return async (trx, { link, command, now }) => {
        const one = orbitOf(link, targetOf({ command }), now);
        if (!one) throw new Refusal('notReported');
        const items = await judgeOrbit(trx, link, one, { read, now, wall: runtime.clock.wall() });
        const found = flyToRefusal(items);
        if (found) throw new Refusal(found.reason, { values: found.values });
        return undefined;
      };
    },
    steps: async ({ link, command, now }) => {
      const target = targetOf({ command });
      const one = orbitOf(link, target, now);
      if (!one) throw new Refusal('notReported');
      const { lng, lat } = target;
      last.set(link, { commandOID: command.oid, at: runtime.clock.mono() });
      orbitPoint.set(link, { lng, lat });
      const service = poiModeEnter({ lng, lat, height: ellipsoidOf(one, target) });
      return [async () => ({ service, ack: limits.command.ack, bid: command.oid })];
    },
    observe: observeEnter(last),
  };
};

const within = (
  method: 'poiSpeed' | 'poiExit',
  serviceOf: (context: PlanContext) => Service,
): Pick<CommandPlan, 'offer' | 'refuse' | 'steps'> => ({
  ...stateAlone(offerWhereKnown(method)),
  steps: async (context) => {
    const service = serviceOf(context);
    return [async () => ({ service, ack: limits.command.ack, bid: null })];
  },
});

/** How an aircraft is made to fly around a point, faster or the other way round, and stopped there. */
export const orbitPlans = (runtime: Runtime, readers: GroundReaders) => ({
  poiEnter: enter(runtime, readers),
  poiSpeed: within('poiSpeed', ({ command }) =>
    poiCircleSpeed((command.arguments as unknown as { circleSpeed: number }).circleSpeed),
  ) satisfies CommandPlan,
  poiExit: { ...within('poiExit', poiModeExit), observe: observeFlight } satisfies CommandPlan,
});
