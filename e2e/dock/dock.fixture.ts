import { dockCalls } from '../../packages/domain/src/index.ts';
import { connectDock } from '../../packages/testing/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

const alarm = { code: '0x19110014', level: 2, module: 1, in_the_sky: 0, imminent: 0, device_type: '3-2-0' };
const args = { component_index: 0, sensor_index: 1, part: 'cover' };

export const fixture: RoomFixture = {
  screens: [{ address: '/DaJiAirport', title: 'permission./DaJiAirport' }],
  fill: async ({ call, session: { groupOID } }, { mqtt }) => {
    const place = { name: '语言机场', sn: 'DSPEAK0001', model: '3-2-0', vendor: 'DJI' as const, groupOID };
    const { oid, secret } = await call(dockCalls.add, place);
    await call(dockCalls.edit, { oid, windLimit: 8, insuranceUntil: null, firmware: '07.01.01' });
    const dock = await connectDock({ url: mqtt, sn: place.sn, secret, droneSn: 'ASPEAK0001' });
    await dock.start();
    await dock.topology(true);
    const list = [
      { ...alarm, args },
      { ...alarm, code: '0xFFAA0001', level: 0, args: {} },
    ];
    await dock.event('hms', { list });
    await dock.event('cover_open', {
      result: 514_107,
      output: { status: 'failed', progress: { percent: 40, step_key: 'open_cover' } },
    });
    await dock.close();
  },
};
