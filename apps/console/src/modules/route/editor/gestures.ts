import { distance, localPlane, type Place } from '@eyrie/geometry';
import type { HeldKeys } from '@eyrie/map';
import {
  addCorner,
  addPoint,
  deletePoints,
  insertCorner,
  insertPoint,
  moveCorner,
  movePoint,
  nudgePoints,
  removeCorners,
  ringOf,
  setInterest,
  setInterestCentre,
} from '@eyrie/planner';
import type { RoutePlan } from '@eyrie/domain';
import { handleId, selectedCorners, selectedPoints, targetOf, type Target } from './editor-state.ts';
import { beginRing, ringKey, ringNamed, type RingKind } from './rings.ts';
import type { Editor } from './use-editor.ts';

const one = (target: Target): ReadonlySet<string> => new Set([handleId(target)]);
const point = (id: string): ReadonlySet<string> => one({ kind: 'point', id });

/** Index of the one selected point, after which the next goes; null: to the end. */
export const insertAfter = ({ plan, selected }: Pick<Editor, 'plan' | 'selected'>): number | null => {
  const [id, ...others] = selectedPoints(selected);
  if (id === undefined || others.length > 0) return null;
  const at = plan.points.findIndex((each) => each.id === id);
  return at < 0 || at === plan.points.length - 1 ? null : at;
};

/** Makes one step and selects the point that is at an index afterwards. */
export const editAndSelect = (editor: Editor, next: RoutePlan, at: number): void => {
  // Read before: a live editor has the new plan afterwards.
  const changes = next !== editor.plan;
  editor.edit(next);
  const added = next.points[at];
  if (added && changes) editor.select(point(added.id));
};

/** A point behind the selected one, or at the end. */
export const appended = (editor: Editor, place: Place & { height?: number }): void => {
  const at = (insertAfter(editor) ?? editor.plan.points.length - 1) + 1;
  editAndSelect(editor, addPoint(editor.plan, place, at), at);
};

const addedCorner = (editor: Editor, place: Place): void => {
  const { plan, tool, drawing } = editor;
  const going = drawing ?? (tool === 'line' && plan.area.line.length > 0 ? 'line' : null);
  if (going !== null) {
    editor.edit(addCorner(plan, ringNamed(going), place));
    editor.setDrawing(going);
    return;
  }
  const begun = beginRing(plan, tool as RingKind, place);
  if (!begun) return;
  editor.edit(begun.plan);
  editor.setDrawing(ringKey(begun.name));
};

/** A click on bare map. */
const clickedMap = (editor: Editor, place: Place): void => {
  const { tool } = editor;
  if (tool === 'select') editor.select(new Set());
  else if (tool === 'points') appended(editor, place);
  else if (tool === 'centre') {
    editor.edit(setInterestCentre(editor.plan, place));
    editor.setTool('select');
    editor.select(one({ kind: 'centre' }));
  } else addedCorner(editor, place);
};

const range = ({ plan, selected }: Editor, id: string): ReadonlySet<string> => {
  const chosenIds = selectedPoints(selected);
  const last = plan.points.findLastIndex((each) => chosenIds.has(each.id));
  const at = plan.points.findIndex((each) => each.id === id);
  const [from, to] = last < 0 ? [at, at] : [Math.min(last, at), Math.max(last, at)];
  const ids = plan.points.slice(from, to + 1).map((each) => handleId({ kind: 'point', id: each.id }));
  return new Set([...selected, ...ids]);
};

/** What is selected after a handle was chosen with these keys held. */
export const chosen = (editor: Editor, handle: string, keys: HeldKeys): ReadonlySet<string> => {
  const target = targetOf(handle);
  if (keys.upTo && target?.kind === 'point') return range(editor, target.id);
  if (!keys.more) return new Set([handle]);
  const next = new Set(editor.selected);
  if (!next.delete(handle)) next.add(handle);
  return next;
};

const same = (last: Place | undefined, before: Place | undefined): boolean =>
  last !== undefined && before !== undefined && last.lng === before.lng && last.lat === before.lat;

/** A double click has set its place twice where the map had not shown it in between. */
const withoutTwin = (plan: RoutePlan, drawing: string | null): RoutePlan => {
  if (drawing !== null) {
    const places = ringOf(plan, ringNamed(drawing)) ?? [];
    const twin = same(places.at(-1), places.at(-2));
    return twin ? removeCorners(plan, ringNamed(drawing), [places.length - 1]) : plan;
  }
  const [last, before] = [plan.points.at(-1), plan.points.at(-2)];
  return last && same(last, before) ? deletePoints(plan, [last.id]) : plan;
};

/** What is being drawn is finished. */
export const finishDrawing = (editor: Editor): void => {
  if (editor.tool === 'select') return;
  editor.edit(withoutTwin(editor.plan, editor.drawing));
  editor.setTool('select');
};

/** A click on the map: on a handle it selects, inserts or closes; beside all it does what the tool does. */
export const clicked = (editor: Editor, place: Place, handle: string | null, keys: HeldKeys): void => {
  const target = handle === null ? null : targetOf(handle);
  if (!target || handle === null) clickedMap(editor, place);
  else if (target.kind === 'middle' || target.kind === 'cornerMiddle') moved(editor, handle, place);
  else if (target.kind === 'corner' && target.ring === editor.drawing && target.at === 0)
    finishDrawing(editor);
  else editor.select(chosen(editor, handle, keys));
};

const movedPoint = (editor: Editor, id: string, place: Place): void => {
  const { plan, selected } = editor;
  const ids = selectedPoints(selected);
  const from = plan.points.find((each) => each.id === id);
  if (from && ids.has(id) && ids.size > 1) {
    editor.edit(nudgePoints(plan, [...ids], localPlane(from).toPlane(place)));
    return;
  }
  editor.edit(movePoint(plan, id, place));
  if (!ids.has(id)) editor.select(point(id));
};

const resized = (plan: RoutePlan, place: Place): RoutePlan => {
  const { centre } = plan.interest;
  if (!centre) return plan;
  return setInterest(plan, { radius: Math.min(5_000, Math.max(1, Math.round(distance(centre, place)))) });
};

/** A handle was dragged to a place: one step. */
export const moved = (editor: Editor, handle: string, place: Place): void => {
  const target = targetOf(handle);
  const { plan } = editor;
  if (!target) return;
  switch (target.kind) {
    case 'point':
      movedPoint(editor, target.id, place);
      break;
    case 'middle':
      editAndSelect(editor, insertPoint(plan, target.after, place), target.after + 1);
      break;
    case 'centre':
      editor.edit(setInterestCentre(plan, place));
      break;
    case 'radius':
      editor.edit(resized(plan, place));
      break;
    case 'corner':
      editor.edit(moveCorner(plan, ringNamed(target.ring), target.at, place));
      editor.select(one(target));
      break;
    default:
      editor.edit(insertCorner(plan, ringNamed(target.ring), target.after, place));
      editor.select(one({ kind: 'corner', ring: target.ring, at: target.after + 1 }));
  }
};

const withoutCorners = (plan: RoutePlan, selected: ReadonlySet<string>): RoutePlan => {
  const byRing = Map.groupBy(selectedCorners(selected), ({ ring }) => ring);
  let next = plan;
  // From the last edge, so that those before keep their names when one goes.
  const keys = [...byRing.keys()].toSorted((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  for (const key of keys)
    next = removeCorners(
      next,
      ringNamed(key),
      (byRing.get(key) ?? []).map(({ at }) => at),
    );
  return next;
};

/** What is selected goes, in one step; what is selected afterwards is the point before. */
export const removed = (editor: Editor, handles: ReadonlySet<string>): void => {
  const { plan } = editor;
  const ids = selectedPoints(handles);
  let next = withoutCorners(ids.size > 0 ? deletePoints(plan, [...ids]) : plan, handles);
  if (handles.has('centre')) next = setInterestCentre(next, null);
  if (next === plan) return;
  editor.edit(next);
  const first = plan.points.findIndex(({ id }) => ids.has(id));
  const before = next.points[Math.max(0, first - 1)];
  editor.select(first >= 0 && before ? point(before.id) : new Set());
  if (editor.drawing !== null && !ringOf(next, ringNamed(editor.drawing))?.length) editor.setDrawing(null);
};
