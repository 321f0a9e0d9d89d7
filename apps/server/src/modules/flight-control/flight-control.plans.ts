import { flyToPoint, flyToPointStop } from '@eyrie/dji';
import { flyToRefusal, limits } from '@eyrie/domain';
import { distance } from '@eyrie/geometry';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  momentOf,
  offerWhereKnown,
  stateAlone,
  type CommandPlan,
  type Judgement,
  type Observation,
  type PlanContext,
  type PlanRefusal,
} from '../command/index.ts';
import { motionOf, telemetryOf, type DockLink } from '../dock/index.ts';
import { observeFlight, wayReport } from '../flight/index.ts';
import { authorityFlightPlan, authorityPayloadPlan } from './authority.plan.ts';
import { orbitPlans } from './orbit.plans.ts';
import { payloadPlan } from './payload.plan.ts';
import { psdkPlans } from './psdk.plans.ts';
import { stealthPlans } from './stealth.plans.ts';
import { checkWay, readGround, type GroundRead, type GroundReaders } from './fly-to.judge.ts';
import { takeOffPlan, type TakeOffDependencies } from './take-off.plan.ts';
import { wayOf, type FlyToTarget, type PlannedWay } from './fly-to.way.ts';

const { arrivedWithin, ellipsoidMin, ellipsoidMax, underWayFor, watchFor } = limits.flightControl;

const targetOf = ({ command }: Pick<PlanContext, 'command'>): FlyToTarget =>
  command.arguments as unknown as FlyToTarget;

const offerFlyTo = offerWhereKnown('flyTo');

/** Metres over the ground from where the aircraft took off, as its own limit counts them. */
const outOfReach = (link: DockLink, { way }: PlannedWay, now: number): PlanRefusal | null => {
  const most = telemetryOf(link, now).limits.distance;
  const metres = Math.round(distance(way.home, way.target));
  return most !== null && metres > most ? { reason: 'pointFar', values: { metres, most } } : null;
};

const refuseFlyTo = (context: PlanContext): PlanRefusal | null => {
  const { link, now } = context;
  const refused = offerFlyTo(momentOf(link, now));
  if (refused) return refused;
  const planned = wayOf(link, targetOf(context), now);
  if (!planned) return { reason: 'notReported' };
  const height = Math.round(planned.takeOff + targetOf(context).height);
  if (height < ellipsoidMin || height > ellipsoidMax)
    return { reason: 'pointHeight', values: { height, least: ellipsoidMin, most: ellipsoidMax } };
  return outOfReach(link, planned, now);
};

/** Judges the way from where the aircraft is now, over ground that was read before. */
const judgeFlyTo =
  ({ clock }: Runtime, read: GroundRead): Judgement =>
  async (trx, context) => {
    const { link, now } = context;
    const planned = wayOf(link, targetOf(context), now);
    if (!planned) throw new Refusal('notReported');
    const refused = flyToRefusal(await checkWay(trx, link, planned, { read, now, wall: clock.wall() }));
    if (refused) throw new Refusal(refused.reason, { values: refused.values });
    return undefined;
  };

/** The aircraft hangs in the air at the point. */
const isThere = (context: PlanContext): boolean => {
  const { link, now } = context;
  const { lng, lat, elevation } = telemetryOf(link, now);
  const target = targetOf(context);
  if (lng === null || lat === null || elevation === null) return false;
  return (
    motionOf(link, now).still &&
    distance({ lng, lat }, target) <= arrivedWithin &&
    Math.abs(elevation - target.height) <= arrivedWithin
  );
};

/** The way on which an aircraft was sent last: by which order, and under whose name its device reports progress. */
interface Sent {
  commandOID: string;
  flyToId: string;
  /** What it replaces, should the device refuse it. */
  before: Sent | undefined;
}

/** The name of the way that the aircraft is on by its device's own word; null: it is on none. */
const wayUnderWay = (link: DockLink, now: number): string | null => {
  const flyTo = wayReport.of(link);
  const running = flyTo?.state === 'wayline_progress' && now - flyTo.heardAt <= underWayFor;
  return running && motionOf(link, now).flyingTo ? flyTo.flyToId : null;
};

const observeFlyTo =
  (last: WeakMap<DockLink, Sent>) =>
  (context: PlanContext): Observation | null => {
    const { link, command } = context;
    const sent = last.get(link);
    // It was sent elsewhere since.
    if (sent && sent.commandOID !== command.oid) return { state: 'superseded', firm: true };
    const flyToId = sent?.flyToId ?? command.oid;
    const newest = wayReport.of(link);
    const reported = newest?.flyToId === flyToId ? newest : null;
    if (reported?.state === 'wayline_failed' || reported?.state === 'wayline_cancel' || reported?.result)
      return { state: 'failed', firm: true };
    // The way before may have ended under the same name.
    if (reported?.state === 'wayline_ok' && flyToId === command.oid)
      return { state: 'succeeded', firm: true };
    if (command.state !== 'unknown' && isThere(context)) return { state: 'succeeded', firm: false };
    return reported?.state === 'wayline_progress' && flyToId === command.oid
      ? { state: 'in_progress', firm: true }
      : null;
  };

const flyTo = (runtime: Runtime, readers: GroundReaders): CommandPlan => {
  const last = new WeakMap<DockLink, Sent>();
  return {
    offer: offerFlyTo,
    refuse: refuseFlyTo,
    async authorise(context) {
      const refused = refuseFlyTo(context);
      const planned = wayOf(context.link, targetOf(context), context.now);
      if (refused || !planned)
        throw new Refusal(refused?.reason ?? 'notReported', { values: refused?.values ?? {} });
      return judgeFlyTo(runtime, await readGround(readers, context.link, planned));
    },
    steps: async (context) => {
      const { link, command, now } = context;
      const planned = wayOf(link, targetOf(context), now);
      if (!planned) throw new Refusal('notReported');
      const { lng, lat, height, maxSpeed } = targetOf(context);
      const running = wayUnderWay(link, now);
      const before = last.get(link);
      const point = { flyToId: command.oid, lng, lat, height: planned.takeOff + height, maxSpeed };
      last.set(link, {
        commandOID: command.oid,
        flyToId: running ?? command.oid,
        before: before && { ...before, before: undefined },
      });
      return [
        async () => ({
          service: flyToPoint(point, running !== null),
          ack: limits.command.ack,
          bid: command.oid,
        }),
      ];
    },
    observe: observeFlyTo(last),
    async settled({ link, command }, state) {
      const sent = last.get(link);
      // The way before goes on.
      if (state !== 'rejected' || sent?.commandOID !== command.oid) return;
      if (sent.before) last.set(link, { ...sent.before, before: undefined });
      else last.delete(link);
    },
    watchFor,
  };
};

const flyToStop: CommandPlan = {
  ...stateAlone(offerWhereKnown('flyToStop')),
  steps: async () => [async () => ({ service: flyToPointStop(), ack: limits.command.ack, bid: null })],
  observe: observeFlight,
};

/** How a flight by hand begins, and how an aircraft in flight is sent to a point and stopped there. */
export const flightControlPlans = (runtime: Runtime, readers: GroundReaders, deps: TakeOffDependencies) => ({
  takeOff: takeOffPlan(runtime, readers, deps),
  flyTo: flyTo(runtime, readers),
  flyToStop,
  ...orbitPlans(runtime, readers),
  authorityFlight: authorityFlightPlan,
  authorityPayload: authorityPayloadPlan,
  payloadCommands: payloadPlan,
  ...psdkPlans,
  ...stealthPlans,
});
