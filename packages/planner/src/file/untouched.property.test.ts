import type { PlanPoint, RoutePlan } from '@eyrie/domain';
import { decodeUtf8, filesOf, kmzLimits, parseXml, readKmz, type XmlElement } from '@eyrie/wpml';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundOf } from '../ground.fixture.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import { fileOf, generation, type Generation } from './generations.fixture.ts';
import { kmzOfRoute } from './kmz-of-route.ts';
import { planOfFile } from './plan-of-file.ts';

const ground = groundOf(20);
const facts = { name: 'Route', author: 'test', createdAt: 1_800_000_000_000, undulation: () => -3.5 };

function imported(bytes: Uint8Array): RoutePlan {
  const read = readKmz(bytes);
  if (!read.ok) throw new Error(read.refusal.detail);
  return planOfFile(read.route, facts);
}

function saved(plan: RoutePlan, bytes: Uint8Array): Uint8Array {
  const resolved = resolvePlan(plan, ground);
  expect(resolved.faults).toEqual([]);
  return kmzOfRoute(resolved, plan, facts, { bytes });
}

/** Every value of a document by the way to it. */
function values(bytes: Uint8Array, document: string): Map<string, string> {
  const text = decodeUtf8(filesOf(bytes, kmzLimits, () => true).get(document) as Uint8Array) ?? '';
  const found = new Map<string, string>();
  const walk = (element: XmlElement, way: string): void => {
    if (element.children.length === 0) found.set(way, element.text.trim());
    const counts = new Map<string, number>();
    for (const one of element.children) {
      const count = counts.get(one.local) ?? 0;
      counts.set(one.local, count + 1);
      walk(one, `${way}/${one.local}${count > 0 || one.local === 'Placemark' ? `[${count}]` : ''}`);
    }
  };
  walk(parseXml(text, { depth: 64, elements: 100_000 }), '');
  return found;
}

/** Ways to what differs, in which document. */
function differences(before: Uint8Array, after: Uint8Array): string[] {
  return ['template.kml', 'waylines.wpml'].flatMap((document) => {
    const [was, is] = [values(before, `wpmz/${document}`), values(after, `wpmz/${document}`)];
    return [...new Set([...was.keys(), ...is.keys()])]
      .filter((way) => was.get(way) !== is.get(way))
      .map((way) => `${document}${way.replace('/Document/', ' ')}`);
  });
}

const derived = /updateTime$|Folder\/(distance|duration)$/;
const edits = {
  height: {
    of: (point: PlanPoint) => ({ height: point.height + 1 }),
    ways: /\/(executeHeight|height|ellipsoidHeight|useGlobalHeight)$/,
  },
  place: { of: (point: PlanPoint) => ({ lng: point.lng + 0.00003 }), ways: /\/Point\/coordinates$/ },
  speed: { of: () => ({ speed: 5 }), ways: /\/(waypointSpeed|useGlobalSpeed)$/ },
} as const;

/** What differs after one edit of one point beside what was edited. */
function touched(
  whole: Generation,
  at: number,
  edit: keyof typeof edits,
): { beside: string[]; edited: string[] } {
  const bytes = fileOf(whole);
  const plan = imported(bytes);
  const points = plan.points.map((point, index) =>
    index === at ? { ...point, ...edits[edit].of(point) } : point,
  );
  const found = differences(bytes, saved({ ...plan, points }, bytes)).filter((way) => !derived.test(way));
  const isEdited = (way: string): boolean => way.includes(`Placemark[${at}]/`) && edits[edit].ways.test(way);
  return { beside: found.filter((way) => !isEdited(way)), edited: found.filter(isEdited) };
}

const generations: fc.Arbitrary<Generation> = fc.record({
  version: fc.constantFrom('1.0.0', '1.0.1', '1.0.2', '1.0.3', '1.0.4', '1.0.5', '1.0.6'),
  gimbal: fc.constantFrom('manual', 'planned', 'byAction', 'evenly'),
  lens: fc.constantFrom('global', 'own', 'unsaid'),
  photos: fc.constantFrom('none', 'point', 'group', 'record'),
  heading: fc.constantFrom('followWayline', 'fixed', 'towardPOI', 'smoothTransition'),
  turn: fc.constantFrom(
    'toPointAndStopWithDiscontinuityCurvature',
    'toPointAndPassWithContinuityCurvature',
    'coordinateTurn',
  ),
  heights: fc.constantFrom('relativeToStartPoint', 'WGS84', 'realTimeFollowSurface'),
  global: fc.boolean(),
  points: fc.integer({ min: 3, max: 8 }),
  templateSpeed: fc.constantFrom(7, 10, 15),
  firstGroup: fc.constantFrom(0, 1, 7),
  strange: fc.boolean(),
  returnHeight: fc.boolean(),
} as const);

describe('one edit of an imported file', () => {
  it('leaves everything else as its planner wrote it, in both documents', () => {
    fc.assert(
      fc.property(
        generations,
        fc.nat({ max: 7 }),
        fc.constantFrom('height', 'place', 'speed'),
        (whole, place, edit) => {
          const { beside, edited } = touched(whole, place % whole.points, edit);
          expect(beside).toEqual([]);
          expect(edited.filter((way) => way.startsWith('waylines'))).toHaveLength(1);
          expect(edited.filter((way) => way.startsWith('template')).length).toBeGreaterThan(0);
        },
      ),
      { seed: 24, numRuns: 250 },
    );
  });

  it('adds, removes and exchanges points without a change of the others but for their numbers', () => {
    fc.assert(
      fc.property(generations, (whole) => {
        const bytes = fileOf({ ...whole, points: whole.points + 1 });
        const plan = imported(bytes);
        const points = plan.points.toSpliced(1, 1);
        const out = values(saved({ ...plan, points }, bytes), 'wpmz/waylines.wpml');
        const was = values(bytes, 'wpmz/waylines.wpml');
        const moved = [...was].filter(([way]) => way.includes('Placemark[2]/'));
        for (const [way, value] of moved) {
          const now = out.get(way.replace('Placemark[2]', 'Placemark[1]'));
          if (/[iI]ndex$/.test(way) && !/(Position|Lens)Index$/.test(way))
            expect(Number(now)).toBe(Number(value) - 1);
          else expect(now).toBe(value);
        }
      }),
      { seed: 24, numRuns: 60 },
    );
  });
});

describe('what was lost once', () => {
  const ringOf = (changes: Partial<Generation>) =>
    generation({ heading: 'towardPOI', points: 72, photos: 'point', lens: 'own', ...changes });

  it('an orbit whose planner has the pitch keeps it when a point is raised', () => {
    expect(touched(ringOf({ gimbal: 'planned' }), 30, 'height').beside).toEqual([]);
    const plan = imported(fileOf(ringOf({ gimbal: 'planned' })));
    expect(plan.points[0]?.gimbalPitch).toBe(-90);
  });

  it('a file with a pitch for each point gets no rotation before its points', () => {
    const bytes = fileOf(generation({ gimbal: 'planned', photos: 'point' }));
    const plan = imported(bytes);
    const [first, ...others] = plan.points as [PlanPoint, ...PlanPoint[]];
    const out = saved({ ...plan, points: [{ ...first, height: 61 }, ...others] }, bytes);
    const read = readKmz(out);
    expect(read.ok && read.route.waypoints.flatMap(({ actions }) => actions.map(({ func }) => func))).toEqual(
      Array.from({ length: 5 }, () => 'takePhoto'),
    );
  });

  it.each(['own', 'unsaid'] as const)('photos whose lenses are %s keep them', (lens) => {
    expect(touched(generation({ photos: 'point', lens }), 1, 'height').beside).toEqual([]);
  });

  it('a recording that ends without lenses ends without lenses', () => {
    expect(touched(generation({ photos: 'record', lens: 'own' }), 1, 'place').beside).toEqual([]);
  });

  it('a group of two actions that a distance sets off stays one', () => {
    expect(touched(generation({ photos: 'group' }), 2, 'height').beside).toEqual([]);
  });

  it('the points are flown, not the speed that the planner has for others', () => {
    const whole = generation({ templateSpeed: 15 });
    expect(imported(fileOf(whole)).settings.speed).toBe(7);
    expect(touched(whole, 2, 'height').beside).toEqual([]);
  });
});

describe('an edit of what the camera does', () => {
  const bytes = fileOf(generation({ gimbal: 'planned', photos: 'point', lens: 'own', strange: true }));
  const withPoint = (at: number, change: (point: PlanPoint) => Partial<PlanPoint>) => {
    const plan = imported(bytes);
    const points = plan.points.map((point, index) => (index === at ? { ...point, ...change(point) } : point));
    return saved({ ...plan, points }, bytes);
  };
  const functions = (out: Uint8Array): string[][] => {
    const read = readKmz(out);
    return read.ok ? read.route.waypoints.map(({ actions }) => actions.map(({ func }) => func)) : [];
  };

  it('turns the gimbal where a pitch was given, and keeps the planner in step', () => {
    const out = withPoint(2, () => ({ gimbalPitch: -20 }));
    expect(functions(out)[2]).toEqual(['gimbalRotate', 'takePhoto']);
    expect(functions(out)[1]).toEqual(['takePhoto']);
    expect(values(out, 'wpmz/template.kml').get('/Document/Folder/Placemark[2]/gimbalPitchAngle')).toBe(
      '-20',
    );
    const filler = '/Document/Folder/Placemark[2]/waypointGimbalHeadingParam/waypointGimbalPitchAngle';
    expect(values(out, 'wpmz/waylines.wpml').get(filler)).toBe('0');
  });

  it('adds an action beside those of the file, changes one in place, and takes one out', () => {
    const added = withPoint(1, ({ actions }) => ({ actions: [{ type: 'hover', seconds: 3 }, ...actions] }));
    expect(functions(added)[1]).toEqual(['hover', 'takePhoto']);
    const ways = differences(bytes, added).filter((way) => !derived.test(way));
    expect(ways.every((way) => way.includes('Placemark[1]/actionGroup/'))).toBe(true);
    const changed = withPoint(1, () => ({
      actions: [{ type: 'takePhoto', suffix: 'p0', lenses: ['zoom'] }],
    }));
    expect(differences(bytes, changed).filter((way) => !derived.test(way))).toEqual(
      ['template.kml', 'waylines.wpml'].map(
        (document) =>
          `${document} Folder/Placemark[1]/actionGroup/action/actionActuatorFuncParam/payloadLensIndex`,
      ),
    );
    expect(functions(withPoint(1, () => ({ actions: [] })))[1]).toEqual([]);
  });

  it('changes when a group of two is set off, and parts them where only one is', () => {
    const grouped = fileOf(generation({ photos: 'group' }));
    const plan = imported(grouped);
    const every = (which: (func: string) => boolean) =>
      plan.points.map((point) => ({
        ...point,
        actions: point.actions.map((action) =>
          action.type === 'other' && action.trigger && which(action.func)
            ? { ...action, trigger: { ...action.trigger, param: 40 } }
            : action,
        ),
      }));
    const both = differences(grouped, saved({ ...plan, points: every(() => true) }, grouped));
    expect(both.filter((way) => !derived.test(way))).toEqual(
      ['template.kml', 'waylines.wpml'].map(
        (document) => `${document} Folder/Placemark[0]/actionGroup/actionTrigger/actionTriggerParam`,
      ),
    );
    const one = saved({ ...plan, points: every((func) => func === 'takePhoto') }, grouped);
    const read = readKmz(one);
    expect(
      read.ok && read.route.waypoints[0]?.actions.map(({ func, triggerParam }) => [func, triggerParam]),
    ).toEqual([
      ['gimbalRotate', 25],
      ['takePhoto', 40],
    ]);
  });
});
