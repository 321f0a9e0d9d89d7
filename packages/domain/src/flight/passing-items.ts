import type { GateItemName } from './flight.ts';

/** Items of the pre-flight check that pass by themselves once a dock is done with what it does. */
export const passingItems: ReadonlySet<GateItemName> = new Set(['dockIdle', 'otherFlight', 'battery']);
