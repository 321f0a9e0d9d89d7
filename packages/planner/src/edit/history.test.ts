import { describe, expect, it } from 'vitest';
import { planWith, pointAt } from '../plan.fixture.ts';
import { record, redo, redoLabel, startHistory, undo, undoLabel } from './history.ts';
import { deletePoints, movePoint } from './points.ts';
import { setSettings } from './settings.ts';

const plan = planWith([pointAt('p1', 0, 0), pointAt('p2', 0, 100)]);
const drag = (history: ReturnType<typeof startHistory>, lat: number) =>
  record(history, movePoint(history.plan, 'p2', { lng: 114, lat }), { label: 'move', gesture: 'drag 1' });

describe('the history of a plan', () => {
  it('takes a drag back as one step', () => {
    const moved = [22.5, 22.51, 22.52].reduce(drag, startHistory(plan));
    expect(moved.steps).toHaveLength(1);
    expect(undo(moved).plan).toEqual(plan);
    expect(redo(undo(moved)).plan).toEqual(moved.plan);
    expect([undoLabel(moved), redoLabel(moved)]).toEqual(['move', null]);
  });

  it('begins a new step after a gesture was undone', () => {
    const undone = drag(undo(drag(startHistory(plan), 22.5)), 22.6);
    expect(undone.steps).toHaveLength(1);
    expect(undo(undone).plan).toEqual(plan);
    const redone = drag(redo(undo(drag(startHistory(plan), 22.5))), 22.6);
    expect(redone.steps).toHaveLength(2);
  });

  it('keeps 200 steps', () => {
    let history = startHistory(plan);
    for (let speed = 0; speed < 250; speed += 1)
      history = record(history, setSettings(history.plan, { speed: 1 + speed / 100 }), { label: 'speed' });
    expect(history.steps).toHaveLength(200);
    while (history.done > 0) history = undo(history);
    expect(history.plan.settings.speed).toBe(1.49);
  });

  it('forgets what was taken back when something else is done', () => {
    const first = record(startHistory(plan), setSettings(plan, { speed: 3 }), { label: 'speed' });
    const other = record(undo(first), setSettings(plan, { speed: 4 }), { label: 'speed' });
    expect(redo(other)).toBe(other);
  });

  it('shares what is alike between steps of a plan with very many points', () => {
    const points = Array.from({ length: 65_535 }, (_, at) => pointAt(`p${at}`, at, 0));
    const many = planWith(points);
    const history = record(startHistory(many), deletePoints(many, ['p30000']), { label: 'delete' });
    const { points: patch } = history.steps[0]!.patch;
    expect(patch).toMatchObject({ at: 30_000, after: [] });
    expect(undo(history).plan.points[65_000]).toBe(points[65_000]);
  });
});
