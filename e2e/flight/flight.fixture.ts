import { dockCalls, flightCalls, routeCalls } from '../../packages/domain/src/index.ts';
import { first, type RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [],
  fill: async ({ call }) => {
    const { oid: routeOID } = first((await call(routeCalls.query, {})).list);
    const { oid: dockOID } = first((await call(dockCalls.query, {})).list);
    const facts = { returnAltitude: 100, lostAction: 'return', clarity: 'hd' } as const;
    await call(flightCalls.add, { routeOID, dockOID, ...facts });
  },
};
