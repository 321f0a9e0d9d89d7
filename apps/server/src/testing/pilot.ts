import { randomUUID } from 'node:crypto';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import { until, type Answer } from './caller.ts';
import type { Operator } from './operator.ts';

/** A dock with a flight, and the control of it taken. */
export interface FlightDock {
  oid: string;
  dock: DockClient;
  flightOID: string;
  routeOID: string;
  epoch: number;
}

/** Confirms the take-off and orders it, on a state of the dock that is fresh. */
export const startJobBy = async (
  operator: Operator,
  { oid, dock, flightOID, epoch }: FlightDock,
): Promise<Answer> => {
  const nonce = await operator.nonceFor(oid, 'startJob');
  await dock.osdParts();
  await dock.healthy();
  return operator.call(calls.command.startJob, { oid, flightOID, key: randomUUID(), epoch, nonce });
};

/** Degrees from one dock to the next: routes are 0.02 degrees wide, and flights at one place are too close to each other. */
const apart = 0.05;

/**
 * A person who flies from dock to dock, each with a route of its own, and waits for what becomes of it.
 * @param from docks of other pilots that stand before the first of this one
 */
export const createPilot = (operator: Operator, from = 0) => {
  let docks = from;
  const flightDock = async (
    prepare: (dock: DockClient, oid: string, flightOID: string) => Promise<void>,
  ): Promise<FlightDock> => {
    docks += 1;
    const east = docks * apart;
    const { oid, dock } = await operator.addDock('3-2-0', east);
    const { oid: routeOID } = await operator.uploadRoute(east);
    const flightOID = await operator.addFlight(oid, routeOID);
    await prepare(dock, oid, flightOID);
    return { oid, dock, flightOID, routeOID, epoch: await operator.takeLease(oid) };
  };

  return {
    /** A dock that is ready for a flight, with a lease taken. */
    readyDock: (): Promise<FlightDock> =>
      flightDock((dock, _oid, flightOID) => operator.untilReady(dock, flightOID)),
    /** A dock whose aircraft flies, with a lease taken. */
    flyingDock: (): Promise<FlightDock> =>
      flightDock((dock, oid, flightOID) => operator.fly(dock, oid, flightOID)),
    startJob: (at: FlightDock): Promise<Answer> => startJobBy(operator, at),
    waitFlight: (
      oid: string,
      fits: (flight: {
        state: string;
        outcome: string | null;
        phase: string;
        progress: number | null;
        breakReason: number | null;
      }) => boolean,
    ): Promise<Answer['data']> =>
      until('flight', async () => (await operator.call(calls.flight.get, { oid })).data, fits),
    async waitCommand(oid: string, state: string): Promise<void> {
      await until(
        state,
        async () => (await operator.call(calls.command.get, { oid })).data.state,
        (now) => now === state,
        3_000,
        30,
      );
    },
  };
};
export type Pilot = ReturnType<typeof createPilot>;
