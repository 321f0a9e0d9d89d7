import { keepingLimits } from '@eyrie/domain';
import { Button, Input, InputNumber } from 'antd';
import type { ReactNode } from 'react';
import { useText } from './text.tsx';
import './keeping.css';

const { daysMin, daysMax, holdReason } = keepingLimits;

/** For how many days one kind is kept; empty: for ever. */
export function KeptDays({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (days: number | null) => void;
}): ReactNode {
  const text = useText();
  return (
    <label className="keeping-days ey-row ey-gap-12">
      {label}
      <InputNumber<number>
        min={daysMin}
        max={daysMax}
        precision={0}
        value={value}
        placeholder={text('media.keptForEver')}
        onChange={onChange}
      />
    </label>
  );
}

/** Rules are saved only after it was seen what goes by them. */
export function RulesButtons({
  isSeen,
  isLooking,
  isSaving,
  onPreview,
  onSave,
}: {
  isSeen: boolean;
  isLooking: boolean;
  isSaving: boolean;
  onPreview: () => void;
  onSave: () => void;
}): ReactNode {
  const text = useText();
  return (
    <>
      <Button loading={isLooking} onClick={onPreview}>
        {text('media.preview')}
      </Button>{' '}
      <Button type="primary" disabled={!isSeen} loading={isSaving} onClick={onSave}>
        {text('app.save')}
      </Button>
    </>
  );
}

/** Puts something under legal hold, with a reason. */
export function HoldForm({
  reason,
  busy,
  onReason,
  onHold,
}: {
  /** As far as it is typed. */
  reason: string;
  busy: boolean;
  onReason: (reason: string) => void;
  onHold: (reason: string) => void;
}): ReactNode {
  const text = useText();
  const typed = reason.trim();
  return (
    <form
      className="ey-row ey-flow ey-gap-8"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed !== '') onHold(typed);
      }}
    >
      <Input
        aria-label={text('media.holdReason')}
        placeholder={text('media.holdReason')}
        value={reason}
        count={{ show: true, max: holdReason }}
        onChange={({ target }) => onReason(target.value)}
      />
      <Button htmlType="submit" loading={busy} disabled={typed === ''}>
        {text('media.hold')}
      </Button>
    </form>
  );
}
