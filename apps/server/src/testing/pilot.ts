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

/**
 * A person who flies one route from dock to dock, and waits for what becomes of it.
 * @param apart degrees from one dock to the next, each with a route of its own: for flights at the same time. The routes themselves
 *   are 0.02 degrees wide
 * @param from docks of other pilots that stand before the first of this one
 */
export const createPilot = (operator: Operator, routeOID: string, apart = 0, from = 0) => {
  let docks = from;
  const flightDock = async (
    prepare: (dock: DockClient, oid: string, flightOID: string) => Promise<void>,
  ): Promise<FlightDock> => {
    docks += 1;
    const east = docks * apart;
    const { oid, dock } = await operator.addDock('3-2-0', east);
    const own = apart === 0 ? routeOID : (await operator.uploadRoute(east)).oid;
    const flightOID = await operator.addFlight(oid, own);
    await prepare(dock, oid, flightOID);
    return { oid, dock, flightOID, epoch: await operator.takeLease(oid) };
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
      until('flight', async () => (await operator.call(calls.flight.get, { oid })).data, fits, 5_000),
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
