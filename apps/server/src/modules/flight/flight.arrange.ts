import type { flightCalls, ParsedRequestOf } from '@eyrie/domain';
import type { CallContext } from '../../platform/http/endpoint.ts';
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
