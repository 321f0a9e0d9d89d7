import { limits } from '@eyrie/domain';
import { Button, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import type { FieldValue, OwnField } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import './device.css';

type Part = Readonly<{ name: string; number: string; quantity: number }>;
const fresh: Part = { name: '', number: '', quantity: 1 };
const partsIn = (value: FieldValue): Part[] => (Array.isArray(value) ? (value as Part[]) : []);

/** What is sent of the parts that were typed: lines that nobody filled in are none. */
export const sentPartsOf = (value: FieldValue): Part[] =>
  partsIn(value).filter(({ name, number }) => name.trim() !== '' || number.trim() !== '');

function PartsInput({ id, value, onChange }: OwnField): ReactNode {
  const text = useText();
  const parts = partsIn(value);
  const set = (next: Part[]): void => onChange(next);
  const change = (place: number, part: Partial<Part>): void =>
    set(parts.map((one, at) => (at === place ? { ...one, ...part } : one)));
  return (
    <div className="device-parts" id={id}>
      {parts.map((part, place) => (
        // Lines have no name of their own: their place is what tells them apart.
        // eslint-disable-next-line react/no-array-index-key -- see above
        <div key={place} className="device-part ey-grid ey-gap-8">
          <Input
            aria-label={text('device.partName')}
            placeholder={text('device.partName')}
            value={part.name}
            onChange={({ target }) => change(place, { name: target.value })}
          />
          <Input
            aria-label={text('device.partNumber')}
            placeholder={text('device.partNumber')}
            dir="ltr"
            value={part.number}
            onChange={({ target }) => change(place, { number: target.value })}
          />
          <InputNumber
            aria-label={text('device.partQuantity')}
            min={1}
            max={limits.device.partQuantityMost}
            precision={0}
            value={part.quantity}
            onChange={(quantity) => change(place, { quantity: quantity ?? 1 })}
          />
          <Button
            size="small"
            onClick={() => set(parts.filter((_, at) => at !== place))}
            aria-label={text('device.partRemove', { place: place + 1 })}
          >
            ×
          </Button>
        </div>
      ))}
      {parts.length < limits.device.partsMost ? (
        <Button size="small" onClick={() => set([...parts, fresh])}>
          {text('device.partAdd')}
        </Button>
      ) : null}
    </div>
  );
}

/** The parts that were used in a step of a maintenance, as a field of its form. */
export const partsField = (field: OwnField): ReactNode => <PartsInput {...field} />;
