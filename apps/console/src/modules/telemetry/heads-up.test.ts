import { limits, radarSectors, type DroneTelemetry, type StickReport } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figureTexts, sourceText, type HeadsUpWords } from './heads-up-draw.ts';
import { isDue, radarPaths, readHeadsUp, splitBattery, type HeadsUpInput } from './heads-up.ts';

const drone = {
  online: true,
  lng: 113.9,
  lat: 22.5,
  homeLng: 113.9,
  homeLat: 22.6,
  pitch: 4,
  roll: -8,
  head: 90,
  elevation: 60,
  speedV: 1,
  speedH: 5,
  homeDistance: 300,
  wind: 3,
  windDir: 45,
  percent: 60,
  rth: { altitude: 80, power: 25, landingPower: 10 },
  remainFlightTime: 900,
  gimbal: { pitch: -45, roll: 0, yaw: 90 },
  camera: { payloadIndex: '81-0-0', zoom: 7, irZoom: 2, settings: { laser: { distance: 120 } } },
} as unknown as DroneTelemetry;

const free = (differs: Readonly<Record<number, number | null>> = {}): (number | null)[] =>
  Array.from({ length: radarSectors }, (_, sector) => (sector in differs ? (differs[sector] ?? null) : 60));
const report: StickReport = {
  open: true,
  motion: { head: 200, speed: 9, gimbal: { pitch: -30, roll: 0, yaw: 200 }, ageMs: 50 },
  obstacles: { sensing: 'full', up: 60, down: 12, around: free({ 18: 4.2, 40: 9 }), ageMs: 100 },
  delays: { command: 38, pictures: [{ videoId: 'AIR/81-0-0/normal-0', ms: 210 }], ageMs: 400 },
};
const input = (differs: Partial<HeadsUpInput> = {}): HeadsUpInput => ({
  drone,
  droneAgeMs: 400,
  report,
  reportAgeMs: 20,
  picture: { videoId: 'AIR/81-0-0/normal-0', lens: null, ofPayload: true },
  ...differs,
});
const { reportAges } = limits.drc;
const never = { freshness: 'none', ageMs: null };

describe('the sources of the overlay', () => {
  it('are as old as the report was when it was published, and as long as it has been here', () => {
    const { sources } = readHeadsUp(input({ reportAgeMs: 300 }));
    expect(sources).toEqual({
      aircraft: { freshness: 'live', ageMs: 400 },
      motion: { freshness: 'live', ageMs: 350 },
      obstacles: { freshness: 'live', ageMs: 400 },
      delays: { freshness: 'live', ageMs: 700 },
    });
  });

  it('of the link of sticks are old, then gone, each by its own pace', () => {
    for (const part of ['motion', 'obstacles', 'delays'] as const) {
      const { old, gone } = reportAges[part];
      const before = report[part]?.ageMs ?? 0;
      const at = (ageMs: number) => readHeadsUp(input({ reportAgeMs: ageMs - before })).sources[part];
      expect(at(old)).toEqual({ freshness: 'live', ageMs: old });
      expect(at(old + 1)).toEqual({ freshness: 'old', ageMs: old + 1 });
      expect(at(gone)).toEqual({ freshness: 'old', ageMs: gone });
      expect(at(gone + 1)).toEqual(never);
    }
  });

  it('are none without a report, after the last one, and while the clock is not known', () => {
    const closed = { open: false, motion: null, obstacles: null, delays: null };
    // A report that says closed counts more than what may still stand in it.
    for (const one of [null, closed, { ...report, open: false }])
      expect(readHeadsUp(input({ report: one })).sources).toMatchObject({ motion: never, obstacles: never });
    expect(readHeadsUp(input({ reportAgeMs: Number.NaN })).sources.motion).toEqual(never);
  });

  it.each([
    [3_000, 'live'],
    [6_000, 'live'],
    [6_001, 'old'],
    [60_000, 'old'],
    [60_001, 'none'],
  ])('of the aircraft at %i ms are %s', (droneAgeMs, freshness) => {
    expect(readHeadsUp(input({ droneAgeMs })).sources.aircraft.freshness).toBe(freshness);
  });

  it('have no values of an aircraft that is off, or was heard of too long ago', () => {
    for (const differs of [
      { drone: { ...drone, online: false } },
      { drone: null },
      { droneAgeMs: 60_001 },
      { droneAgeMs: null },
    ]) {
      const { height, battery, attitude, laser, sources } = readHeadsUp(input({ ...differs, report: null }));
      expect([height.value, battery.value, attitude.value, laser.value]).toEqual([null, null, null, null]);
      expect(sources.aircraft).toEqual(never);
    }
  });

  it('never show as live what is older than its limit', () => {
    fc.assert(
      fc.property(fc.nat(20_000), fc.nat(200_000), (reportAgeMs, droneAgeMs) => {
        const { sources } = readHeadsUp(input({ reportAgeMs, droneAgeMs }));
        const { motion, obstacles } = reportAges;
        if (reportAgeMs > motion.old) expect(sources.motion.freshness).not.toBe('live');
        if (reportAgeMs > obstacles.old) expect(sources.obstacles.freshness).not.toBe('live');
        if (droneAgeMs > limits.link.stale) expect(sources.aircraft.freshness).not.toBe('live');
      }),
    );
  });
});

it('the overlay is drawn each time while sticks report, and else no oftener than twice a second', () => {
  const closed = { open: false, motion: null, obstacles: null, delays: null };
  expect(isDue(report, 90)).toBe(true);
  for (const none of [null, closed]) expect([isDue(none, 400), isDue(none, 500)]).toEqual([false, true]);
});

describe('the values of the overlay', () => {
  it('are those of the link of sticks while they are of now, else those of the aircraft', () => {
    const quick = readHeadsUp(input());
    expect([quick.head, quick.speedH, quick.gimbalPitch]).toEqual([
      { value: 200, from: 'motion' },
      { value: 9, from: 'motion' },
      { value: -30, from: 'motion' },
    ]);
    const slow = readHeadsUp(input({ reportAgeMs: reportAges.motion.old }));
    expect([slow.head, slow.speedH, slow.gimbalPitch]).toEqual([
      { value: 90, from: 'aircraft' },
      { value: 5, from: 'aircraft' },
      { value: -45, from: 'aircraft' },
    ]);
  });

  it('point home from the nose, clockwise', () => {
    // Home is in the north.
    expect(readHeadsUp(input({ report: null })).home.value).toBeCloseTo(270, 0);
    expect(readHeadsUp(input()).home.value).toBeCloseTo(160, 0);
  });

  it('of gimbal, zoom and laser are of the picture that the gimbal turns alone', () => {
    const of = (picture: HeadsUpInput['picture']) => {
      const { gimbalPitch, zoom, laser } = readHeadsUp(input({ picture }));
      return [gimbalPitch.value, zoom.value, laser.value];
    };
    const { videoId } = input().picture;
    expect(of({ videoId, lens: 'zoom', ofPayload: true })).toEqual([-30, 7, 120]);
    expect(of({ videoId, lens: 'ir', ofPayload: true })).toEqual([-30, 2, 120]);
    expect(of({ videoId, lens: null, ofPayload: false })).toEqual([null, null, null]);
  });

  it('have the delay of the picture that is shown, whatever its lens, and of no other', () => {
    const of = (videoId: string) =>
      readHeadsUp(input({ picture: { videoId, lens: null, ofPayload: true } })).delay.value;
    expect(of('AIR/81-0-0/normal-0')).toBe(210);
    expect(of('AIR/81-0-0/zoom-0')).toBe(210);
    expect(of('AIR/39-0-7/normal-0')).toBe(null);
  });

  it('name the nearest obstacle and where it is', () => {
    expect(readHeadsUp(input()).obstacles.value?.nearest).toEqual({ distance: 4.2, at: 92.5 });
    const nothing = { ...report, obstacles: { ...report.obstacles, around: free() } } as StickReport;
    expect(readHeadsUp(input({ report: nothing })).obstacles.value?.nearest).toBe(null);
  });
});

describe('the battery', () => {
  const of = (percent: number | null, power: number | null, landingPower: number | null) =>
    splitBattery({ percent, rth: { altitude: null, power, landingPower } });

  it('is split in what flight, return and landing need', () => {
    expect(of(60, 25, 10)).toEqual({ flight: 35, return: 15, land: 10 });
    expect(of(20, 25, 10)).toEqual({ flight: 0, return: 10, land: 10 });
    expect(of(6, 25, 10)).toEqual({ flight: 0, return: 0, land: 6 });
    // A return that needs less than its landing needs as much.
    expect(of(60, 5, 10)).toEqual({ flight: 50, return: 0, land: 10 });
  });

  it('is not split where the aircraft does not say one of them', () => {
    expect([of(null, 25, 10), of(60, null, 10), of(60, 25, null)]).toEqual([null, null, null]);
  });

  it('is never more than there is', () => {
    const percent = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(percent, percent, percent, (all, power, landing) => {
        const split = of(all, power, landing);
        const { flight = 0, return: back = 0, land = 0 } = split ?? {};
        expect(flight + back + land).toBe(all);
        expect(Math.min(flight, back, land)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('the radar', () => {
  const segments = (path: string): number => path.split('M').length - 1;

  it('has a segment for each obstacle by how near it is, none where it is free, and fills what is not measured', () => {
    const paths = radarPaths(free({ 0: 2, 1: 4.9, 2: 5, 3: 14, 4: 15, 5: 59, 6: null }));
    expect(Object.entries(paths).map(([band, path]) => [band, segments(path)])).toEqual([
      ['near', 2],
      ['middle', 2],
      ['far', 2],
      ['unknown', 1],
    ]);
    expect(radarPaths(free())).toEqual({ near: '', middle: '', far: '', unknown: '' });
    expect(radarPaths(null)).toEqual({ near: '', middle: '', far: '', unknown: '' });
  });

  it('has the nose upwards and right on the right', () => {
    expect(radarPaths(free({ 0: 0 })).near).toMatch(/^M0\.0 -46\.0/);
    expect(radarPaths(free({ 18: 0 })).near).toMatch(/^M46\.0 -?0\.0/);
  });
});

describe('the words of the overlay', () => {
  const words: HeadsUpWords = {
    text: (id, values) => [id, ...Object.values(values ?? {})].join(' '),
    figures: {
      height: (value) => `${value} m`,
      speed: (value) => `${value} m/s`,
      length: (value) => `${value} m`,
      amount: (value, unit = '') => `${value} ${unit}`,
      duration: (value) => `${value} s`,
    },
  };
  const nearest = (obstacles: Partial<NonNullable<StickReport['obstacles']>>) => {
    const differs = { ...report, obstacles: { ...report.obstacles, ...obstacles } } as StickReport;
    return figureTexts(readHeadsUp(input({ report: differs })), words).nearest.value;
  };

  it('never call free what was not measured', () => {
    expect(nearest({})).toBe('headsUp.nearestAt 4.2 m 92.5 °');
    expect(nearest({ around: free() })).toBe('headsUp.free 60 m');
    expect(nearest({ around: free({ 3: null }) })).toBe('headsUp.partly');
    expect(nearest({ around: null, sensing: 'downwards' })).toBe('headsUp.sensing.downwards');
    expect(nearest({ around: null, sensing: 'unknown' })).toBe('headsUp.sensing.unknown');
    const gone = figureTexts(readHeadsUp(input({ report: null })), words);
    expect([gone.nearest.value, gone.above.value, gone.below.value, gone.delay.value]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('say how old a source is, that it is old, and that there is none', () => {
    expect(sourceText({ freshness: 'live', ageMs: 400 }, words)).toBe('0.4 unit.second');
    expect(sourceText({ freshness: 'old', ageMs: 2_000 }, words)).toBe('headsUp.old 2 unit.second');
    expect(sourceText({ freshness: 'none', ageMs: null }, words)).toBe('headsUp.notReported');
  });
});
