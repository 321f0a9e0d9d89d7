import { Button, Input } from 'antd';
import type { Place } from '@eyrie/geometry';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '../../../platform/text.tsx';
import { placeOf } from './numbers.ts';

/** A place typed as coordinates, in place of a click on the map. */
export function AddPlace({ onAdd }: { onAdd: (place: Place) => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const add = (): void => {
    const place = placeOf(typed);
    if (!place) {
      setRefused(typed);
      return;
    }
    onAdd(place);
    setTyped('');
    setRefused(null);
  };
  return (
    <div className="planner-add ey-stack">
      <label htmlFor={id}>{text('planner.addPlace')}</label>
      <span>
        <Input
          id={id}
          size="small"
          className="planner-number"
          autoComplete="off"
          placeholder={text('planner.addPlaceHint')}
          value={typed}
          status={refused === null ? '' : 'error'}
          aria-invalid={refused !== null}
          onChange={(event) => setTyped(event.target.value)}
          onPressEnter={add}
        />
        <Button size="small" disabled={typed.trim() === ''} onClick={add}>
          {text('app.add')}
        </Button>
      </span>
      {refused === null ? null : (
        <span role="alert" className="planner-fault">
          {text('planner.badPlace', { value: refused })}
        </span>
      )}
    </div>
  );
}
