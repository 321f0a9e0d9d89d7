import type { Place } from '@eyrie/geometry';
import { Button, InputNumber, Pagination } from 'antd';
import { Icon } from '@eyrie/ui';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { insertAfter, movePlace, removePlace, type ShapeState } from './shape-state.ts';

/** Rows that are shown at a time: a region may have ten thousand places. */
const page = 20;

function Degrees({
  label,
  value,
  most,
  onChange,
}: {
  label: string;
  value: number;
  most: number;
  onChange: (value: number) => void;
}): ReactNode {
  return (
    <InputNumber
      aria-label={label}
      controls={false}
      min={-most}
      max={most}
      step={0.00001}
      precision={8}
      value={value}
      changeOnWheel={false}
      changeOnBlur
      formatter={(shown) => (shown === undefined ? '' : String(Number(shown)))}
      onChange={(next) => {
        if (typeof next === 'number' && Number.isFinite(next) && next !== value) onChange(next);
      }}
      style={{ inlineSize: '100%' }}
    />
  );
}

/** The exact coordinates of a shape, place by place: everything that the map can do, by keyboard. */
export function PlaceTable({
  state,
  centre,
  onStep,
}: {
  state: ShapeState;
  /** Where the map looks: the first place lies there. */
  centre: () => Place;
  onStep: (next: ShapeState) => void;
}): ReactNode {
  const text = useText();
  const [current, setCurrent] = useState(1);
  const [places = []] = state.rings;
  const single = state.shape === 'point' || state.shape === 'circle';
  const start = (Math.min(current, Math.max(1, Math.ceil(places.length / page))) - 1) * page;
  return (
    <section aria-label={text('region.table')} className="ey-stack ey-gap-4" dir="ltr">
      {places.slice(start, start + page).map((place, row) => {
        const at = start + row;
        const index = at + 1;
        return (
          <div key={at} className="zone-place ey-grid ey-gap-4">
            <span>{index}</span>
            <Degrees
              label={text('region.longitude', { index })}
              value={place.lng}
              most={180}
              onChange={(lng) => onStep(movePlace(state, at, { ...place, lng }))}
            />
            <Degrees
              label={text('region.latitude', { index })}
              value={place.lat}
              most={90}
              onChange={(lat) => onStep(movePlace(state, at, { ...place, lat }))}
            />
            {single ? null : (
              <Button
                size="small"
                type="text"
                aria-label={text('region.addAfter', { index })}
                icon={<Icon name="plus" size={14} />}
                onClick={() => onStep(insertAfter(state, at, centre()))}
              />
            )}
            <Button
              size="small"
              type="text"
              aria-label={text('region.removePlace', { index })}
              icon={<Icon name="trash" size={14} />}
              onClick={() => onStep(removePlace(state, at))}
            />
          </div>
        );
      })}
      {places.length > page ? (
        <Pagination
          size="small"
          simple
          current={start / page + 1}
          pageSize={page}
          total={places.length}
          onChange={setCurrent}
        />
      ) : null}
      {single && places.length > 0 ? null : (
        <Button size="small" onClick={() => onStep(insertAfter(state, places.length - 1, centre()))}>
          {text('region.addPlace')}
        </Button>
      )}
    </section>
  );
}
