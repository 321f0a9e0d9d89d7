import { describe, expect, it } from 'vitest';
import { addPart } from './edit/area-rings.ts';
import { changePoints } from './edit/batch.ts';
import { addPoint, deletePoints, nudgePoints } from './edit/points.ts';
import { setSettings } from './edit/settings.ts';
import { planDiff } from './plan-diff.ts';
import { planWith, pointAt } from './plan.fixture.ts';

const before = planWith([pointAt('p1', 0, 0), pointAt('p2', 0, 100), pointAt('p3', 100, 100)]);

describe('what differs between two plans', () => {
  it('is nothing between a plan and itself', () => {
    const again = JSON.parse(JSON.stringify(before)) as typeof before;
    expect(planDiff(before, again)).toMatchObject({
      same: true,
      added: [],
      removed: [],
      changed: [],
      rings: [],
    });
  });

  it('names points by what became of them, in metres, and settings with old and new', () => {
    let after = addPoint(before, pointAt('', 50, 50));
    after = deletePoints(after, ['p1']);
    after = nudgePoints(after, ['p2'], { east: 12, up: 5 });
    after = changePoints(after, ['p3'], { speed: 3, actions: { add: [{ type: 'takePhoto' }] } });
    after = setSettings(after, { speed: 9 });
    after = addPart(after, [pointAt('', 0, 0), pointAt('', 0, 9), pointAt('', 9, 9)]);
    const diff = planDiff(before, after);
    expect(diff.added.map(({ id }) => id)).toEqual(['p4']);
    expect(diff.removed.map(({ id }) => id)).toEqual(['p1']);
    expect(
      diff.changed.map(({ id, moved, raised, fields }) => [id, Math.round(moved), raised, fields]),
    ).toEqual([
      ['p2', 12, 5, []],
      ['p3', 0, 0, ['actions', 'speed']],
    ]);
    expect(diff.rings).toMatchObject([{ name: { kind: 'outer', part: 0 }, before: null }]);
    expect(diff.changes).toContainEqual({ what: 'settings', values: { field: 'speed', from: 8, to: 9 } });
    expect(diff.same).toBe(false);
  });
});
