import { describe, expect, it } from 'vitest';
import { emptySnapshot, mergeProperties, type Snapshot } from './snapshot.ts';
import { toDeviceReports } from './to-device-reports.ts';

const heard = (...messages: Record<string, unknown>[]): Snapshot =>
  messages.reduce<Snapshot>(
    (snapshot, data) => mergeProperties(snapshot, data, { at: 1, source: 'osd', device: 'drone' }).snapshot,
    emptySnapshot(),
  );
const drone = { sn: 'DRONE1', model: '0-91-1' };
const battery = {
  index: 0,
  sn: 'BATT0001',
  capacity_percent: 81,
  voltage: 22_100,
  temperature: 26.4,
  loop_times: 31,
  high_voltage_storage_days: 4,
  firmware_version: '02.00.20.60',
};
const batteriesOf = (...batteries: object[]) =>
  toDeviceReports(heard({ battery: { capacity_percent: 80, batteries } }), drone).filter(
    ({ kind }) => kind === 'battery',
  );

describe('what an aircraft carries', () => {
  it('is itself with what it counted, its batteries and its gimbals', () => {
    const snapshot = heard(
      { total_flight_sorties: 12, total_flight_time: 3600.5, total_flight_distance: 45_000 },
      { firmware_version: '10.01.0000' },
      { battery: { capacity_percent: 80, batteries: [battery] } },
      {
        payloads: [
          { payload_index: '81-0-0', sn: 'CAM00001', firmware_version: '05.01', control_source: 'A' },
          { payload_index: '176-0-0', sn: 'NOSE0001' },
        ],
      },
    );
    expect(toDeviceReports(snapshot, drone)).toMatchObject([
      { kind: 'drone', ...drone, firmware: '10.01.0000', flights: 12, flightTime: 3600.5, distance: 45_000 },
      {
        kind: 'battery',
        sn: 'BATT0001',
        slot: '0',
        percent: 81,
        voltage: 22.1,
        temperature: 26.4,
        cycles: 31,
        storedDays: 4,
        firmware: '02.00.20.60',
      },
      { kind: 'gimbal', sn: 'CAM00001', slot: '81-0-0', model: 'M3TD', firmware: '05.01' },
    ]);
  });

  it('is null for figures that cannot be, and for the value that means unknown', () => {
    expect(batteriesOf({ ...battery, voltage: 32767, capacity_percent: 32767 })).toMatchObject([
      { voltage: null, percent: null, cycles: 31 },
    ]);
    expect(batteriesOf({ ...battery, loop_times: 9_000_000_000 })).toMatchObject([{ cycles: null }]);
    expect(batteriesOf({ ...battery, firmware_version: 'x'.repeat(65) })).toMatchObject([{ firmware: null }]);
  });

  it('has the spread of the voltages in one aircraft, and none for a battery alone', () => {
    const other = { ...battery, index: 1, sn: 'BATT0002', voltage: 21_980 };
    expect(batteriesOf(battery)).toMatchObject([{ spread: null }]);
    expect(batteriesOf(battery, other)).toMatchObject([{ spread: 0.12 }, { spread: 0.12 }]);
    // Nobody knows of a battery without a voltage how far it lies from the other.
    expect(batteriesOf(battery, { ...other, voltage: 32767 })).toMatchObject([
      { spread: null },
      { spread: null },
    ]);
  });

  it('has no battery without a serial number, none twice, and never two hundred', () => {
    expect(batteriesOf({ ...battery, sn: '' }, { ...battery, sn: 'a/b' })).toEqual([]);
    expect(batteriesOf(battery, { ...battery, index: 1 })).toHaveLength(1);
    const many = Array.from({ length: 200 }, (_, index) => ({ ...battery, index, sn: `BATT${index}00` }));
    expect(batteriesOf(...many)).toEqual([]);
  });

  it('keeps the last good battery when a message says a cycle count below zero', () => {
    const good = { battery: { capacity_percent: 80, batteries: [battery] } };
    const bad = { battery: { capacity_percent: 70, batteries: [{ ...battery, loop_times: -1 }] } };
    expect(toDeviceReports(heard(good, bad), drone)[1]).toMatchObject({ cycles: 31 });
  });
});
