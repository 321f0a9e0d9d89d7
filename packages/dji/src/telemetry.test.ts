import * as fc from 'fast-check';
import { dockStatus, droneTelemetry } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { emptySnapshot, gateAges, mergeProperties, type Snapshot } from './index.ts';
import { dockOf, droneOf, osd, partA, partB, partC } from './telemetry.fixture.ts';

describe('a dock told in three parts', () => {
  const reported = osd(osd(osd(emptySnapshot(), partA, 1_000), partB, 1_600), partC, 2_500);

  it('is one status', () => {
    const status = dockOf(reported, 3_000);
    expect(dockStatus.safeParse(status).success).toBe(true);
    expect(status).toMatchObject({
      gps: '116.4,39.9',
      workState: 'idle',
      stepCode: 5,
      coverState: 'closed',
      putterState: 'closed',
      charge: { percent: 92, state: 'idle' },
      airConditioner: { mode: 'cooling', phase: 'preparing', waitSeconds: 38 },
      wind: 3.4,
      rainfall: 'none',
      network: { type: 'ethernet', quality: 0, rateKBps: 540 },
      link: { sdr: true, lte: false, sdrQuality: 5, lteQuality: 0 },
      position: { fixed: true, quality: 10, gps: 20, rtk: 18, homeValid: true },
      backupBattery: { on: false, millivolt: null, temperature: 20 },
      storeMode: 'standby',
      jobCount: 42,
      mediaRemain: 0,
      ageMs: 500,
      partsAgeMs: 2_000,
    });
  });

  it('ages by its oldest part for the gate', () => {
    expect(gateAges(reported, 3_000)).toMatchObject({ dataAge: 2_000, wind: 2_000 });
    expect(gateAges(osd(reported, partA, 3_000), 3_000)).toMatchObject({ dataAge: 500, wind: 0 });
    expect(gateAges(emptySnapshot(), 3_000)).toEqual({});
    // What was never told is missing; the others keep their ages.
    const { emergency_stop_state: _, ...withoutStop } = partA;
    const ages = gateAges(osd(emptySnapshot(), withoutStop, 0), 1);
    expect(ages.emergencyStop).toBeUndefined();
    expect(ages.dataAge).toBe(1);
  });

  it('keeps what a struct told when one comes that tells none of its members', () => {
    const good = {
      battery: { capacity_percent: 92, batteries: [{ index: 0, capacity_percent: 92 }] },
      position_state: { is_fixed: 2, quality: 5 },
      network_state: { type: 2, quality: 4, rate: 10 },
      wireless_link: { sdr_link_state: 1 },
    };
    const before = mergeProperties(emptySnapshot(), good, { at: 1, source: 'osd' }).snapshot;
    for (const nothing of [{}, { a: { b: 1 } }, { capacity_percent: null, type: null }]) {
      const junk = Object.fromEntries(Object.keys(good).map((key) => [key, nothing]));
      const merged = mergeProperties(before, junk, { at: 2, source: 'osd' });
      expect(merged.snapshot.values).toEqual(good);
      expect(merged.taken).toEqual([]);
      expect(merged.snapshot.osdAt).toBe(1);
    }
  });

  it('takes numbers and flags as text, texts as numbers, a struct as a list of one and the reverse', () => {
    const { snapshot, dropped } = mergeProperties(
      emptySnapshot(),
      {
        wind_speed: '3.4',
        mode_code: '0',
        emergency_stop_state: '0',
        supplement_light_state: 'true',
        silent_mode: 'false',
        firmware_version: 10,
        position_state: [{ is_fixed: '2', quality: '5' }],
        drone_charge_state: { capacity_percent: '32767', state: 0 },
        drone_battery_maintenance_info: { batteries: { index: '0', capacity_percent: ' 88 ' } },
        air_conditioner_mode: '1',
        sub_device: { device_sn: 4711, device_model_key: '0-91-1' },
      },
      { at: 1, source: 'osd' },
    );
    expect(dropped).toEqual([]);
    expect(dockOf(snapshot, 1)).toMatchObject({
      wind: 3.4,
      workState: 'idle',
      emergencyStop: false,
      supplementLight: true,
      silentMode: false,
      firmware: '10',
      position: { fixed: true, quality: 5 },
      charge: { percent: 88 },
      airConditioner: { mode: 'cooling' },
    });
    expect(snapshot.values['sub_device']).toEqual({ device_sn: '4711', device_model_key: '0-91-1' });
    const odd = {
      wind_speed: 'NaN',
      mode_code: '0x1',
      rainfall: '1e3',
      humidity: '1000',
      cover_state: '0.5',
      emergency_stop_state: 'pressed',
      firmware_version: Number.POSITIVE_INFINITY,
      position_state: [{ is_fixed: 2 }, { is_fixed: 0 }],
    };
    expect(mergeProperties(snapshot, odd, { at: 2, source: 'osd' }).dropped.toSorted()).toEqual(
      Object.keys(odd).toSorted(),
    );
  });

  it('counts wind in m/s, and takes none of a dock that only an aircraft could mean', () => {
    for (const [wind, dropped] of [
      [100, []],
      [100.1, ['wind_speed']],
    ] as const)
      expect(
        mergeProperties(emptySnapshot(), { wind_speed: wind }, { at: 1, source: 'osd', device: 'dock' })
          .dropped,
      ).toEqual(dropped);
  });

  it('prefers the struct of the air conditioner to its other name', () => {
    const both = { air_conditioner: { air_conditioner_state: 2 }, air_conditioner_mode: 1 };
    const { snapshot } = mergeProperties(emptySnapshot(), both, { at: 1, source: 'osd' });
    expect(dockOf(snapshot, 1).airConditioner.mode).toBe('heating');
  });

  it('keeps the last good value and its age when a bad one comes', () => {
    const merged = mergeProperties(
      reported,
      {
        wind_speed: 'storm',
        latitude: 540,
        storage: { total: 'x' },
        cover_state: null,
        rainfall: [],
        mode_code: 4,
      },
      { at: 9_000, source: 'osd' },
    );
    expect(merged.dropped.toSorted()).toEqual(['latitude', 'rainfall', 'storage', 'wind_speed']);
    expect(merged.taken).toEqual(['mode_code']);
    expect(merged.snapshot.dropped).toBe(4);
    const status = dockOf(merged.snapshot, 9_000);
    expect(status).toMatchObject({
      wind: 3.4,
      gps: '116.4,39.9',
      coverState: 'closed',
      workState: 'working',
    });
    expect(gateAges(merged.snapshot, 9_000).dataAge).toBe(8_000);
  });

  it('does not touch the snapshot it was given', () => {
    const before = JSON.stringify(reported);
    mergeProperties(reported, { wind_speed: 9, novel: 1 }, { at: 9_000, source: 'osd' });
    expect(JSON.stringify(reported)).toBe(before);
  });

  it('takes a state without calling it fresh osd', () => {
    const { snapshot } = mergeProperties(
      reported,
      { firmware_version: '10.01' },
      { at: 60_000, source: 'state' },
    );
    expect(dockOf(snapshot, 60_000)).toMatchObject({ firmware: '10.01', ageMs: 57_500 });
  });
});

describe('figures nobody told', () => {
  it('are null for a dock', () => {
    const status = dockOf(emptySnapshot(), 1_000);
    expect(dockStatus.safeParse(status).success).toBe(true);
    const {
      sn: _sn,
      online: _online,
      hms: _hms,
      hmsHeard: _heard,
      clockOffset: _offset,
      ageMs,
      partsAgeMs,
      ...figures
    } = status;
    const leaves = (value: unknown): unknown[] =>
      value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
    expect(leaves(figures).filter((value) => value !== null)).toEqual([]);
    expect(Math.min(ageMs, partsAgeMs)).toBeGreaterThan(1e12);
  });

  it('are null for an aircraft, zeros without a position and 32767 included', () => {
    const nothing = osd(
      emptySnapshot(),
      {
        latitude: 0,
        longitude: 0,
        track_id: '',
        battery: { batteries: [{ index: 0, capacity_percent: 32767 }] },
      },
      1,
    );
    const telemetry = droneOf(nothing, 1);
    expect(telemetry).toMatchObject({ lng: null, lat: null, trackId: null, percent: null, wind: null });
    expect(telemetry.batteries[0]).toMatchObject({ percent: null, voltage: null });
  });

  it.each([
    [{ drone_in_dock: 0, drone_charge_state: { state: 0 } }, 'notCharged'],
    [{ drone_in_dock: 1, drone_charge_state: { state: 1 } }, 'charging'],
    [{ drone_in_dock: 1, drone_charge_state: { state: 0 } }, 'idle'],
    [{ drone_in_dock: 1 }, null],
  ])('charge of %j is %s', (data, state) => {
    expect(dockOf(osd(emptySnapshot(), data, 1), 1).charge.state).toBe(state);
  });

  it('unknown enum values survive as numbers only', () => {
    const status = dockOf(osd(emptySnapshot(), { mode_code: 77, cover_state: 9, rainfall: -1 }, 1), 1);
    expect(status).toMatchObject({ modeCode: 77, workState: null, coverState: null, rainfall: null });
  });
});

describe('whatever a device sends', () => {
  const keys = [...Object.keys(partA), ...Object.keys(partC), 'battery', 'cameras', '99-0-0', 'constructor'];
  const hostile = fc.dictionary(
    fc.oneof(fc.constantFrom(...keys), fc.string({ maxLength: 10 })),
    fc.jsonValue(),
    {
      maxKeys: 12,
    },
  );

  it('never throws, and the result always fits the shape consumers were promised', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(hostile, fc.jsonValue()), { maxLength: 4 }), (messages) => {
        const snapshot = messages.reduce<Snapshot>(
          (held, data) => osd(held, JSON.parse(JSON.stringify(data)), 1),
          osd(emptySnapshot(), partA, 0),
        );
        expect(dockStatus.safeParse(dockOf(snapshot, 2)).error).toBeUndefined();
        expect(droneTelemetry.safeParse(droneOf(snapshot, 2)).error).toBeUndefined();
        expect(JSON.parse(JSON.stringify(snapshot))).toEqual(snapshot);
        expect(dockOf(snapshot, 2).gps).not.toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  it('cannot fill the memory with names', () => {
    let snapshot = emptySnapshot();
    for (let round = 0; round < 20; round += 1) {
      const many = Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`x${round}-${index}`, index]),
      );
      snapshot = osd(snapshot, { ...many, big: 'y'.repeat(5_000) }, round);
    }
    expect(Object.keys(snapshot.values).length).toBe(200);
    expect(osd(snapshot, partA, 99).values.mode_code).toBe(0);
  });
});
