import { loadStateOf, NoChoices, useClearing } from '@eyrie/ui';
import { Select } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { useAuditNames } from './audit-log.queries.ts';

export interface NameSelectProps {
  kind: 'member' | 'dock';
  label: string;
  value: string;
  /** Name of the value, where it is known from the list. */
  known: string | null;
  onChange: (oid: string) => void;
}

/** Chooses a member or a dock by a part of its name; those that were deleted can be found too. */
export function NameSelect({ kind, label, value, known, onChange }: NameSelectProps): ReactNode {
  const text = useText();
  const [keyword, setKeyword] = useState('');
  const answer = useAuditNames(kind, keyword);
  const { data, isFetching } = answer;
  const clearing = useClearing();
  const options = (data?.list ?? []).map((one) => ({
    value: one.oid,
    label: `${one.name} ${one.mark}${one.deleted ? ` (${text('auditLog.deleted')})` : ''}`,
  }));
  if (value && !options.some((one) => one.value === value)) options.unshift({ value, label: known ?? value });
  return (
    <Select<string>
      allowClear={clearing}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      notFoundContent={<NoChoices state={loadStateOf(answer)} />}
      aria-label={label}
      placeholder={label}
      style={{ inlineSize: 180 }}
      value={value || null}
      options={options}
      onChange={(next: string | undefined) => onChange(next ?? '')}
    />
  );
}
