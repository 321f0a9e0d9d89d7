import { FilterChoice, FilterRow } from '@eyrie/ui';
import { Checkbox, Select } from 'antd';
import type { ReactNode } from 'react';
import type { ListAddress } from '../paging.ts';
import { PeriodField } from '../period-field.tsx';
import { SearchBox } from '../search-box.tsx';
import { useText } from '../text.tsx';
import { SavedViews } from './saved-views.tsx';
import { valueOf, writtenOf, type FilterDeclaration, type FilterDeclarations } from './address.ts';

interface FieldProps {
  name: string;
  filter: FilterDeclaration;
  address: ListAddress<string>;
  rows: readonly object[];
}

function Field({ name, filter, rows, address: { values, set } }: FieldProps): ReactNode {
  const text = useText();
  const written = values[name] ?? '';
  const onChange = (next: string): void => set({ [name]: next });
  if (filter.kind === 'link') return null;
  if (filter.kind === 'own')
    return filter.field({ rows, value: written || null, onChange: (next) => onChange(next ?? '') });
  const label = text(filter.label);
  if (filter.kind === 'search') return <SearchBox label={label} value={written} onChange={onChange} />;
  if (filter.kind === 'period')
    return (
      <PeriodField
        label={label}
        open={[text(filter.open[0]), text(filter.open[1])]}
        from={written}
        to={values[filter.to] ?? ''}
        onChange={({ from, to }) => set({ [name]: from, [filter.to]: to })}
      />
    );
  const value = valueOf(filter, written);
  const change = (next: string | boolean): void => onChange(writtenOf(filter, next));
  if (filter.kind === 'flag')
    return (
      <Checkbox checked={value === true} onChange={({ target }) => change(target.checked)}>
        {label}
      </Checkbox>
    );
  const options = Object.entries(filter.options).map(([one, id]) => ({ value: one, label: text(id) }));
  const chosen = typeof value === 'string' ? value : null;
  if (filter.kind === 'choice')
    return (
      <FilterChoice label={label} any={text(filter.any)} value={chosen} options={options} onChange={change} />
    );
  return (
    <Select<string>
      aria-label={label}
      value={chosen}
      style={{ inlineSize: 160 }}
      options={options}
      onChange={change}
    />
  );
}

export interface ListFiltersProps {
  filters: FilterDeclarations;
  address: ListAddress<string>;
  rows: readonly object[];
  /** Under which views are saved. */
  word: string;
  /** Beside the filters. */
  children?: ReactNode;
}

/** The filters of a list, as its room declares them. */
export function ListFilters({ filters, address, rows, word, children }: ListFiltersProps): ReactNode {
  return (
    <FilterRow onReset={address.any ? address.reset : undefined}>
      {Object.entries(filters).map(([name, filter]) => (
        <Field key={name} {...{ name, filter, address, rows }} />
      ))}
      {Object.keys(filters).length > 0 ? <SavedViews word={word} address={address} /> : null}
      {children}
    </FilterRow>
  );
}
