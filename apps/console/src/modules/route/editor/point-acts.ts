import { pointKinds } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import { indexOfPoint, insertPoint, invertPoints, nudgePoints, addPoint, rotateStart } from '@eyrie/planner';
import { copySelected, hasCopied, pasteCopied } from './clipboard.ts';
import { selectedPoints } from './editor-state.ts';
import { editAndSelect } from './gestures.ts';
import type { Editor } from './use-editor.ts';

/** What can be done with points by name: in the menu of the list and by key. */
export interface PointAct {
  readonly label: PhraseId;
  /** As the help and the menu show it. */
  readonly key: string;
  /** Why it cannot be done now; null: it can. */
  readonly why: (editor: Editor) => PhraseId | null;
  readonly run: (editor: Editor) => void;
}

/** Metres to the east of the last point at which one goes that is inserted behind it. */
const beyond = 10;

/** The one selected point; −1: none or several are. */
const onlySelected = ({ plan, selected }: Editor): number => {
  const [id, ...others] = selectedPoints(selected);
  return id === undefined || others.length > 0 ? -1 : indexOfPoint(plan, id);
};

const oneSelected = (editor: Editor): PhraseId | null =>
  onlySelected(editor) < 0 ? 'planner.why.selectOne' : null;

/** In the middle of the way to the next point; behind the last one a little further on. */
const insertBehind = (editor: Editor): void => {
  const { plan } = editor;
  const at = onlySelected(editor);
  const point = plan.points[at];
  if (!point) return;
  if (at < plan.points.length - 1) {
    editAndSelect(editor, insertPoint(plan, at), at + 1);
    return;
  }
  const added = addPoint(plan, point);
  const id = added.points.at(-1)?.id ?? '';
  editAndSelect(editor, nudgePoints(added, [id], { east: beyond }), at + 1);
};

export const pointActs = {
  insert: { label: 'planner.act.insert', key: 'I', why: oneSelected, run: insertBehind },
  start: {
    label: 'planner.menu.start',
    key: 'B',
    why: (editor) => (onlySelected(editor) === 0 ? 'planner.why.firstAlready' : oneSelected(editor)),
    run: (editor) => {
      const point = editor.plan.points[onlySelected(editor)];
      if (point) editor.edit(rotateStart(editor.plan, point.id));
    },
  },
  invert: {
    label: 'planner.menu.invert',
    key: 'R',
    why: ({ plan }) => (plan.points.length < 2 ? 'planner.why.twoPoints' : null),
    run: (editor) => editor.edit(invertPoints(editor.plan)),
  },
  copy: {
    label: 'planner.menu.copy',
    key: 'Ctrl + C',
    why: ({ selected }) => (selectedPoints(selected).size === 0 ? 'planner.why.select' : null),
    run: (editor) => void copySelected(editor),
  },
  paste: {
    label: 'planner.menu.paste',
    key: 'Ctrl + V',
    why: () => (hasCopied() ? null : 'planner.why.copyFirst'),
    run: (editor) => void pasteCopied(editor),
  },
} as const satisfies Record<string, PointAct>;

/** Does it where it can be done. False: the plan has no points by hand. */
export const actOnPoints = (editor: Editor, name: keyof typeof pointActs): boolean => {
  if (!pointKinds.has(editor.plan.type)) return false;
  const act: PointAct = pointActs[name];
  if (act.why(editor) === null) act.run(editor);
  return true;
};
