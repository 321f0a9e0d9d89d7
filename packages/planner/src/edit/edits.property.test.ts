import type { RoutePlan } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundOf } from '../ground.fixture.ts';
import { planWith, pointAt } from '../plan.fixture.ts';
import { resolvePlan } from '../resolve/resolve-plan.ts';
import {
  addCorner,
  addForbidden,
  addHole,
  addPart,
  insertCorner,
  moveCorner,
  removeCorners,
  ringNames,
} from './area-rings.ts';
import { changePoints } from './batch.ts';
import { copyPoints, joinRoute, pastePoints, splitAt } from './clipboard.ts';
import { record, redo, startHistory, undo } from './history.ts';
import { pointsOfRoute } from './kind.ts';
import {
  addPoint,
  deletePoints,
  insertPoint,
  invertPoints,
  movePoint,
  nudgePoints,
  reorderPoints,
  rotateStart,
} from './points.ts';
import { convertHeightMode, setArea, setInterestCentre, setPhotos, setSettings } from './settings.ts';

const ground = groundOf(20);
const start = planWith(
  [
    pointAt('p1', 0, 0, { actions: [{ type: 'interval', by: 'distance', every: 10, until: 'p3' }] }),
    pointAt('p2', 0, 100),
    pointAt('p3', 100, 100, { speed: 4 }),
    pointAt('p4', 100, 0),
  ],
  {},
  {},
);
const ringOfThree = [pointAt('', 0, 0), pointAt('', 0, 50), pointAt('', 50, 50)];

/** Any edit of any plan by three numbers from 0 to 1. */
const edits: ((plan: RoutePlan, a: number, b: number) => RoutePlan)[] = (() => {
  const idAt = ({ points }: RoutePlan, share: number) => points[Math.floor(share * points.length)]?.id ?? '';
  const idsAt = (plan: RoutePlan, a: number, b: number) => [
    idAt(plan, a),
    idAt(plan, b),
    idAt(plan, (a + b) / 2),
  ];
  const ringAt = (plan: RoutePlan, share: number) => {
    const names = ringNames(plan);
    return names[Math.floor(share * names.length)] ?? ({ kind: 'line' } as const);
  };
  const place = (a: number, b: number) => ({ lng: 113.95 + a / 100, lat: 22.54 + b / 100 });
  return [
    (plan, a, b) => addPoint(plan, place(a, b)),
    (plan, a, b) => addPoint(plan, place(b, a), Math.floor(a * 5)),
    (plan, a) => insertPoint(plan, Math.floor(a * plan.points.length)),
    (plan, a, b) => movePoint(plan, idAt(plan, a), place(b, a)),
    (plan, a, b) => nudgePoints(plan, idsAt(plan, a, b), { east: 10 * a, north: -b, up: 1 }),
    (plan, a, b) => deletePoints(plan, idsAt(plan, a, b).slice(1)),
    (plan, a, b) => reorderPoints(plan, idsAt(plan, a, b), Math.floor(b * 6)),
    (plan) => invertPoints(plan),
    (plan, a) => rotateStart(plan, idAt(plan, a)),
    (plan, a, b) => pastePoints(plan, copyPoints(plan, idsAt(plan, a, b)), { index: 1, east: 5 }).plan,
    (plan) => joinRoute(plan, { ...start, settings: { ...start.settings, speed: 3 } }, 'start'),
    (plan, a) => splitAt(plan, idAt(plan, a))?.[1] ?? plan,
    (plan, a, b) =>
      changePoints(plan, idsAt(plan, a, b), { speed: a < 0.5 ? null : 1 + b, height: { by: 5 } }),
    (plan, a, b) => changePoints(plan, idsAt(plan, a, b), { actions: { add: [{ type: 'takePhoto' }] } }),
    (plan, a) => setSettings(plan, { speed: 1 + a * 10 }),
    (plan, a) => setArea(plan, { direction: a * 360 }),
    (plan, a) => setPhotos(plan, { interval: 1 + a }),
    (plan, a, b) => setInterestCentre(plan, a < 0.3 ? null : place(a, b)),
    (plan, a) => convertHeightMode(plan, a < 0.5 ? 'altitude' : 'ellipsoid', ground).plan,
    (plan, a) => ({ ...plan, type: a < 0.5 ? 'regional' : 'waypointMapping' }),
    (plan) => pointsOfRoute(plan, resolvePlan(plan, ground)),
    (plan) => addPart(plan, ringOfThree),
    (plan) => addHole(plan, 0, ringOfThree),
    (plan) => addForbidden(plan, ringOfThree),
    (plan, a, b) => addCorner(plan, ringAt(plan, a), place(a, b)),
    (plan, a, b) => insertCorner(plan, ringAt(plan, a), Math.floor(b * 3)),
    (plan, a, b) => moveCorner(plan, ringAt(plan, a), Math.floor(b * 3), place(a, b)),
    (plan, a, b) => removeCorners(plan, ringAt(plan, a), [Math.floor(b * 3)]),
  ];
})();

const share = fc.double({ min: 0, max: 0.999, noNaN: true });
const step = fc.record({
  edit: fc.nat(edits.length - 1),
  a: share,
  b: share,
  gesture: fc.constantFrom(null, null, 'drag'),
});

describe('edits and their history', () => {
  it('come back to where they began when all is undone, and to where they were when all is redone', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let history = startHistory(start);
        for (const { edit, a, b, gesture } of steps)
          history = record(history, edits[edit]!(history.plan, a, b), { label: 'edit', gesture });
        const after = history.plan;
        let back = history;
        while (back.done > 0) back = undo(back);
        expect(back.plan).toEqual(start);
        while (back.done < back.steps.length) back = redo(back);
        expect(back.plan).toEqual(after);
      }),
      { numRuns: 300 },
    );
  });

  it('never give one id to two points, and end every stretch of photos at a later point', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let plan: RoutePlan = start;
        const ever = new Set(plan.points.map(({ id }) => id));
        for (const { edit, a, b } of steps) {
          const before = new Set(plan.points.map(({ id }) => id));
          plan = edits[edit]!(plan, a, b);
          const ids = plan.points.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const id of ids) if (!before.has(id)) expect(ever.has(id)).toBe(false);
          for (const id of ids) ever.add(id);
          for (const [index, { actions }] of plan.points.entries())
            for (const action of actions)
              if (action.type === 'interval') expect(ids.indexOf(action.until)).toBeGreaterThan(index);
        }
      }),
      { numRuns: 300 },
    );
  });
});
