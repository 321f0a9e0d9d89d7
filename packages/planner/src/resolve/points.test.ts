import { describe, expect, it } from 'vitest';
import { groundOf } from '../ground.fixture.ts';
import { planWith, pointAt } from '../plan.fixture.ts';
import { resolvePlan } from './resolve-plan.ts';

const ground = groundOf(20);
const stop = 'toPointAndStopWithDiscontinuityCurvature';
const three = [pointAt('p1', 0, 0), pointAt('p2', 0, 90), pointAt('p3', 18, 90)];

describe('a waypoint plan', () => {
  it('takes from the settings what a point leaves out', () => {
    const plan = planWith(
      [three[0]!, { ...three[1]!, speed: 3, ai: true, height: 50 }, three[2]!],
      {},
      { speed: 7 },
    );
    const [line] = resolvePlan(plan, ground).lines;
    expect(line?.points.map(({ speed, ai, height }) => [speed, ai, height])).toEqual([
      [7, false, 80],
      [3, true, 50],
      [7, false, 80],
    ]);
  });

  it('heads along its legs, and keeps headings within −180…180', () => {
    const along = resolvePlan(planWith(three), ground).lines[0]!.points.map(({ heading }) =>
      Math.round(heading),
    );
    expect(along).toEqual([0, 90, 90]);
    const fixed = planWith(three.map((point) => ({ ...point, headingMode: 'fixed', heading: 270 }) as const));
    expect(resolvePlan(fixed, ground).lines[0]!.points.map(({ heading }) => heading)).toEqual([
      -90, -90, -90,
    ]);
  });

  it('stops at both ends, and damps a passing turn by a third of the shorter leg', () => {
    const plan = planWith(three, {}, { turnMode: 'coordinateTurn' });
    const turns = resolvePlan(plan, ground).lines[0]!.points.map(({ turnMode, damping }) => [
      turnMode,
      damping,
    ]);
    expect(turns[0]).toEqual([stop, 0]);
    expect(turns[1]?.[0]).toBe('coordinateTurn');
    expect(turns[1]?.[1]).toBeCloseTo(6, 2);
    expect(turns[2]).toEqual([stop, 0]);
    const given = planWith(
      [three[0]!, { ...three[1]!, damping: 4 }, three[2]!],
      {},
      { turnMode: 'coordinateTurn' },
    );
    expect(resolvePlan(given, ground).lines[0]!.points[1]?.damping).toBe(4);
  });

  it('counts heights above the sea by take-off, by the sea and by the ellipsoid', () => {
    const seas = (
      heightMode: 'relative' | 'altitude' | 'ellipsoid',
      takeOff = planWith([]).settings.takeOff,
    ) => resolvePlan(planWith(three, {}, { heightMode, takeOff }), ground).lines[0]!.points[0]?.seaHeight;
    // The dock stands 16.5 m above the ellipsoid, which is 3.5 m above the sea here.
    expect(seas('relative')).toBe(100);
    expect(seas('altitude')).toBe(80);
    expect(seas('ellipsoid')).toBe(83.5);
    expect(seas('relative', null)).toBeNull();
    // A take-off point without a reported height stands on the ground.
    expect(seas('relative', { lng: 113.95, lat: 22.54, height: null })).toBe(100);
  });

  it('sets a pitch where it changes, and leaves the gimbal to its actions otherwise', () => {
    const turned = { actions: [{ type: 'gimbalRotate', pitch: -10 }] } as const;
    const plan = planWith([
      pointAt('p1', 0, 0),
      pointAt('p2', 0, 50, { gimbalPitch: -90 }),
      pointAt('p3', 0, 100),
      { ...pointAt('p4', 0, 150), actions: [...turned.actions] },
      pointAt('p5', 0, 200),
    ]);
    expect(resolvePlan(plan, ground).lines[0]!.points.map(({ gimbalPitch }) => gimbalPitch)).toEqual([
      -45,
      -90,
      -45,
      null,
      null,
    ]);
  });

  it('names every bad field with its value', () => {
    const bad = planWith([
      pointAt('p1', 0, 0, { lng: Number.NaN }),
      pointAt('p1', 0, 50, { height: 20_000 }),
      pointAt('p3', 0, 100, { lng: 22, lat: 114 }),
    ]);
    const { faults, lines } = resolvePlan(bad, ground);
    expect(lines).toEqual([]);
    expect(faults.map(({ code, field }) => [code, field])).toEqual([
      ['notFinite', 'points.0.lng'],
      ['outOfRange', 'points.1.height'],
      ['idTwice', 'points.1.id'],
      ['swapped', 'points.2'],
    ]);
    expect(faults[1]?.values).toEqual({ found: 20_000, min: -500, max: 9_000 });
    const hover = planWith([
      pointAt('p1', 0, 0),
      pointAt('p2', 0, 9, { actions: [{ type: 'hover', seconds: Number.NaN }] }),
    ]);
    expect(resolvePlan(hover, ground).faults).toMatchObject([
      { code: 'notFinite', field: 'points.1.actions.0.seconds' },
    ]);
    expect(resolvePlan(planWith([]), ground).faults[0]).toMatchObject({
      code: 'pointCount',
      field: 'points',
    });
    expect(resolvePlan(planWith(three, {}, { speed: Infinity }), ground).faults[0]).toMatchObject({
      code: 'notFinite',
      field: 'settings.speed',
    });
  });

  it('heads for the place of interest, and asks for it where there is none', () => {
    const plan = planWith(three, {}, { headingMode: 'towardPOI' });
    expect(resolvePlan(plan, ground).faults).toMatchObject([{ code: 'missing', field: 'interest.centre' }]);
    const centre = { ...pointAt('c', 0, 1_000), height: 5 };
    const set = { ...plan, interest: { ...plan.interest, centre } };
    expect(Math.round(resolvePlan(set, ground).lines[0]!.points[0]!.heading)).toBe(0);
    expect(resolvePlan(set, ground).lines[0]!.points[0]!.interest).toEqual(centre);
  });
});

describe('waypoint mapping', () => {
  const mapping = planWith(three, { type: 'waypointMapping' }, { speed: 5 });

  it('takes photos by distance over the whole line, from the front overlap', () => {
    const { lines, photos } = resolvePlan(mapping, ground);
    // 80 m above ground: 80 · 13.055 / 12.29 · 0.2
    expect(photos.every).toBe(16.995);
    expect(lines[0]?.points[0]?.actions).toEqual([
      { type: 'interval', by: 'distance', every: 16.995, until: 'p3' },
    ]);
    expect(photos.count).toBe(Math.floor(108 / 16.995) + 1);
    expect(photos.groundSampleDistance).toBeCloseTo((80 * 17.424) / (12.29 * 5280), 6);
  });

  it('takes photos by time, or one at each point', () => {
    const timed = resolvePlan({ ...mapping, photos: { mode: 'time', interval: null } }, ground).photos;
    expect(timed).toMatchObject({ by: 'time', every: 3.399 });
    const each = resolvePlan({ ...mapping, photos: { mode: 'point', interval: null } }, ground);
    expect(each.photos.count).toBe(3);
    expect(each.lines[0]?.points[2]?.actions).toEqual([{ type: 'takePhoto' }]);
  });
});
