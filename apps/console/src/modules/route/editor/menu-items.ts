import { pointKinds } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import {
  addPoint,
  indexOfPoint,
  invertPoints,
  rotateStart,
  setInterestCentre,
  setSettings,
} from '@eyrie/planner';
import type { TextOf } from '../../../platform/text.tsx';
import { copySelected, pasteCopied } from './clipboard.ts';
import { selectedPoints, targetOf } from './editor-state.ts';
import { editAndSelect, removed } from './gestures.ts';
import type { MenuItem } from './map-menu.tsx';
import type { Editor } from './use-editor.ts';

const ofPoints = (editor: Editor, place: Place, handle: string | null, text: TextOf): MenuItem[] => {
  const { plan, selected } = editor;
  const target = handle === null ? null : targetOf(handle);
  const at = target?.kind === 'point' ? indexOfPoint(plan, target.id) : -1;
  return [
    {
      label: text('planner.menu.insert'),
      run: () => {
        const index = at < 0 ? plan.points.length : at + 1;
        editAndSelect(editor, addPoint(plan, place, index), index);
      },
    },
    ...(target?.kind === 'point'
      ? [
          {
            label: text('planner.menu.start'),
            disabled: at <= 0,
            run: () => editor.edit(rotateStart(plan, target.id)),
          },
        ]
      : []),
    {
      label: text('planner.menu.invert'),
      disabled: plan.points.length < 2,
      run: () => editor.edit(invertPoints(plan)),
    },
    {
      label: text('planner.menu.copy'),
      disabled: selectedPoints(selected).size === 0,
      run: () => void copySelected(editor),
    },
    { label: text('planner.menu.paste'), run: () => void pasteCopied(editor) },
  ];
};

/** What can be done at a place of the map, or with the handle there. */
export const menuItems = (
  editor: Editor,
  place: Place,
  handle: string | null,
  { text, copy }: { text: TextOf; copy: (written: string) => void },
): MenuItem[] => {
  const { plan, selected } = editor;
  const target = handle === null ? null : targetOf(handle);
  const removable = target !== null && ['point', 'corner', 'centre'].includes(target.kind);
  const gone = handle !== null && selected.has(handle) ? selected : new Set(handle === null ? [] : [handle]);
  return [
    ...(pointKinds.has(plan.type) ? ofPoints(editor, place, handle, text) : []),
    ...(plan.type === 'poi'
      ? [
          {
            label: text('planner.menu.interest'),
            run: () => editor.edit(setInterestCentre(plan, place)),
          },
        ]
      : []),
    {
      label: text('planner.menu.takeOff'),
      run: () =>
        editor.edit(setSettings(plan, { takeOff: { lng: place.lng, lat: place.lat, height: null } })),
    },
    {
      label: text('planner.menu.copyPlace'),
      run: () => copy(`${place.lng.toFixed(7)}, ${place.lat.toFixed(7)}`),
    },
    ...(removable
      ? [{ label: text('planner.menu.delete'), danger: true, run: () => removed(editor, gone) }]
      : []),
  ];
};
