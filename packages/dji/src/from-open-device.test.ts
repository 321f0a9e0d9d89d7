import type { OpenState } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { openAircraftSnapshot, openDeviceSnapshot } from './from-open-device.ts';
import { toDockStatus } from './to-dock-status.ts';
import { toDroneTelemetry } from './to-drone-telemetry.ts';

const rest: OpenState = { at: 1, seq: 1, mode: 'idle' };
const statusOf = (state: OpenState) =>
  toDockStatus(openDeviceSnapshot('dock', state, 100), {
    sn: 'V1',
    online: true,
    hms: [],
    hmsHeard: false,
    clockOffset: null,
    now: 150,
  });
const telemetryOf = (state: OpenState) => {
  const snapshot = openAircraftSnapshot(state, 100);
  const context = { sn: 'A1', dockOid: 'd', online: true, flightOID: null, now: 150 };
  return snapshot && toDroneTelemetry(snapshot, context);
};

it('knows of a dock what it said, and nothing else', () => {
  const dock = { cover: 'open', aircraftInside: false, wind: 3, rainfall: 'light', temperature: -4 } as const;
  expect(statusOf({ ...rest, dock })).toMatchObject({
    workState: 'idle',
    coverState: 'open',
    droneInDock: false,
    wind: 3,
    rainfall: 'light',
    envTemp: -4,
    gps: null,
    emergencyStop: null,
    ageMs: 50,
  });
  expect(statusOf(rest)).toMatchObject({ coverState: null, droneInDock: null, wind: null });
});

it.each([
  ['idle', 'idle'],
  ['charging', 'idle'],
  ['working', 'working'],
  ['paused', 'working'],
  ['returning', 'working'],
  ['service', 'onSiteDebug'],
  ['fault', null],
] as const)('counts the mode %s as %s', (mode, workState) => {
  expect(statusOf({ ...rest, mode }).workState).toBe(workState);
});

it('counts an aircraft as flying when it says that it is in the air, and says no more of how', () => {
  const aircraft = { airborne: true, elevation: 40, percent: 60 };
  expect(telemetryOf({ ...rest, mode: 'working', aircraft })).toMatchObject({
    airborne: true,
    mode: 'unknown',
    elevation: 40,
    percent: 60,
    lng: null,
    speedH: null,
  });
  expect(telemetryOf({ ...rest, mode: 'returning', aircraft })?.mode).toBe('autoReturn');
  expect(telemetryOf({ ...rest, aircraft: { airborne: false } })).toMatchObject({ airborne: false });
  expect(telemetryOf(rest)).toBeNull();
});
