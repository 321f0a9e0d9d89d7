import { Dialog } from '@eyrie/ui';
import { Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { copyText } from '../../platform/copy.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';

export interface SecretFieldProps {
  label: string;
  value: string;
  onCopied?: () => void;
}

/** A text that is shown once, to be copied. */
export function SecretField({ label, value, onCopied }: SecretFieldProps): ReactNode {
  const text = useText();
  const copy = async (): Promise<void> => {
    if (!(await copyText(value))) {
      showToast('error', text('app.copyRefused'));
      return;
    }
    showToast('success', text('app.copied'));
    onCopied?.();
  };
  return (
    <div className="member-secret">
      <Input
        readOnly
        dir="ltr"
        aria-label={label}
        value={value}
        onFocus={({ target }) => target.select()}
        onCopy={onCopied}
      />
      <Button onClick={() => void copy()}>{text('app.copy')}</Button>
    </div>
  );
}

/** The password for one sign-in that was made for somebody. It is told nowhere else. */
export function SecretDialog(props: { name: string; password: string; onClose: () => void }): ReactNode {
  const { name, password, onClose } = props;
  const text = useText();
  const [copied, setCopied] = useState(false);
  return (
    <Dialog
      open
      unsaved={!copied}
      question={text('member.secretNotCopied')}
      title={text('member.secretTitle', { name })}
      onClose={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          {text('app.iKnow')}
        </Button>
      }
    >
      <p>{text('member.secretHint')}</p>
      <SecretField label={text('field.password')} value={password} onCopied={() => setCopied(true)} />
    </Dialog>
  );
}
