import { pointKinds } from '@eyrie/domain';
import { destination, type Place } from '@eyrie/geometry';
import type { PhraseId } from '@eyrie/phrases';
import { useEffect, useEffectEvent } from 'react';
import { nudgePoints, ringOf } from '@eyrie/planner';
import { pasteCopied } from './clipboard.ts';
import { handleId, selectedCorners, selectedPoints, toolsOf, type EditorTool } from './editor-state.ts';
import { finishDrawing, moved, removed } from './gestures.ts';
import { actOnPoints, pointActs } from './point-acts.ts';
import { ringNamed, shownRings } from './rings.ts';
import type { Editor } from './use-editor.ts';

/** What the keys do, as the help lists it. */
export const editorKeys = [
  { keys: ['W'], does: 'planner.key.points' },
  { keys: ['P'], does: 'planner.key.interest' },
  { keys: ['A'], does: 'planner.key.area' },
  { keys: ['V'], does: 'planner.key.select' },
  { keys: ['Enter'], does: 'planner.key.finish' },
  { keys: ['Esc'], does: 'planner.key.escape' },
  { keys: ['Delete', '⌫'], does: 'planner.key.delete' },
  { keys: ['←', '↑', '→', '↓'], does: 'planner.key.nudge' },
  { keys: ['Shift + ←'], does: 'planner.key.nudgeFar' },
  { keys: ['[', ']'], does: 'planner.key.step' },
  { keys: ['Ctrl + A'], does: 'planner.key.all' },
  { keys: ['Ctrl + C', 'Ctrl + V'], does: 'planner.key.copy' },
  { keys: [pointActs.insert.key], does: pointActs.insert.label },
  { keys: [pointActs.start.key], does: pointActs.start.label },
  { keys: [pointActs.invert.key], does: pointActs.invert.label },
  { keys: ['J'], does: 'planner.join' },
  { keys: ['X'], does: 'planner.split' },
  { keys: ['Alt + ↑', 'Alt + ↓'], does: 'planner.key.order' },
  { keys: ['Ctrl + ↑', 'Ctrl + ↓', 'Space'], does: 'planner.key.pick' },
  { keys: ['Ctrl + Z'], does: 'planner.key.undo' },
  { keys: ['Ctrl + Y', 'Ctrl + Shift + Z'], does: 'planner.key.redo' },
  { keys: ['Ctrl + S'], does: 'planner.key.save' },
  { keys: ['?'], does: 'planner.key.help' },
] as const satisfies readonly { keys: readonly string[]; does: PhraseId }[];

/** Where keys belong to what has the focus. */
const typing =
  'input, textarea, select, [contenteditable="true"], [role="combobox"], .ey-dialog, .ant-select-dropdown, [role="menu"]';
/** Where only the keys with Control belong to the editor. */
const steering = '[role="listbox"], [role="slider"], [role="tablist"], [role="toolbar"]';

const bearings: Readonly<Record<string, number>> = {
  ArrowUp: 0,
  ArrowRight: 90,
  ArrowDown: 180,
  ArrowLeft: 270,
};

const stepOf = (bearing: number, metres: number) => ({
  east: bearing === 90 ? metres : bearing === 270 ? -metres : 0,
  north: bearing === 0 ? metres : bearing === 180 ? -metres : 0,
});

/** What is selected goes a step further, in one step of the history; false: nothing is. */
export const nudge = (editor: Editor, bearing: number, metres: number): boolean => {
  const { plan, selected } = editor;
  const to = (place: Place): Place => {
    const { lng, lat } = destination(place, bearing, metres);
    return { lng, lat };
  };
  const ids = [...selectedPoints(selected)];
  if (ids.length > 0) editor.edit(nudgePoints(plan, ids, stepOf(bearing, metres)), 'nudge');
  const [corner] = selectedCorners(selected);
  const place = corner && ringOf(plan, ringNamed(corner.ring))?.[corner.at];
  if (corner && place) moved(editor, handleId(corner), to(place));
  const { centre } = plan.interest;
  if (centre && selected.has('centre')) moved(editor, 'centre', to(centre));
  return selected.size > 0;
};

/** Every handle that can be stepped to, in the order of the route. */
const stops = (editor: Editor): string[] => {
  const { plan } = editor;
  if (pointKinds.has(plan.type)) return plan.points.map(({ id }) => handleId({ kind: 'point', id }));
  const corners = shownRings(plan).flatMap(({ key, places }) =>
    places.map((_, at) => handleId({ kind: 'corner', ring: key, at })),
  );
  return plan.type === 'poi' && plan.interest.centre ? ['centre'] : corners;
};

/** Selects the next (1) or the previous (−1) one. */
export const stepBy = (editor: Editor, by: 1 | -1): void => {
  const all = stops(editor);
  const now = all.findIndex((handle) => editor.selected.has(handle));
  const next = now < 0 ? (by === 1 ? 0 : all.length - 1) : now + by;
  const handle = all[Math.min(all.length - 1, Math.max(0, next))];
  if (handle !== undefined) editor.select(new Set([handle]));
};

const escape = (editor: Editor): void => {
  if (editor.drawing !== null) editor.setDrawing(null);
  else if (editor.tool !== 'select') editor.setTool('select');
  else editor.select(new Set());
};

const take = (editor: Editor, tool: EditorTool): boolean => {
  if (!toolsOf(editor.plan).includes(tool)) return false;
  editor.setTool(tool);
  return true;
};

export interface KeyActions {
  save: () => void;
  help: () => void;
  copy: () => void;
  join: () => void;
  split: () => void;
}

const onPoints = (editor: Editor, act: () => void): boolean => {
  if (!pointKinds.has(editor.plan.type)) return false;
  act();
  return true;
};

const withControl = (editor: Editor, key: string, shift: boolean, actions: KeyActions): boolean => {
  if (key === 'z' && !shift) editor.undo();
  else if (key === 'y' || (key === 'z' && shift)) editor.redo();
  else if (key === 'a') editor.select(new Set(stops(editor)));
  else if (key === 's') actions.save();
  else if (key === 'c') {
    if (selectedPoints(editor.selected).size === 0) return false;
    actions.copy();
  } else if (key === 'v') return pasteCopied(editor);
  else return false;
  return true;
};

const alone = (editor: Editor, key: string, shift: boolean, actions: KeyActions): boolean => {
  const bearing = bearings[key];
  if (bearing !== undefined) return nudge(editor, bearing, shift ? 10 : 1);
  const acts: Readonly<Record<string, () => boolean | void>> = {
    w: () => take(editor, 'points'),
    p: () => take(editor, 'centre'),
    a: () => take(editor, 'outer') || take(editor, 'line'),
    v: () => editor.setTool('select'),
    enter: () => finishDrawing(editor),
    escape: () => escape(editor),
    delete: () => removed(editor, editor.selected),
    backspace: () => removed(editor, editor.selected),
    '[': () => stepBy(editor, -1),
    ']': () => stepBy(editor, 1),
    i: () => actOnPoints(editor, 'insert'),
    b: () => actOnPoints(editor, 'start'),
    r: () => actOnPoints(editor, 'invert'),
    j: () => onPoints(editor, actions.join),
    x: () => onPoints(editor, actions.split),
    '?': () => actions.help(),
  };
  const act = acts[key.toLowerCase()];
  return act !== undefined && act() !== false;
};

/** True when the key was the editor's. */
export const press = (
  editor: Editor,
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey' | 'target'>,
  actions: KeyActions,
): boolean => {
  const at = event.target instanceof Element ? event.target : null;
  const control = event.ctrlKey || event.metaKey;
  if (event.altKey) return false;
  if (at?.closest(typing)) return control && event.key.toLowerCase() === 's' ? (actions.save(), true) : false;
  if (control) return withControl(editor, event.key.toLowerCase(), event.shiftKey, actions);
  if (at?.closest(steering)) return false;
  // On a button it presses the button.
  if (event.key === 'Enter' && at?.closest('button, a')) return false;
  return alone(editor, event.key, event.shiftKey, actions);
};

/** Keys of the editor, as long as it is on the page. Heard before the map, which would be moved by the arrows. */
export const useEditorKeys = (editor: Editor, actions: KeyActions): void => {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (!press(editor.live, event, actions)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
};
