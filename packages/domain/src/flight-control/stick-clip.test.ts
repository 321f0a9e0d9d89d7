import { destination, distance, isWithin, zoneOf, type Place } from '@eyrie/geometry';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GateRegion } from '../region/region-gate.ts';
import { centredSticks, type Sticks } from './stick-frame.ts';
import { clipSticks, type StickRoom } from './stick-clip.ts';

const middle: Place = { lng: 113.95, lat: 22.54 };
const disc = (kind: GateRegion['kind'], differs: Partial<GateRegion> = {}): GateRegion => {
  const zone = zoneOf({ type: 'circle', at: middle, radius: 200 });
  if (!zone) throw new Error('no inside');
  const unbound = { floor: null, ceiling: null, validFrom: null, validUntil: null } as const;
  return { name: 'disc', kind, zone, heightReference: 'sea', ...unbound, ...differs };
};
const room = (metresNorth: number, differs: Partial<StickRoom> = {}): StickRoom => ({
  at: destination(middle, metresNorth < 0 ? 180 : 0, Math.abs(metresNorth)),
  head: 0,
  elevation: 50,
  sea: 80,
  heightLimit: 120,
  regions: [],
  now: 1_000,
  ...differs,
});
const ahead: Sticks = { ...centredSticks, pitch: 1 };
const back: Sticks = { ...centredSticks, pitch: -1 };
const up: Sticks = { ...centredSticks, throttle: 1 };

describe('sticks near the height limit', () => {
  it.each([
    [50, 1],
    [107, 1],
    [112, 0.5],
    [117, 0],
    [130, 0],
  ])('at %d of 120 m: %d of a climb', (elevation, left) => {
    const clipped = clipSticks(up, room(0, { elevation }));
    expect(clipped.sticks.throttle).toBeCloseTo(left, 6);
    expect(clipped.by).toEqual(left < 1 ? ['height'] : []);
  });

  it('are clipped by nothing that is not known, and never on the way down', () => {
    expect(clipSticks(up, room(0, { elevation: 130, heightLimit: null })).by).toEqual([]);
    expect(clipSticks({ ...up, throttle: -1 }, room(0, { elevation: 130 })).by).toEqual([]);
    expect(clipSticks(up, room(0, { elevation: null, heightLimit: 5 })).by).toEqual([]);
  });
});

describe('sticks near borders', () => {
  it.each([
    ['keep in', 'keepIn', 0, 1],
    ['keep in, 30 m before its border', 'keepIn', 170, 0.5],
    ['keep in, at its border', 'keepIn', 195, 0],
    ['keep in, beyond it', 'keepIn', 230, 0],
    ['keep in, on the way back', 'keepIn', -230, 1],
    ['keep out, far', 'noFly', -300, 1],
    ['keep out, 30 m before its border', 'noFly', -230, 0.5],
    ['keep out, at its border', 'noFly', -205, 0],
    ['keep out, inside, the long way', 'noFly', -100, 0],
    ['keep out, inside, the short way out', 'noFly', 100, 1],
  ] as const)('%s', (_, kind, north, left) => {
    const { sticks, by } = clipSticks(ahead, room(north, { regions: [disc(kind)] }));
    expect(sticks.pitch).toBeCloseTo(left, 2);
    expect(by).toEqual(left < 1 ? ['region'] : []);
  });

  it('that hold at another time or height do not count', () => {
    const at = room(-205);
    for (const differs of [{ validFrom: 2_000 }, { floor: 100 }, { ceiling: 60 }])
      expect(clipSticks(ahead, { ...at, regions: [disc('noFly', differs)] }).by).toEqual([]);
    const ground = disc('noFly', { floor: 100, heightReference: 'ground' });
    expect(clipSticks(ahead, { ...at, regions: [ground] }).by).toEqual(['region']);
  });

  it.each([
    [97, true],
    [96.9, false],
    [153, true],
    [153.1, false],
    [null, true],
  ])('of a region from 100 to 150 m count at %s m above the sea: %s', (sea, counts) => {
    const regions = [disc('noFly', { floor: 100, ceiling: 150 })];
    expect(clipSticks(ahead, room(-205, { sea, regions })).by).toEqual(counts ? ['region'] : []);
  });

  it('leave every way out of the middle, which is as long as the others, and say no sticks of minus nothing', () => {
    expect(clipSticks(ahead, room(0, { regions: [disc('noFly')] })).by).toEqual([]);
    const { sticks } = clipSticks({ ...back, roll: -1 }, room(-205, { head: 180, regions: [disc('noFly')] }));
    expect([sticks.pitch, sticks.roll].filter((value) => Object.is(value, -0))).toEqual([]);
    const all = clipSticks(
      { ...centredSticks, roll: -1, pitch: -1 },
      room(230, { head: 45, regions: [disc('keepIn')] }),
    );
    expect([all.sticks.roll, all.sticks.pitch].filter((value) => Object.is(value, -0))).toEqual([]);
  });

  it('lead nowhere beyond whatever is held, and always some way back', () => {
    const deflection = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom('keepIn' as const, 'noFly' as const),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 359 }),
        fc.integer({ min: 0, max: 359 }),
        fc.record({ roll: deflection, pitch: deflection, throttle: deflection, yaw: deflection }),
        (kind, metres, bearing, head, sticks) => {
          const region = disc(kind);
          const at = destination(middle, bearing, metres);
          const given = room(0, { at, head, regions: [region] });
          const { sticks: sent, by } = clipSticks(sticks, given);
          for (const axis of ['roll', 'pitch', 'throttle', 'yaw'] as const) {
            expect(Math.abs(sent[axis])).toBeLessThanOrEqual(Math.abs(sticks[axis]) + 1e-9);
            expect(sent[axis] * sticks[axis]).toBeGreaterThanOrEqual(0);
          }
          expect(sent.yaw).toBe(sticks.yaw);
          const allowed = (place: Place): boolean => isWithin(region.zone, place) === (kind === 'keepIn');
          const size = Math.hypot(sent.roll, sent.pitch);
          const way = head + (Math.atan2(sent.roll, sent.pitch) * 180) / Math.PI;
          // So far does what is left of the sticks carry it before they are read again and again.
          if (allowed(at) && size > 0) expect(allowed(destination(at, way, 9))).toBe(true);
          // Straight back is never taken away.
          const home = (Math.atan2(0, 1) * 180) / Math.PI + bearing + (kind === 'keepIn' ? 180 : 0);
          const turned = ((home - head) * Math.PI) / 180;
          const homeward = { ...centredSticks, roll: Math.sin(turned), pitch: Math.cos(turned) };
          if (!allowed(at) && distance(at, middle) > 1) expect(clipSticks(homeward, given).by).toEqual([]);
          if (by.length === 0) expect(sent).toEqual(sticks);
        },
      ),
    );
  });
});

it('that are let go are left alone', () => {
  expect(clipSticks(centredSticks, room(195, { regions: [disc('keepIn')] }))).toEqual({
    sticks: centredSticks,
    by: [],
  });
  expect(clipSticks(back, room(195, { regions: [disc('keepIn')] })).by).toEqual([]);
});
