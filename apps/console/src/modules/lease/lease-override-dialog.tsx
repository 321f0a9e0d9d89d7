import { limits } from '@eyrie/domain';
import { ConfirmDialog } from '@eyrie/ui';
import { Button, Input } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';

export interface LeaseOverrideDialogProps {
  dockName: string;
  holder: string;
  busy: boolean;
  /** Reasons of the organisation's code table, to choose instead of typing. */
  reasons: readonly string[];
  onConfirm: (reason: string) => void;
  onCancel: () => void;
}

/** Taking control from somebody who has it: with a reason that both screens and the log will show. */
export function LeaseOverrideDialog(props: LeaseOverrideDialogProps): ReactNode {
  const { dockName, holder, busy, reasons, onConfirm, onCancel } = props;
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
      <label htmlFor={id}>{text('field.reason')}</label>
      {reasons.length > 0 ? (
        <div className="lease-reasons ey-flow ey-gap-6">
          {reasons.map((one) => (
            <Button
              key={one}
              size="small"
              type={one === reason ? 'primary' : 'default'}
              aria-pressed={one === reason}
              onClick={() => setReason(one)}
            >
              <bdi>{one}</bdi>
            </Button>
          ))}
        </div>
      ) : null}
      <Input.TextArea
        id={id}
        rows={2}
        count={{ show: true, max: 300 }}
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
