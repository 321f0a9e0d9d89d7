import type { PayloadCommand } from '@eyrie/domain';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { PayloadOrder as Order, type Giving } from './payload-order.tsx';

/** A choice, and the button that orders it. */
export function Choice<Value extends string | number>({
  label,
  word,
  options,
  held,
  cmd,
  fieldsOf,
  giving,
}: {
  label: string;
  word: string;
  options: { value: Value; label: string }[];
  /** By the aircraft's own word. */
  held: Value;
  cmd: PayloadCommand;
  fieldsOf: (value: Value) => Readonly<Record<string, unknown>>;
  giving: Giving;
}): ReactNode {
  const [value, setValue] = useState(held);
  return (
    <div>
      <Select<Value>
        size="small"
        aria-label={label}
        value={value}
        options={options}
        popupMatchSelectWidth={false}
        onChange={setValue}
      />
      <Order cmd={cmd} fields={fieldsOf(value)} giving={giving}>
        {word}
      </Order>
    </div>
  );
}
