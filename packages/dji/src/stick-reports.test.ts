import { obstacleReach, radarSectors } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeDrcUp } from './drc.ts';
import { delaysIn, motionIn, obstaclesIn } from './stick-reports.ts';

const free = 60_000;
const ring = (differs: Readonly<Record<number, unknown>> = {}): unknown[] =>
  Array.from({ length: 360 }, (_, degree) => (degree in differs ? differs[degree] : free));
const around = (values: unknown, flags: object = {}) =>
  obstaclesIn({ around_distances: values, ...flags })?.around ?? null;
const everywhere = (metres: number | null): (number | null)[] =>
  Array.from({ length: radarSectors }, () => metres);

describe('obstacles around an aircraft', () => {
  it('are metres by sectors, clockwise from the nose, the nearest of each', () => {
    const read = around(ring({ 0: 4_210, 3: 9_000, 92: 12_000, 359: 30_000 }));
    expect(read).toHaveLength(radarSectors);
    expect([read?.[0], read?.[18], read?.[71], read?.[1]]).toEqual([4.2, 12, 30, obstacleReach]);
  });

  it('are read under either name of their documents', () => {
    expect(obstaclesIn({ around_distance: ring({ 0: 5_000 }) })?.around?.[0]).toBe(5);
    expect(decodeDrcUp('hsi_info_push', { around_distance: ring({ 0: 5_000 }) })).toMatchObject({
      kind: 'obstacles',
      obstacles: { sensing: 'full' },
    });
  });

  it('are nowhere where the list is empty, and not known where it is missing', () => {
    expect(around([])).toEqual(everywhere(obstacleReach));
    expect(obstaclesIn({ up_distance: 1_000 })).toEqual({
      sensing: 'unknown',
      around: null,
      up: 1,
      down: null,
    });
  });

  it('are looked for downwards alone where four values come', () => {
    expect(obstaclesIn({ around_distances: [1, 2, 3, 4], down_distance: 900 })).toEqual({
      sensing: 'downwards',
      around: null,
      up: null,
      down: 0.9,
    });
  });

  it.each([
    [12, 'a peer has twelve values of metres'],
    [359, 'one is missing'],
    [361, 'one is too many'],
    [720, 'none of this kind'],
  ])('are not known from %i values: %s', (length) => {
    const values = Array.from({ length }, () => 5_000);
    expect(obstaclesIn({ around_distances: values })).toMatchObject({ sensing: 'unknown', around: null });
  });

  it.each([[0], [-1], [null], ['far'], [Number.NaN], [{}]])(
    'are not known where %j was measured, which is not free',
    (value) => {
      expect(around(ring({ 7: value }))?.[1]).toBe(null);
      // What stands nearer in the same sector stays to be seen.
      expect(around(ring({ 7: value, 8: 3_000 }))?.[1]).toBe(3);
      expect(obstaclesIn({ up_distance: value, around_distances: [] })?.up).toBe(null);
    },
  );

  it('are numbers or their text, and none beyond their reach', () => {
    expect(around(ring({ 0: '4210' }))?.[0]).toBe(4.2);
    expect(obstaclesIn({ up_distance: 60_000, down_distance: 1e9 })).toMatchObject({
      up: obstacleReach,
      down: obstacleReach,
    });
  });

  it('are not known on a side whose sensors do not work, also where everything is free', () => {
    const blind = around([], { front_work: false, right_work: 0 });
    expect([blind?.[0], blind?.[8], blind?.[9], blind?.[26], blind?.[27], blind?.[63]]).toEqual([
      null,
      null,
      null,
      null,
      obstacleReach,
      null,
    ]);
    expect(around([], { horizontal_work: false })).toBe(null);
    expect(
      obstaclesIn({ around_distances: [], up_distance: 9_000, down_distance: 9_000, up_work: false }),
    ).toMatchObject({ up: null, down: 9 });
    expect(obstaclesIn({ up_distance: 9_000, vertical_work: 0 })).toMatchObject({ up: null });
  });

  it('are never free where something was measured, and never nearer than that', () => {
    const distance = fc.oneof(fc.integer({ min: 100, max: 59_900 }), fc.constant(free));
    fc.assert(
      fc.property(fc.array(distance, { minLength: 360, maxLength: 360 }), (values) => {
        const read = around(values) ?? [];
        expect(read).toHaveLength(radarSectors);
        for (const [sector, metres] of read.entries()) {
          const nearest = Math.min(...values.slice(sector * 5, sector * 5 + 5));
          expect(metres).toBeCloseTo(Math.min(nearest / 1_000, obstacleReach), 0);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('come of nothing that is no report of them', () => {
    for (const data of [null, 'near', 7, [], {}, { front_work: true }]) {
      expect(obstaclesIn(data)).toBe(null);
      expect(decodeDrcUp('hsi_info_push', data)).toBe(null);
    }
  });
});

describe('how an aircraft flies', () => {
  it('is where it looks to and how fast it goes level, whichever way the axes lie', () => {
    const data = {
      attitude_head: -90,
      speed_x: 3,
      speed_y: 4,
      speed_z: 2,
      gimbal_pitch: -30,
      gimbal_yaw: 10,
    };
    expect(motionIn(data)).toEqual({
      head: 270,
      speed: 5,
      gimbal: { pitch: -30, roll: null, yaw: 10 },
    });
  });

  it('is not known where it says nothing that can be', () => {
    expect(motionIn({})).toBe(null);
    expect(motionIn({ attitude_head: 1e9, speed_x: 1e6, speed_y: 0, gimbal_pitch: '5' })).toBe(null);
    expect(motionIn({ attitude_head: 0, speed_x: 3 })).toMatchObject({ head: 0, speed: null });
  });
});

describe('delays', () => {
  it('are of the link and of each picture', () => {
    const liveview_delay_list = [
      { video_id: 'A/81-0-0/normal-0', liveview_delay_time: 210 },
      { video_id: 'A/81-0-0/normal-0', liveview_delay_time: -1 },
      { liveview_delay_time: 90 },
      'late',
    ];
    expect(delaysIn({ sdr_cmd_delay: 38, liveview_delay_list })).toEqual({
      command: 38,
      pictures: [{ videoId: 'A/81-0-0/normal-0', ms: 210 }],
    });
  });

  it.each([[null], [{}], [{ sdr_cmd_delay: -1 }], [{ liveview_delay_list: 'none' }], [[]]])(
    'are none in %j',
    (data) => {
      expect(delaysIn(data)).toBe(null);
    },
  );
});

it('pushes that lack their method are known by their keys, and nothing else is', () => {
  expect(decodeDrcUp(null, { attitude_head: 1, latitude: 22, longitude: 113, height: 9 })?.kind).toBe(
    'state',
  );
  expect(decodeDrcUp(null, { around_distances: [] })?.kind).toBe('obstacles');
  expect(decodeDrcUp(null, { sdr_cmd_delay: 10 })?.kind).toBe('delay');
  expect(decodeDrcUp(null, { timestamp: 1 })).toBe(null);
  // A method that says something else counts before keys.
  expect(decodeDrcUp('drc_drone_state_push', { sdr_cmd_delay: 10 })).toBe(null);
});
