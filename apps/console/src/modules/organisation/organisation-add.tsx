import { organisationCalls } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { MakeForm, type RecordFormRoom } from '../../platform/list/index.ts';
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
  return (
    <MakeForm
      form={form}
      title="organisation.addTitle"
      verb="app.add"
      call={organisationCalls.add}
      onClose={onClose}
      renderMade={({ organisation, account, password }) => (
        <ShownOnce
          title={text('organisation.made', { name: organisation.name })}
          sentence={text('organisation.passwordOnce')}
          note={`${account} ${password}`}
          onClose={onClose}
        />
      )}
    />
  );
}
