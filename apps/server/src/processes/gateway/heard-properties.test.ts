import { limits } from '@eyrie/domain';
import type { DeviceMessage } from '@eyrie/dji';
import { expect, it } from 'vitest';
import { dockAge, droneAge, openDockLink, type DockIdentity } from '../../modules/dock/index.ts';
import { createLog } from '../../platform/log.ts';
import { createHeardProperties, type HeardPropertiesDependencies } from './heard-properties.ts';

const mono = 100_000;
const wall = 1_760_000_000_000;

/** A dock and its aircraft say something that left them `ago` and of which we know that it waited `waits` for us. */
const hear = (ago: number, waits: number) => {
  const nothing = new Proxy({}, { get: () => () => undefined });
  const deps = {
    publisher: nothing,
    recorder: nothing,
    parts: nothing,
    unusable: nothing,
  };
  const heard = createHeardProperties({
    ...(deps as unknown as HeardPropertiesDependencies),
    clock: { mono: () => mono, wall: () => wall },
    log: createLog({ level: 'silent' }),
    counted: () => undefined,
    waited: () => waits,
  });
  const link = openDockLink({ oid: 'd', sn: 'SN', model: '3-2-0', kind: 'dock' } as DockIdentity, 1);
  const message = (data: object): DeviceMessage =>
    ({ timestamp: wall - ago, data }) as unknown as DeviceMessage;
  heard.ofDock(link, message({ mode_code: 0 }), 'osd');
  heard.ofDrone(link, message({ mode_code: 5 }), 'osd');
  return link;
};

it('what came at once is fresh, and its time is compared with ours', () => {
  const link = hear(300, 0);
  expect([dockAge(link, mono), droneAge(link, mono)]).toEqual([0, 0]);
  expect(link.clockOffset).toBe(-300);
});

it('what waited for us is as old as it waited, so that nothing that moves is judged by it', () => {
  const waits = limits.command.stateFresh + 1;
  const link = hear(waits + 200, waits);
  expect([dockAge(link, mono), droneAge(link, mono)]).toEqual([waits, waits]);
});

it('what it waited for us is no fault of the clock of the device', () => {
  expect(hear(8_200, 8_000).clockOffset).toBe(-200);
  expect(hear(500, 8_000).clockOffset).toBe(0);
  expect(hear(-20_000, 8_000).clockOffset).toBe(20_000);
});
