import { expect, it } from 'vitest';
import type { Runtime } from '../../platform/runtime.ts';
import type { PlanContext } from '../command/index.ts';
import { openDockLink, type DockIdentity } from '../dock/index.ts';
import { flightAreaPlans } from './flight-area.gateway.ts';

const now = 1_000;
const { flightAreasUpdate } = flightAreaPlans({} as Pick<Runtime, 'db' | 'serverTime'>);

/** By what the dock says: its mode, whether its aircraft is inside, its flight. */
const refusal = (mode: number, inside: 0 | 1, flightOID: string | null) => {
  const link = openDockLink(
    { oid: 'd', sn: 'SN', model: '3-2-0', kind: 'dock', vendor: 'DJI' } as DockIdentity,
    1,
  );
  link.session = true;
  link.flightOID = flightOID;
  link.dockSnapshot = { values: { mode_code: mode, drone_in_dock: inside }, at: {}, osdAt: now, dropped: 0 };
  return flightAreasUpdate.refuse({ link, now } as PlanContext);
};

it('a dock at rest with its aircraft inside is given its areas', () => {
  expect(refusal(0, 1, null)).toBeNull();
});

it.each([
  ['works', 4, 1, null],
  ['is under remote debugging', 2, 1, null],
  ['has its aircraft out', 0, 0, null],
  ['has a flight', 0, 1, 'f'],
] as const)('one that %s must be idle first', (_, mode, inside, flightOID) => {
  expect(refusal(mode, inside, flightOID)).toEqual({ reason: 'dockBusy' });
});
