import { addCorner, insertCorner, moveCorner, removeCorners, type RingName } from '@eyrie/planner';
import type { Place } from '@eyrie/geometry';
import { Icon } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { handleId } from './editor-state.ts';
import { NumberField } from './number-field.tsx';
import { shownRings, type ShownRing } from './rings.ts';
import type { Editor } from './use-editor.ts';

/** More corners than these are changed on the map. */
const shownAtMost = 200;

const useRingName = (): ((name: RingName) => string) => {
  const text = useText();
  return (name) => {
    if (name.kind === 'outer') return text('planner.ring.outer', { number: name.part + 1 });
    if (name.kind === 'hole')
      return text('planner.ring.hole', { part: name.part + 1, number: name.hole + 1 });
    return name.kind === 'forbidden'
      ? text('planner.ring.forbidden', { number: name.ring + 1 })
      : text('planner.ring.line');
  };
};

function Corner({
  editor,
  ring,
  place,
  at,
  title,
}: {
  editor: Editor;
  ring: ShownRing;
  place: Place;
  at: number;
  title: string;
}): ReactNode {
  const text = useText();
  const handle = handleId({ kind: 'corner', ring: ring.key, at });
  const label = text('planner.cornerNumber', { ring: title, number: at + 1 });
  return (
    <li className="planner-corner">
      <button
        type="button"
        aria-pressed={editor.selected.has(handle)}
        aria-label={label}
        onClick={() => editor.select(new Set([handle]))}
      >
        {at + 1}
      </button>
      {(['lng', 'lat'] as const).map((side) => (
        <NumberField
          key={side}
          label={`${text(`planner.field.${side}`)} ${at + 1}`}
          value={place[side]}
          min={side === 'lng' ? -180 : -90}
          max={side === 'lng' ? 180 : 90}
          step={0.00001}
          decimals={7}
          onChange={(value) => {
            if (value !== null)
              editor.edit((plan) => moveCorner(plan, ring.name, at, { ...place, [side]: value }));
          }}
        />
      ))}
      <Button
        size="small"
        type="text"
        aria-label={text('planner.cornerInsert', { corner: label })}
        title={text('planner.cornerInsert', { corner: label })}
        icon={<Icon name="plus" size={14} />}
        disabled={ring.name.kind === 'line' && at === ring.places.length - 1}
        onClick={() => {
          editor.edit((plan) => insertCorner(plan, ring.name, at));
          editor.select(new Set([handleId({ kind: 'corner', ring: ring.key, at: at + 1 })]));
        }}
      />
      <Button
        size="small"
        type="text"
        aria-label={`${text('app.delete')}: ${label}`}
        icon={<Icon name="trash" size={14} />}
        onClick={() => editor.edit((plan) => removeCorners(plan, ring.name, [at]))}
      />
    </li>
  );
}

/** Edges of an area, corner by corner. */
export function CornerList({
  editor,
  centre,
}: {
  editor: Editor;
  /** Where the map looks. */
  centre: () => Place;
}): ReactNode {
  const text = useText();
  const nameOf = useRingName();
  const rings = shownRings(editor.plan);
  return (
    <div className="planner-list" aria-label={text('planner.corners')} role="group">
      {rings.length === 0 ? <p className="ey-muted">{text('planner.cornersNone')}</p> : null}
      {rings.map((ring) => {
        const title = nameOf(ring.name);
        return (
          <section key={ring.key} aria-label={title}>
            <div className="planner-action-head ey-row ey-gap-4">
              <h3>{title}</h3>
              <Button
                size="small"
                type="text"
                aria-label={`${text('app.add')}: ${title}`}
                icon={<Icon name="plus" size={14} />}
                onClick={() => editor.edit((plan) => addCorner(plan, ring.name, centre()))}
              />
            </div>
            <ol className="planner-corners">
              {ring.places.slice(0, shownAtMost).map((place, at) => (
                // oxlint-disable-next-line react/no-array-index-key -- corners have no name but their place
                <Corner key={at} editor={editor} ring={ring} place={place} at={at} title={title} />
              ))}
            </ol>
          </section>
        );
      })}
    </div>
  );
}
