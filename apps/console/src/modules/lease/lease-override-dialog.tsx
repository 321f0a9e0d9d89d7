import { limits } from '@eyrie/domain';
import { ConfirmDialog } from '@eyrie/ui';
import { Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface LeaseOverrideDialogProps {
  dockName: string;
  holder: string;
  busy: boolean;
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Taking control from somebody who has it: with a reason that both screens and the log will show. */
export function LeaseOverrideDialog(props: LeaseOverrideDialogProps): ReactNode {
  const { dockName, holder, busy, onConfirm, onCancel } = props;
  const text = useText();
  const id = useId();
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const short = reason.trim().length < limits.lease.reasonMin;
  const confirm = (): void => {
    setTried(true);
    if (!short) onConfirm(reason.trim());
  };
  return (
    <ConfirmDialog
      open
      danger
      busy={busy}
      title={text('lease.overrideTitle', { dock: dockName, name: holder })}
      verb={text('lease.override')}
      onConfirm={confirm}
      onCancel={onCancel}
    >
      <p>{text('lease.overrideText', { name: holder })}</p>
      <label htmlFor={id}>{text('lease.reason')}</label>
      <Input.TextArea
        id={id}
        rows={2}
        maxLength={300}
        value={reason}
        status={tried && short ? 'error' : ''}
        aria-describedby={`${id}-rule`}
        onChange={(event) => setReason(event.target.value)}
      />
      <p id={`${id}-rule`} className="lease-rule" role={tried && short ? 'alert' : undefined}>
        {text('refusal.overrideReason')}
      </p>
    </ConfirmDialog>
  );
}
