import { calls } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { DockIdentity } from '../dock/index.ts';
import { checkFlyTo, type GroundReaders, type WayFound } from './fly-to.judge.ts';
import type { FlyToTarget } from './fly-to.way.ts';
import { checkOrbit, type OrbitTarget } from './orbit.judge.ts';
import { checkTakeOff } from './take-off.plan.ts';
import type { TakeOffOrder } from './take-off.way.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { DockLink } from '../dock/index.ts';

/** A way that somebody asks about. */
export type WayQuestion =
  | { method: 'takeOff'; order: TakeOffOrder }
  | { method: 'flyTo'; order: FlyToTarget }
  | { method: 'poiEnter'; order: OrbitTarget };

/** What the gateway that hears the dock found of it; `found` null: dock or aircraft does not report where it is. */
export interface WayAnswer {
  found: WayFound | null;
}

/** Answered by the gateway that hears the dock. */
export const answerWay =
  (runtime: Runtime, readers: GroundReaders) =>
  async (link: DockLink, { method, order }: WayQuestion): Promise<WayAnswer> => {
    if (method === 'poiEnter') return { found: await checkOrbit(runtime, readers, link, order) };
    if (method === 'takeOff') return { found: await checkTakeOff(runtime, readers, link, order) };
    return { found: await checkFlyTo(runtime, readers, link, order) };
  };

export interface FlightControlDependencies {
  /** Finds a dock inside the caller's scope or refuses with `notFound`. */
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  /** Asks the gateway that hears the dock; null: none answers. */
  wayNow(dockOID: string, question: WayQuestion): Promise<WayAnswer | null>;
}

export const flightControlEndpoints = ({ dockInScope, wayNow }: FlightControlDependencies): Endpoint[] => {
  const ask = async (caller: Caller, oid: string, question: WayQuestion): Promise<WayFound> => {
    const dock = await dockInScope(caller, oid);
    const answer = await wayNow(dock.oid, question);
    if (!answer) throw new Refusal('dockOffline');
    if (!answer.found) throw new Refusal('notReported');
    return answer.found;
  };
  return [
    serve(calls.flightControl.takeOffCheck, ({ oid, ...order }, { caller }) =>
      ask(caller, oid, { method: 'takeOff', order }),
    ),
    serve(calls.flightControl.poiCheck, ({ oid, ...order }, { caller }) =>
      ask(caller, oid, { method: 'poiEnter', order }),
    ),
    serve(calls.flightControl.flyToCheck, ({ oid, ...order }, { caller }) =>
      ask(caller, oid, { method: 'flyTo', order }),
    ),
  ];
};
