import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OrderFacts, ToolFacts } from '../command/order.ts';
import { limits } from '../limits.ts';
import { commandCalls } from '../command/command.calls.ts';
import { checkUpgrade, offerOta, upgradeTypes, type FirmwareReport, type UpgradeFacts } from './firmware.ts';

const ordered = 1_000_000;
const said = ordered + 60_000;
const { settles, silence } = limits.firmware;

const normal: UpgradeFacts = {
  type: upgradeTypes.normal,
  versionBefore: '10.01.3202',
  target: '10.01.9999',
  orderedAt: ordered,
  heardAt: said,
  saidAt: said,
};
const report: FirmwareReport = {
  version: '10.01.9999',
  versionAt: said + 1_000,
  consistent: true,
  consistentAt: said + 1_000,
  upgrading: false,
};
const failed = (fault: string) => ({ state: 'failed', fault });

describe('an upgrade that the dock calls done', () => {
  it('is done when its device reports the version of the package afterwards, however that is padded', () => {
    expect(checkUpgrade(normal, report, said + 2_000)).toEqual({ state: 'done' });
    expect(checkUpgrade(normal, { ...report, version: '10.1.9999' }, said + 2_000)).toEqual({
      state: 'done',
    });
  });

  it('is not done by a version that was reported before', () => {
    expect(checkUpgrade(normal, { ...report, versionAt: said }, said + 2_000)).toBeNull();
    expect(checkUpgrade(normal, { ...report, version: null, versionAt: null }, said + 2_000)).toBeNull();
  });

  it('has failed when the device keeps another version once it had the time to restart', () => {
    const old = { ...report, version: '10.01.3202' };
    expect(checkUpgrade(normal, old, said + settles - 1)).toBeNull();
    expect(checkUpgrade(normal, old, said + settles)).toEqual(failed('versionDiffers'));
  });

  it('has no known outcome when the device never reports', () => {
    const silent = { ...report, versionAt: said - 1 };
    expect(checkUpgrade(normal, silent, said + silence - 1)).toBeNull();
    expect(checkUpgrade(normal, silent, said + silence)).toEqual(failed('notReported'));
  });

  it('made the parts of a device fit only when the device says so', () => {
    const consistency: UpgradeFacts = { ...normal, type: upgradeTypes.consistency, target: null };
    expect(checkUpgrade(consistency, report, said + 2_000)).toEqual({ state: 'done' });
    const unfit = { ...report, consistent: false };
    expect(checkUpgrade(consistency, unfit, said + settles - 1)).toBeNull();
    expect(checkUpgrade(consistency, unfit, said + settles)).toEqual(failed('inconsistent'));
  });
});

describe('an upgrade that the dock does not call done', () => {
  const open: UpgradeFacts = { ...normal, saidAt: null, heardAt: said };

  it('is done all the same when the device comes back with the new version', () => {
    expect(checkUpgrade(open, report, said + 2_000)).toEqual({ state: 'done' });
    expect(checkUpgrade(open, { ...report, upgrading: true }, said + 2_000)).toBeNull();
    expect(checkUpgrade(open, { ...report, versionAt: ordered }, said + 2_000)).toBeNull();
    expect(checkUpgrade({ ...open, versionBefore: '10.01.9999' }, report, said + 2_000)).toBeNull();
  });

  it('has failed once nothing was heard of it for long, counted from its order where nothing was ever', () => {
    const old = { ...report, version: '10.01.3202' };
    expect(checkUpgrade(open, old, said + silence - 1)).toBeNull();
    expect(checkUpgrade(open, old, said + silence)).toEqual(failed('silent'));
    expect(checkUpgrade({ ...open, heardAt: null }, old, ordered + silence)).toEqual(failed('silent'));
  });

  it('is never done by the old version, whatever else is reported', () => {
    const moment = fc.option(fc.integer({ min: 0, max: said + silence * 2 }), { nil: null });
    fc.assert(
      fc.property(
        fc.record({ versionAt: moment, consistentAt: moment, saidAt: moment, heardAt: moment }),
        fc.integer({ min: ordered, max: said + silence * 3 }),
        fc.boolean(),
        ({ versionAt, consistentAt, saidAt, heardAt }, now, upgrading) => {
          const old = { ...report, version: normal.versionBefore, versionAt, consistentAt, upgrading };
          return checkUpgrade({ ...normal, saidAt, heardAt }, old, now)?.state !== 'done';
        },
      ),
    );
  });
});

describe('an upgrade', () => {
  const tools: ToolFacts = {
    emergencyStop: false,
    working: false,
    airConditionerWait: 0,
    droneInDock: true,
    dronePowered: true,
    batteryPercent: 20,
    dongles: 0,
  };
  const idle: OrderFacts = {
    airborne: false,
    returning: false,
    flyingTo: false,
    job: null,
    workState: 'idle',
    rods: false,
    tools,
  };

  it.each<[string | null, Partial<OrderFacts>, Partial<ToolFacts>]>([
    [null, {}, {}],
    ['aircraftFlies', { airborne: true }, {}],
    ['dockBusy', { job: { paused: false, breakReason: null } }, {}],
    ['dockBusy', { workState: 'remoteDebug' }, {}],
    ['dockBusy', { workState: 'firmwareUpgrade' }, {}],
    ['dockBusy', { workState: null }, {}],
    ['droneNotInDock', {}, { droneInDock: false }],
    ['upgradeUnsure', {}, { droneInDock: null }],
    ['upgradeUnsure', {}, { batteryPercent: null }],
    ['upgradeBattery', {}, { batteryPercent: 19.9 }],
    ['upgradeBattery', {}, { batteryPercent: 0 }],
  ])('is refused for %s', (reason, facts, more) => {
    expect(offerOta({ ...idle, ...facts, tools: { ...tools, ...more } })).toBe(reason);
  });

  it('is refused of a dock that has reported nothing', () => {
    expect(offerOta({ ...idle, tools: null })).toBe('upgradeUnsure');
  });

  const oid = '01900000-0000-7000-8000-000000000001';
  const faults = (devices: unknown): string[] =>
    commandCalls.ota.request
      .safeParse({ oid, key: 'one-of-many', tabId: 'tab-of-a-page', issuedAt: 1_763_690_000_000, devices })
      .error?.issues.map(({ path }) => path.join('.')) ?? [];

  it('names each device once, with a package where it needs one and without where there is none', () => {
    const one = { sn: 'D1', type: 3, firmwareOID: oid };
    expect(faults([one, { sn: 'A1', type: 2 }])).toEqual([]);
    expect(faults([one, one])).toEqual(['devices.1.sn']);
    expect(faults([{ sn: 'D1', type: 3 }])).toEqual(['devices.0.firmwareOID']);
    expect(faults([{ sn: 'D1', type: 2, firmwareOID: oid }])).toEqual(['devices.0.firmwareOID']);
    expect(faults([])).toEqual(['devices']);
    expect(faults([one, { ...one, sn: 'A' }, { ...one, sn: 'B' }])).toEqual(['devices']);
    for (const type of [0, 1, 4, '3', null, undefined])
      expect(faults([{ ...one, type }])).toEqual(['devices.0.type']);
    expect(faults('D1')).toEqual(['devices']);
  });
});
