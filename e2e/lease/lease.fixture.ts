import { commandCalls, dockCalls, leaseCalls } from '../../packages/domain/src/index.ts';
import { first, refused, type RoomFixture } from '../support/room-fixture.ts';

export const fixture: RoomFixture = {
  screens: [],
  fill: async ({ call }) => {
    const { oid } = first((await call(dockCalls.query, { keyword: 'DSPEAK0001' })).list);
    const lease = { oid, control: 'flight', tabId: 'languages1' } as const;
    const { epoch } = await call(leaseCalls.take, lease);
    await refused(call(commandCalls.hover, { oid, key: 'languages-1', epoch }));
    await call(leaseCalls.release, { ...lease, epoch });
  },
};
