import { droneTelemetry, limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { emptySnapshot, mergeProperties } from './index.ts';
import { droneOf, osd } from './telemetry.fixture.ts';

describe('an aircraft', () => {
  const flying = osd(
    emptySnapshot(),
    {
      mode_code: 5,
      latitude: 39.9,
      longitude: 116.4,
      height: 120,
      elevation: 60,
      wind_speed: 16,
      wind_direction: 3,
      battery: {
        capacity_percent: 80,
        remain_flight_time: 1500,
        return_home_power: 25,
        landing_power: 10,
        batteries: [
          { index: 0, sn: 'B1', capacity_percent: 80, voltage: 22_500, temperature: 31, loop_times: 12 },
        ],
      },
      cameras: [
        { payload_index: '176-0-0', camera_mode: 0 },
        { payload_index: '99-0-0', camera_mode: 1, recording_state: 1, record_time: 12, zoom_factor: 2 },
      ],
      '99-0-0': { gimbal_pitch: -45, gimbal_roll: 0, gimbal_yaw: 10, payload_index: '99-0-0' },
      distance_limit_status: { state: 1, distance_limit: 2000 },
    },
    1_000,
  );

  it('is given in our units', () => {
    const telemetry = droneOf(flying, 1_500);
    expect(droneTelemetry.safeParse(telemetry).success).toBe(true);
    expect(telemetry).toMatchObject({
      airborne: true,
      mode: 'routeFlight',
      wind: 1.6,
      windDir: 90,
      rth: { power: 25, landingPower: 10 },
      batteries: [{ index: 0, sn: 'B1', percent: 80, voltage: 22.5, temperature: 31, cycles: 12 }],
      gimbal: { pitch: -45, roll: 0, yaw: 10 },
      camera: { payloadIndex: '99-0-0', mode: 1, recording: true, recordTime: 12, zoom: 2 },
      limits: { distance: 2000 },
      ageMs: 500,
    });
  });

  it('merges settings and payloads member by member, all else whole', () => {
    const { snapshot } = mergeProperties(
      flying,
      {
        '99-0-0': { thermal_gain_mode: 1 },
        distance_limit_status: { state: 0 },
        battery: { capacity_percent: 79 },
      },
      { at: 2_000, source: 'state' },
    );
    const telemetry = droneOf(snapshot, 2_000);
    expect(telemetry.gimbal.pitch).toBe(-45);
    expect(telemetry.limits.distance).toBeNull();
    expect(telemetry).toMatchObject({ percent: 79, remainFlightTime: null, batteries: [] });
  });

  it('offline keeps the last place and loses what was live', () => {
    expect(droneOf(flying, 5_000, false)).toMatchObject({
      online: false,
      airborne: false,
      lng: 116.4,
      mode: 'routeFlight',
      percent: null,
      speedH: null,
      batteries: [],
      camera: { payloadIndex: null },
    });
  });

  it('takes a place whole or not at all', () => {
    const reported = { latitude: 39.91, longitude: 116.41 };
    expect(droneOf(osd(flying, reported, 2_000), 2_000)).toMatchObject({ lat: 39.91, lng: 116.41 });
    for (const wrong of [
      { latitude: 116.41, longitude: 39.91 },
      { latitude: 39.91, longitude: 181 },
      { latitude: 39.91 },
      { latitude: null, longitude: 116.41 },
    ]) {
      const merged = mergeProperties(flying, { ...wrong, elevation: 61 }, { at: 2_000, source: 'osd' });
      expect(droneOf(merged.snapshot, 2_000)).toMatchObject({ lat: 39.9, lng: 116.4, elevation: 61 });
      expect(merged.dropped.length).toBe(Object.values(wrong).filter((half) => half !== null).length);
    }
    const home = { home_latitude: 116.4, home_longitude: 39.9 };
    expect(droneOf(osd(flying, home, 2_000), 2_000)).toMatchObject({ homeLat: null, homeLng: null });
  });

  it('shows no motion of before as that of now', () => {
    const soon = osd(flying, { mode_code: 5 }, 1_000 + limits.link.stale);
    expect(droneOf(soon, 7_000)).toMatchObject({ lat: 39.9, lng: 116.4, elevation: 60 });
    const later = osd(flying, { mode_code: 5, elevation: 30 }, 1_001 + limits.link.stale);
    expect(droneOf(later, 7_001)).toMatchObject({
      lat: null,
      lng: null,
      height: null,
      percent: null,
      elevation: 30,
    });
    // Out of reach the last known place is what people look for.
    expect(droneOf(later, 7_001, false)).toMatchObject({ lat: 39.9, lng: 116.4 });
  });

  it.each([
    ['latitude', 90.1],
    ['longitude', -181],
    ['height', 20_001],
    ['elevation', -1_001],
    ['horizontal_speed', 201],
    ['vertical_speed', -201],
    ['attitude_head', 361],
    ['home_distance', -1],
    ['wind_speed', 1_001],
    ['height_limit', -1],
    ['rth_altitude', 10_001],
    ['battery', { capacity_percent: 101 }],
    ['battery', { remain_flight_time: -1 }],
    ['battery', { batteries: [{ index: 0, temperature: 201 }] }],
    ['position_state', { gps_number: 501 }],
    ['storage', { total: -1 }],
  ])('drops %s %j, which cannot be, instead of bending it', (key, value) => {
    const merged = mergeProperties(flying, { [key]: value }, { at: 2_000, source: 'osd' });
    expect(merged.dropped).toEqual([key]);
    expect(merged.snapshot.values[key]).toEqual(flying.values[key]);
  });

  it('keeps the charge and the camera beside a voltage and a zoom that cannot be', () => {
    const batteries = [{ index: 0, capacity_percent: 70, voltage: -1 }];
    const reported = {
      battery: { capacity_percent: 70, batteries },
      cameras: [{ payload_index: '99-0-0', camera_mode: 1, zoom_factor: -2 }],
    };
    expect(droneOf(osd(flying, reported, 2_000), 2_000)).toMatchObject({
      percent: 70,
      batteries: [{ percent: 70, voltage: null }],
      camera: { mode: 1, zoom: null },
    });
  });

  it('in a mode we do not know counts as flying', () => {
    expect(droneOf(osd(flying, { mode_code: 99 }, 2), 2)).toMatchObject({ mode: 'unknown', airborne: true });
  });
});
