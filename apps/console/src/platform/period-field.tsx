import { DatePicker } from 'antd';
import type { ReactNode } from 'react';
import { shownZone, useDisplay } from './display.ts';
import { fromPicker, toPicker } from './period.ts';

export interface PeriodFieldProps {
  /** What it filters, for those who do not see it. */
  label: string;
  /** Said while an end is open. */
  open: [from: string, to: string];
  /** Epoch ms as text; empty: open. */
  from: string;
  to: string;
  onChange: (period: { from: string; to: string }) => void;
}

/** From when until when, on the clocks that the member reads. */
export function PeriodField({ label, open, from, to, onChange }: PeriodFieldProps): ReactNode {
  const zone = useDisplay(shownZone);
  return (
    <DatePicker.RangePicker
      showTime
      allowEmpty={[true, true]}
      placeholder={open}
      aria-label={`${label} (${zone})`}
      style={{ inlineSize: 340 }}
      value={[toPicker(from, zone), toPicker(to, zone)]}
      onChange={(range) => onChange({ from: fromPicker(range?.[0], zone), to: fromPicker(range?.[1], zone) })}
    />
  );
}
