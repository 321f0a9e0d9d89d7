import { addPoint, freshPlan } from '@eyrie/planner';
import type { RoutePlan } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { handleId } from './editor-state.ts';
import { appended } from './gestures.ts';
import { actOnPoints, pointActs } from './point-acts.ts';
import type { Editor } from './use-editor.ts';

/** An editor as gestures and keys see it: every property is that of this moment. */
function editorOf(plan: RoutePlan): Editor {
  const state = { plan, selected: new Set<string>() as ReadonlySet<string> };
  return {
    get plan() {
      return state.plan;
    },
    get selected() {
      return state.selected;
    },
    edit: (change: RoutePlan | ((before: RoutePlan) => RoutePlan)) => {
      state.plan = typeof change === 'function' ? change(state.plan) : change;
    },
    select: (handles: ReadonlySet<string>) => {
      state.selected = handles;
    },
  } as Partial<Editor> as Editor;
}

const drawn = [113.95, 113.96, 113.97].reduce(
  (plan, lng) => addPoint(plan, { lng, lat: 22.54 }),
  freshPlan('waypoint'),
);
const selecting = (editor: Editor, id: string): Editor => {
  editor.select(new Set([handleId({ kind: 'point', id })]));
  return editor;
};
const ids = ({ plan }: Editor): string[] => plan.points.map(({ id }) => id);
const places = ({ plan }: Editor): number[] => plan.points.map(({ lng }) => Number(lng.toFixed(3)));

describe('acts on points', () => {
  it('insert behind the selected point, in the middle of the way or a little beyond the last one', () => {
    const editor = selecting(editorOf(drawn), 'p1');
    expect(actOnPoints(editor, 'insert')).toBe(true);
    expect(places(editor)).toEqual([113.95, 113.955, 113.96, 113.97]);
    expect([...editor.selected]).toEqual([handleId({ kind: 'point', id: 'p4' })]);
    selecting(editor, 'p3');
    actOnPoints(editor, 'insert');
    const [last, added] = editor.plan.points.slice(-2);
    expect(added!.lng).toBeGreaterThan(last!.lng);
  });

  it('begin at the selected point, turn round, and say why they cannot', () => {
    const editor = selecting(editorOf(drawn), 'p2');
    actOnPoints(editor, 'start');
    expect(ids(editor)).toEqual(['p2', 'p3', 'p1']);
    expect(pointActs.start.why(editor)).toBe('planner.why.firstAlready');
    actOnPoints(editor, 'invert');
    expect(ids(editor)).toEqual(['p1', 'p3', 'p2']);
    editor.select(new Set());
    expect(pointActs.insert.why(editor)).toBe('planner.why.selectOne');
    const before = editor.plan;
    actOnPoints(editor, 'insert');
    expect(editor.plan).toBe(before);
  });

  it('are for points that were set by hand', () => {
    expect(actOnPoints(editorOf(freshPlan('regional')), 'invert')).toBe(false);
  });

  it('leave what was added selected, as the map does', () => {
    const editor = editorOf(drawn);
    appended(editor, { lng: 113.98, lat: 22.54 });
    expect([...editor.selected]).toEqual([handleId({ kind: 'point', id: 'p4' })]);
  });
});
