import { FilterChoice, loadStateOf } from '@eyrie/ui';
import type { ReactNode } from 'react';
import { useCodeChoices } from '../../parts.ts';
import type { FilterField } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';

/** Narrows orders to one type of the code table. */
export function OrderTypeChoice({ value, onChange }: FilterField): ReactNode {
  const text = useText();
  const answer = useCodeChoices('workOrderType');
  const options = (answer.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }));
  // Orders keep a type that is no longer offered.
  if (value !== null && !options.some((one) => one.value === value)) options.push({ value, label: value });
  return (
    <FilterChoice
      label={text('workOrder.type')}
      any={text('workOrder.anyType')}
      value={value}
      options={options}
      load={loadStateOf(answer)}
      onChange={onChange}
    />
  );
}
