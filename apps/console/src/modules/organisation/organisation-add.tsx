import { CallRefused } from '@eyrie/client';
import type { organisationCalls, ResponseOf } from '@eyrie/domain';
import { Dialog } from '@eyrie/ui';
import { Alert, Button, Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useOrganisationAdd } from './platform.queries.ts';
import './organisation.css';

type Made = ResponseOf<typeof organisationCalls.add>;

function ShownOnce({ made, onClose }: { made: Made; onClose: () => void }): ReactNode {
  const text = useText();
  const note = `${made.account} ${made.password}`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(note);
    showToast('success', text('app.copied'));
  };
  return (
    <Dialog
      open
      title={text('organisation.made', { name: made.organisation.name })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{text('app.copy')}</Button>
          <Button type="primary" onClick={onClose}>
            {text('organisation.keyKept')}
          </Button>
        </>
      }
    >
      <p role="status">{text('organisation.passwordOnce')}</p>
      <pre className="organisation-secret" dir="ltr">
        {note}
      </pre>
    </Dialog>
  );
}

/** Makes a further organisation with its administrator, and shows the first password once. */
export function OrganisationAdd({ onClose }: { onClose: () => void }): ReactNode {
  const text = useText();
  const id = useId();
  const [name, setName] = useState('');
  const [account, setAccount] = useState('');
  const add = useOrganisationAdd();
  const ready = name.trim() !== '' && account.trim() !== '';
  const send = (): void => {
    if (ready && !add.isPending) add.mutate({ name: name.trim(), account: account.trim() });
  };
  if (add.data) return <ShownOnce made={add.data} onClose={onClose} />;
  return (
    <Dialog
      open
      title={text('organisation.addTitle')}
      onClose={onClose}
      unsaved={name !== '' || account !== ''}
      footer={
        <>
          <Button onClick={onClose}>{text('app.cancel')}</Button>
          <Button type="primary" disabled={!ready} loading={add.isPending} onClick={send}>
            {text('app.add')}
          </Button>
        </>
      }
    >
      <Form layout="vertical" onFinish={send}>
        <Form.Item label={text('organisation.name')} htmlFor={`${id}-name`} required>
          <Input
            id={`${id}-name`}
            data-autofocus
            maxLength={64}
            value={name}
            onChange={({ target }) => setName(target.value)}
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
            value={account}
            onChange={({ target }) => setAccount(target.value)}
          />
        </Form.Item>
        {/* Enter sends the form from either field. */}
        <button type="submit" hidden aria-label={text('app.add')} />
        {add.error ? (
          <Alert
            type="error"
            showIcon
            role="alert"
            title={add.error instanceof CallRefused ? add.error.message : text('app.failed')}
          />
        ) : null}
      </Form>
    </Dialog>
  );
}
