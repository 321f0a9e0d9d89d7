import type { PhotoFacts, RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { groundOf } from './ground.fixture.ts';
import { photoSight } from './photo/photo-sight.ts';
import { planWith, pointAt } from './plan.fixture.ts';
import { resolvePlan } from './resolve/resolve-plan.ts';
import type { Ground } from './resolved.ts';
import { routeCoverage } from './route-coverage.ts';
import { takenPhotos, type TakenPhoto } from './taken-photos.ts';

const ground = groundOf(20);
const nowhere = groundOf(null);
const undulation = () => -3.5;
const picture = { width: 4000, height: 3000 };
const at = (east: number, north: number) => {
  const { lng, lat } = pointAt('', east, north);
  return { lng, lat };
};

const areaPlan = (): RoutePlan => {
  const plan = planWith([], { type: 'regionalMapping' }, { height: 100 });
  const outer = [at(0, 0), at(400, 0), at(400, 400), at(0, 400)];
  return { ...plan, area: { ...plan.area, direction: 0, parts: [{ outer, holes: [] }] } };
};

/** What a photo says that was taken where its plan has it, by a lens of 24 mm. */
const factsOf = ({ lng, lat, sea, height, heading, pitch }: TakenPhoto): PhotoFacts => ({
  make: 'DJI',
  model: 'M3TD',
  lng,
  lat,
  fix: 'fixed',
  heights: { ellipsoid: (sea ?? 0) + undulation(), altitude: null, relative: height },
  heading,
  gimbal: { yaw: heading, pitch, roll: 0 },
  aircraft: { yaw: heading, pitch: 0, roll: 0 },
  lens: 'wide',
  focalLength: 24,
  localTime: null,
  takenAt: null,
  zoneMinutes: null,
  zoneSource: null,
  faults: [],
});
const taken = (plan: RoutePlan, over: Ground = ground): PhotoFacts[] =>
  takenPhotos(plan, resolvePlan(plan, over)).map(factsOf);
const compared = (plan: RoutePlan, photos: readonly (PhotoFacts | null)[], over: Ground = ground) =>
  routeCoverage(
    plan,
    over,
    photos.map((facts) => photoSight(facts, picture, undulation)),
  );

describe('what a route promised against what its photos show', () => {
  it('is all of an area where every photo came home, and nothing where none did', () => {
    const plan = areaPlan();
    const all = compared(plan, taken(plan));
    expect(all.promised).toBeGreaterThan(155_000);
    expect(all.promised).toBeLessThan(165_000);
    expect(all.seen! / all.promised!).toBeGreaterThan(0.99);
    expect(all).toMatchObject({ fault: null, terrain: true, unused: [] });
    const none = compared(plan, []);
    expect(none).toMatchObject({ seen: 0, used: 0 });
    expect(none.gaps).toEqual(none.ground);
  });

  it('leaves the gap where the photos are missing, and nowhere else', () => {
    const plan = areaPlan();
    const half = at(200, 0).lng;
    const west = compared(
      plan,
      taken(plan).filter(({ lng }) => lng! < half),
    );
    const share = west.seen! / west.promised!;
    expect(share).toBeGreaterThan(0.45);
    expect(share).toBeLessThan(0.75);
    expect(west.gaps.length).toBeGreaterThan(0);
    for (const [from] of west.gaps) expect(from).toBeGreaterThan(half);
  });

  it('is what the photos of a route of points were to show, where it has no area', () => {
    const points = [0, 60, 120].map((east, index) =>
      pointAt(`p${index}`, east, 0, { actions: [{ type: 'takePhoto' }] as never }),
    );
    const plan = planWith(points, {}, { gimbalPitch: -90 });
    for (const over of [ground, nowhere]) {
      const photos = taken(plan, over);
      expect(photos).toHaveLength(3);
      const all = compared(plan, photos, over);
      expect(all.terrain).toBe(over === ground);
      expect(all.seen! / all.promised!).toBeGreaterThan(0.95);
      const fewer = compared(plan, photos.slice(0, 1), over);
      expect(fewer.seen!).toBeLessThan(all.seen! * 0.8);
    }
    expect(compared(planWith(points, {}, { heightMode: 'altitude' }), taken(plan), nowhere).fault).toBe(
      'noGround',
    );
    expect(compared(planWith([pointAt('a', 0, 0), pointAt('b', 9, 9)]), []).fault).toBe('noPhotos');
  });

  it('counts photos for nothing that do not say what they show, and says why', () => {
    const plan = areaPlan();
    const [one] = taken(plan) as [PhotoFacts];
    const far = at(9_000, 0);
    const found = compared(plan, [
      null,
      { ...one, lng: null },
      { ...one, lng: 0, lat: 0 },
      { ...one, lat: 91 },
      { ...one, lng: Number.NaN },
      { ...one, heading: null },
      { ...one, heading: Number.NaN },
      { ...one, gimbal: { ...one.gimbal, pitch: null } },
      { ...one, gimbal: { ...one.gimbal, pitch: 1e9 } },
      { ...one, focalLength: null },
      { ...one, focalLength: -1 },
      { ...one, heights: { ellipsoid: null, altitude: null, relative: 100 } },
      { ...one, ...far },
    ]);
    expect(found.seen).toBe(0);
    expect(found.used).toBe(0);
    expect(found.unused).toEqual([
      { reason: 'unread', count: 1 },
      { reason: 'place', count: 4 },
      { reason: 'heading', count: 4 },
      { reason: 'lens', count: 2 },
      { reason: 'height', count: 1 },
      { reason: 'elsewhere', count: 1 },
    ]);
    expect(compared(plan, [one]).used).toBe(1);
  });

  it('draws ragged gaps by few boxes that hold all of them', () => {
    const plan = areaPlan();
    const photos = taken(plan).filter((_, index) => index % 7 === 0);
    const { gaps, ground: all } = compared(plan, photos);
    expect(gaps.length).toBeLessThanOrEqual(300);
    expect(all.length).toBeLessThanOrEqual(300);
  });
});
