import type { ReactNode } from 'react';
import { ClassInput } from '../../platform/class-input.tsx';
import type { OwnField } from '../../platform/list/index.ts';
import { useClassWords } from './class-name.tsx';
import { useCodeChoices } from './dictionary.queries.ts';

function ClassField({ id, value, onChange }: OwnField): ReactNode {
  const offered = useCodeChoices('aiType').data?.list ?? [];
  return (
    <ClassInput
      id={id}
      value={typeof value === 'string' ? value : ''}
      words={useClassWords()}
      offered={offered.map(({ code }) => code)}
      onChange={onChange}
    />
  );
}

/** A class of findings, as a field of a form. */
export const classField = (field: OwnField): ReactNode => <ClassField {...field} />;
