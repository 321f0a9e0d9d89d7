import { loadStateOf, NoChoices } from '@eyrie/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { OwnField } from './list/index.ts';

/** Of the value of a field what a choice of several can hold. */
export const textsOf = (value: OwnField['value']): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export interface ManyChoiceProps {
  id: string;
  value: string[];
  /** What the options come from; missing: they are known already. */
  answer?: UseQueryResult;
  options: { value: string; label: string }[];
  onChange: (chosen: string[]) => void;
  /** Where the options are those that fit what is typed; missing: they are searched here. */
  onSearch?: (typed: string) => void;
  /** Names of what is chosen and not among the options that fit what is typed. */
  names?: ReadonlyMap<string, string>;
}

/** Several of what there is, as a field of a form. */
export function ManyChoice(part: ManyChoiceProps): ReactNode {
  const { id, value, answer, options, onChange, onSearch, names } = part;
  return (
    <Select<string[]>
      id={id}
      mode="multiple"
      maxTagCount="responsive"
      value={value}
      options={options}
      {...(onSearch ? { showSearch: { filterOption: false, onSearch } } : { optionFilterProp: 'label' })}
      loading={answer?.isPending === true}
      {...(answer ? { notFoundContent: <NoChoices state={loadStateOf(answer)} /> } : {})}
      onChange={onChange}
      {...(names ? { labelRender: ({ label, value: one }) => label ?? names.get(String(one)) ?? one } : {})}
      // The library takes Tab for a click on what was chosen last, which takes it back without a word.
      onInputKeyDown={(event) => {
        if (event.key === 'Tab') event.stopPropagation();
      }}
    />
  );
}
