import { loadStateOf, NoChoices, useClearing } from '@eyrie/ui';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import type { FieldValue, OwnField } from '../../platform/list/index.ts';
import { useCodeChoices } from './dictionary.queries.ts';

function CodeChoice({ group, id, value, onChange }: OwnField & { group: string }): ReactNode {
  const clearing = useClearing();
  const answer = useCodeChoices(group);
  return (
    <Select
      id={id}
      allowClear={clearing}
      notFoundContent={<NoChoices state={loadStateOf(answer)} />}
      options={(answer.data?.list ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      value={value === '' ? null : value}
      onChange={(next: FieldValue | undefined) => onChange(next ?? null)}
    />
  );
}

/** A choice among the codes of a group of the code table, as a field of a form. */
export const codeField =
  (group: string) =>
  (field: OwnField): ReactNode => <CodeChoice group={group} {...field} />;
