import { CallRefused } from '@eyrie/client';
import { Alert, Form, Input } from 'antd';
import { useId, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useFormDraft } from '../../platform/form-draft.ts';
import { useText } from '../../platform/text.tsx';
import { useOrganisationAdd } from './platform.queries.ts';
import { ShownOnce } from './shown-once.tsx';
import './organisation.css';

interface Fields {
  name: string;
  /** Of its first administrator. */
  account: string;
}

function Names({ fields, change }: { fields: Fields; change: (part: Partial<Fields>) => void }): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <>
      <Form.Item label={text('organisation.name')} htmlFor={`${id}-name`} required>
        <Input
          id={`${id}-name`}
          data-autofocus
          maxLength={64}
          value={fields.name}
          onChange={({ target }) => change({ name: target.value })}
        />
      </Form.Item>
      <Form.Item
        label={text('organisation.adminAccount')}
        htmlFor={`${id}-account`}
        extra={text('organisation.adminAccountHint')}
        required
      >
        <Input
          id={`${id}-account`}
          dir="auto"
          autoComplete="off"
          maxLength={64}
          value={fields.account}
          onChange={({ target }) => change({ account: target.value })}
        />
      </Form.Item>
    </>
  );
}

/** Makes a further organisation with its administrator, and shows the first password once. */
export function OrganisationAdd({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const { fields, change, unsaved } = useFormDraft<Fields>(() => ({ name: '', account: '' }));
  const add = useOrganisationAdd();
  const name = fields.name.trim();
  const account = fields.account.trim();
  if (add.data)
    return (
      <ShownOnce
        title={text('organisation.made', { name: add.data.organisation.name })}
        sentence={text('organisation.passwordOnce')}
        note={`${add.data.account} ${add.data.password}`}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      title={text('organisation.addTitle')}
      onClose={onClose}
      verb={text('app.add')}
      unsaved={unsaved}
      ready={name !== '' && account !== ''}
      busy={add.isPending}
      onSubmit={() => add.mutate({ name, account })}
    >
      <Names fields={fields} change={change} />
      {add.error ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={add.error instanceof CallRefused ? add.error.message : text('app.failed')}
        />
      ) : null}
    </FormDialog>
  );
}
