import {
  batteryCalls,
  droneCalls,
  gimbalCalls,
  remoteControllerCalls,
  robotCalls,
} from '../../packages/domain/src/index.ts';
import type { RoomFixture } from '../support/room-fixture.ts';

const kinds = [
  ['battery', '/BatteryAdmin', batteryCalls],
  ['gimbal', '/PTZAdmin', gimbalCalls],
  ['remoteController', '/DaJiHandle', remoteControllerCalls],
  ['robot', '/RobotAdmin', robotCalls],
] as const;

export const fixture: RoomFixture = {
  screens: [
    {
      address: '/UAVAdmin',
      title: 'permission./UAVAdmin',
      action: { button: 'drone.add', brings: 'device.manufacturedAt' },
    },
    ...kinds.map(([word, address]) => ({
      address,
      title: `permission.${address}` as const,
      action: { button: `${word}.add` as const, brings: 'device.manufacturedAt' as const },
    })),
  ],
  fill: async ({ call }) => {
    for (const [word, , calls] of kinds) {
      const given = { name: `巡检 ${word} واحد`, sn: `FILL-${word}`, vendor: 'DJI' as const };
      const { oid } = await call(calls.add, { ...given, model: 'X1', firmware: '01.02' });
      await call(calls.maintain, { oid, maintenance: 'awaiting', remark: 'rods' });
      await call(calls.add, { ...given, sn: `RETIRED-${word}`, vendor: 'own' }).then((one) =>
        call(calls.retire, { oids: [one.oid] }),
      );
    }
    const insured = { insuranceCompany: 'PICC', policyNumber: 'P-1', insuranceUntil: 1_600_000_000_000 };
    await call(droneCalls.add, {
      name: '巡检一号',
      sn: 'FILL-drone',
      vendor: 'DJI',
      model: 'M3TD',
      ...insured,
    });
  },
  storeScript: async ({ call }, { short, long }) => {
    const { oid } = await call(batteryCalls.add, { name: short, sn: 'SCRIPT01', vendor: 'DJI' });
    await call(batteryCalls.maintain, { oid, maintenance: 'awaiting', remark: long });
    return '/BatteryAdmin';
  },
};
