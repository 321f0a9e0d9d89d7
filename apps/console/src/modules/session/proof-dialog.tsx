import { Form, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { useText } from '../../platform/text.tsx';
import type { AuthenticatorProof } from './session.queries.ts';

export interface ProofDialogProps {
  title: string;
  /** What happens then. */
  sentence: string;
  verb: string;
  danger?: boolean;
  busy: boolean;
  onClose: () => void;
  onProof: (proof: AuthenticatorProof) => void;
}

/** Asks for password and code before something about the authenticator app changes. */
export function ProofDialog(props: ProofDialogProps): ReactNode {
  const { title, sentence, verb, danger = false, busy, onClose, onProof } = props;
  const text = useText();
  const id = useId();
  const [password, setPassword] = useState('');
  const [totp, setTotp] = useState('');
  const complete = password !== '' && totp.trim().length >= 6;
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      verb={verb}
      danger={danger}
      unsaved={password !== '' || totp !== ''}
      ready={complete}
      busy={busy}
      onSubmit={() => onProof({ password, totp: totp.trim() })}
    >
      <p className="session-hint">{sentence}</p>
      <Form.Item label={text('login.password')} htmlFor={`${id}password`} required>
        <Input.Password
          id={`${id}password`}
          data-autofocus
          count={{ max: 128 }}
          autoComplete="current-password"
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
      </Form.Item>
      <Form.Item label={text('login.totp')} htmlFor={`${id}totp`} extra={text('login.totpHint')} required>
        <Input
          id={`${id}totp`}
          dir="ltr"
          count={{ max: 24 }}
          autoComplete="one-time-code"
          value={totp}
          onChange={({ target }) => setTotp(target.value)}
        />
      </Form.Item>
    </FormDialog>
  );
}
