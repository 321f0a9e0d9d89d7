import { waiverHours, waiverPersons, waiverReason, type GateItem } from '@eyrie/domain';
import { Form, Input, InputNumber } from 'antd';
import { useState, type ReactNode } from 'react';
import { FormDialog } from '../../platform/form-dialog.tsx';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import { useWaive, type WaivedThing } from './verdict.queries.ts';

const firstHours = 24;

/** Asks why a flight may begin against one rule, and for how long that holds. */
export function WaiveForm({
  of,
  item,
  onClose,
}: {
  of: WaivedThing;
  item: GateItem['item'];
  onClose: () => void;
}): ReactNode {
  const text = useText();
  const [reason, setReason] = useState('');
  const [hours, setHours] = useState<number | null>(firstHours);
  const { mutate, isPending } = useWaive();
  const written = reason.trim();
  const ready = written.length >= waiverReason.least && written.length <= waiverReason.most && hours !== null;
  const save = (): void => {
    if (hours === null) return;
    mutate(
      { ...of, item, reason: written, hours },
      {
        onSuccess: () => {
          showToast('success', text('verdict.waiveDone'));
          onClose();
        },
        onError: showFailure,
      },
    );
  };
  return (
    <FormDialog
      title={text('verdict.waiveTitle', { rule: text(`gate.${item}`) })}
      verb={text('verdict.waive')}
      onClose={onClose}
      unsaved={written !== ''}
      danger
      ready={ready}
      busy={isPending}
      onSubmit={save}
    >
      <p>
        {text('verdict.waiveHelp')} {waiverPersons(item) === 2 ? text('verdict.waiveTwo') : null}
      </p>
      <Form.Item label={text('verdict.waiveReason')} htmlFor="waive-reason" required>
        <Input.TextArea
          id="waive-reason"
          rows={3}
          count={{ show: true, max: waiverReason.most }}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Form.Item>
      <Form.Item label={text('verdict.waiveHours')} htmlFor="waive-hours" required>
        <InputNumber
          id="waive-hours"
          min={waiverHours.least}
          max={waiverHours.most}
          precision={0}
          value={hours}
          onChange={setHours}
        />
      </Form.Item>
    </FormDialog>
  );
}
