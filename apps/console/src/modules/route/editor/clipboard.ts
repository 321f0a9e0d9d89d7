import { copyPoints, pastePoints, type PointClip } from '@eyrie/planner';
import { handleId, selectedPoints } from './editor-state.ts';
import type { Editor } from './use-editor.ts';

/** Metres to the east by which copies are laid beside what they come from. */
const beside = 10;

/** Copied points wait here, also for another route in the same window. */
let copied: PointClip | null = null;

/** How many points were copied. */
export const copySelected = ({ plan, selected }: Editor): number => {
  const ids = selectedPoints(selected);
  if (ids.size > 0) copied = copyPoints(plan, [...ids]);
  return ids.size;
};

export const hasCopied = (): boolean => copied !== null;

/** Puts what was copied behind the last selected point, or at the end; false: nothing was. */
export const pasteCopied = (editor: Editor): boolean => {
  if (!copied) return false;
  const ids = selectedPoints(editor.selected);
  const last = editor.plan.points.findLastIndex(({ id }) => ids.has(id));
  const index = last < 0 ? editor.plan.points.length : last + 1;
  const pasted = pastePoints(editor.plan, copied, { index, east: beside });
  editor.edit(pasted.plan);
  editor.select(new Set(pasted.ids.map((id) => handleId({ kind: 'point', id }))));
  return true;
};
