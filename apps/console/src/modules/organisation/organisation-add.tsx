import { organisationCalls, type ResponseOf } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { RecordForm, type RecordFormRoom } from '../../platform/list/index.ts';
import { useText } from '../../platform/text.tsx';
import { ShownOnce } from './shown-once.tsx';

const form: RecordFormRoom = {
  word: 'organisation',
  fields: {
    name: { label: 'organisation.name' },
    account: { label: 'organisation.adminAccount', hint: 'organisation.adminAccountHint', dir: 'auto' },
  },
  refusals: { nameTaken: 'name', accountTaken: 'account' },
};

/** Makes a further organisation with its administrator, and shows the first password once. */
export function OrganisationAdd({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const [made, setMade] = useState<ResponseOf<typeof organisationCalls.add> | null>(null);
  if (made)
    return (
      <ShownOnce
        title={text('organisation.made', { name: made.organisation.name })}
        sentence={text('organisation.passwordOnce')}
        note={`${made.account} ${made.password}`}
        onClose={onClose}
      />
    );
  return (
    <RecordForm
      form={form}
      title="organisation.addTitle"
      verb="app.add"
      call={organisationCalls.add}
      onSaved={setMade}
      onClose={onClose}
    />
  );
}
