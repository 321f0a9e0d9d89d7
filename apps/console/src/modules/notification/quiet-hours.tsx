import type { NotificationPreferences } from '@eyrie/domain';
import { Checkbox } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { minuteText, minuteOf } from './minutes.ts';

type Quiet = NotificationPreferences['quiet'];
const night = { from: 22 * 60, to: 6 * 60 };

export interface QuietHoursProps {
  quiet: Quiet;
  timeZone: string;
  onChange: (quiet: Quiet) => void;
}

/** From when to when nothing disturbs, by the clock of the organisation. */
export function QuietHours({ quiet, timeZone, onChange }: QuietHoursProps): ReactNode {
  const text = useText();
  const id = useId();
  return (
    <fieldset className="quiet-hours">
      <legend>{text('notification.quiet')}</legend>
      <p className="notification-hint">{text('notification.quietHint', { zone: timeZone })}</p>
      <Checkbox checked={quiet !== null} onChange={({ target }) => onChange(target.checked ? night : null)}>
        {text('notification.quietOn')}
      </Checkbox>
      {quiet
        ? (['from', 'to'] as const).map((end) => (
            <label key={end} htmlFor={`${id}${end}`}>
              {text(`notification.${end}`)}
              <input
                id={`${id}${end}`}
                type="time"
                value={minuteText(quiet[end])}
                onChange={({ target }) => {
                  const minute = minuteOf(target.value);
                  if (minute !== null) onChange({ ...quiet, [end]: minute });
                }}
              />
            </label>
          ))
        : null}
    </fieldset>
  );
}
