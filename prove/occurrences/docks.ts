/** Docks that record which flights they were ordered to start. They share no code with the server. */
import { setTimeout as pause } from 'node:timers/promises';
import { calls } from '@eyrie/domain';
import type { DockClient } from '@eyrie/testing';
import type { Operator } from '../../apps/server/src/testing/operator.ts';
import type { Proof } from '../proof.ts';

/** A dock with what its flights are arranged with. */
export interface CountingDock {
  oid: string;
  routeOID: string;
  /** When it was ordered to start each of its flights, ms since the epoch, by oid of the flight. */
  starts: Map<string, number[]>;
}

/** Degrees from one dock to the next: what flies at once must not come too close. */
const apart = 0.05;
const reportEvery = 1_500;
const flightTakes = 1_500;
const endTries = 20;

/** How the dock and its aircraft report while they wait, and while they fly. */
const reports = {
  home: [{ mode_code: 0, drone_in_dock: 1 }, { flighttask_step_code: 5 }, { mode_code: 0 }],
  flying: [
    { mode_code: 4, drone_in_dock: 0 },
    { flighttask_step_code: 1 },
    { mode_code: 5, elevation: 60, horizontal_speed: 8, latitude: 22.541 },
  ],
} as const;

const report = async (dock: DockClient, how: keyof typeof reports): Promise<void> => {
  const [A, C, drone] = reports[how];
  await dock.osdParts({ A, C });
  await dock.healthy();
  if (how === 'flying') await dock.droneOsd({ ...drone, longitude: 113.951 + dock.east });
};

/** A flight that is over at once. A dock repeats its end until a server has taken it. */
const fly = async (dock: DockClient, flightOID: string, state: { flying: boolean }): Promise<void> => {
  const progress = { status: 'in_progress', percent: 40, waypoint: 1, missionState: 6 };
  const end = performance.now() + flightTakes;
  state.flying = true;
  while (performance.now() < end) {
    await report(dock, 'flying');
    await dock.progress(flightOID, progress);
    await pause(500);
  }
  state.flying = false;
  for (let turn = 0; turn < endTries; turn += 1)
    try {
      await report(dock, 'home');
      await dock.progress(flightOID, { status: 'ok', percent: 100, waypoint: 2, missionState: 9 });
      return;
    } catch {
      // The server that would have taken it is gone.
    }
};

/** Writes down each order to start, flies it once, and reports in between. */
const live = (proof: Proof, dock: DockClient): CountingDock['starts'] => {
  const starts: CountingDock['starts'] = new Map();
  const state = { flying: false };
  let seen = 0;
  const look = setInterval(() => {
    const orders = dock.services('flighttask_execute');
    for (const { data, at } of orders.slice(seen)) {
      const { flight_id: flightOID } = data as { flight_id: string };
      const before = starts.get(flightOID) ?? [];
      starts.set(flightOID, [...before, performance.timeOrigin + at]);
      if (before.length === 0) fly(dock, flightOID, state).catch(() => undefined);
    }
    seen = orders.length;
  }, 50);
  const speak = setInterval(() => {
    if (!state.flying) report(dock, 'home').catch(() => undefined);
  }, reportEvery);
  proof.onEnd(() => [look, speak].forEach((timer) => clearInterval(timer)));
  return starts;
};

/** @returns a dock whose pre-flight check has passed once */
export const addCountingDock = async (
  proof: Proof,
  operator: Operator,
  place: number,
): Promise<CountingDock> => {
  const east = place * apart;
  const { oid, dock } = await operator.addDock('3-2-0', east);
  const routeOID = (await operator.uploadRoute(east)).oid;
  const ready = await operator.addFlight(oid, routeOID);
  await operator.untilReady(dock, ready);
  await operator.call(calls.flight.remove, { oids: [ready] });
  return { oid, routeOID, starts: live(proof, dock) };
};
