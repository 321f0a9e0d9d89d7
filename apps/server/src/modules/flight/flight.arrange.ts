import { limits, type flightCalls, type ParsedRequestOf } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { GateNow } from './flight.dispatch.ts';
import { createFlightLook } from './flight.look.ts';
import { addFlight, type FlightServiceDependencies } from './flight.service.ts';

export interface ArrangingDependencies extends FlightServiceDependencies {
  /** Asks the gateway that owns the dock how the gate stands now; null when none answers. */
  gateNow(flightOID: string, dockOID: string): Promise<GateNow | null>;
}

/** Looks at a flight from where its dock is now; that this fails is no reason to lose the flight. */
export const createLookFromNow =
  (deps: Pick<ArrangingDependencies, 'gateNow'>, look: ReturnType<typeof createFlightLook>) =>
  async (oid: string, dockOID: string, context: CallContext): Promise<void> => {
    try {
      const now = await deps.gateNow(oid, dockOID);
      if (now) await look(oid, now.place, context);
    } catch (err: unknown) {
      context.log.warn({ err, flight: oid }, 'flight not looked at');
    }
  };

/** The gate judges by what was found last; of a route that is gone, or while too many are looked at, by that alone. */
const passRefused = (error: unknown): void => {
  if (!(error instanceof Refusal)) throw error;
};

/** The verdict on a flight that waits, after another look at it where what was found is old; null: no gateway answers. */
export const createVerdictNow =
  (deps: Pick<ArrangingDependencies, 'gateNow' | 'routeToday'>, look: ReturnType<typeof createFlightLook>) =>
  async (
    { oid, dockOID, routeOID }: { oid: string; dockOID: string; routeOID: string | null },
    context: CallContext,
  ): Promise<GateNow | null> => {
    if (routeOID) await deps.routeToday(routeOID, context, limits.gate.lookEvery).catch(passRefused);
    const first = await deps.gateNow(oid, dockOID);
    const again = first && (await look(oid, first.place, context));
    return again ? deps.gateNow(oid, dockOID) : first;
  };

/** Plans flights, and looks at each from where its dock is now: whoever starts it without asking for its gate finds it judged. */
export const createArranging = (
  runtime: Runtime,
  deps: ArrangingDependencies,
  look = createFlightLook(runtime, deps.routeFlown),
) => {
  const lookFromNow = createLookFromNow(deps, look);
  /** @returns the oid of the flight that waits */
  return async (request: ParsedRequestOf<typeof flightCalls.add>, context: CallContext): Promise<string> => {
    const oid = await addFlight(runtime, deps, request, context);
    await lookFromNow(oid, request.dockOID, context);
    return oid;
  };
};
