import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useClearing } from './clearing.tsx';
import { currentLoad, type LoadState } from './load-state.ts';
import { NoChoices } from './loaded.tsx';

export interface FilterChoiceProps {
  /** What is chosen, for those who do not see it. */
  label: string;
  /** Said while nothing is chosen; the label when not said. */
  any?: string;
  /** Empty or null: any. */
  value: string | null;
  options: readonly { value: string; label: string }[];
  /** Called with the empty text when any will do. */
  onChange: (value: string) => void;
  /** Whether the options are here; current when not said. */
  load?: LoadState;
  /** px; 150 when not said. */
  width?: number;
  /** The options are many: a part of the label finds one. */
  search?: boolean;
}

/** A filter that is one of several, or any. */
export function FilterChoice(props: FilterChoiceProps): ReactNode {
  const { label, any = label, value, options, onChange, width = 150, search = false } = props;
  const clearing = useClearing();
  return (
    <Select<string>
      allowClear={clearing}
      {...(search ? { showSearch: { optionFilterProp: 'label' } } : {})}
      aria-label={label}
      placeholder={any}
      style={{ inlineSize: width }}
      value={value === '' ? null : value}
      options={[...options]}
      notFoundContent={<NoChoices state={props.load ?? currentLoad} />}
      onChange={(next: string | undefined) => onChange(next ?? '')}
    />
  );
}
