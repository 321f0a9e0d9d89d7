import { limits, sunEvents } from '@eyrie/domain';
import { Button, InputNumber, Select } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { ScheduleDraft } from './schedule-draft.ts';
import { ScheduleField, type ScheduleFormProps } from './schedule-field.tsx';

/** Whether each run begins at a time of day, or by the sun. */
export function StartBy({ draft, place, onChange, faults }: ScheduleFormProps): ReactNode {
  const text = useText();
  // A place that was typed stays.
  const begun = draft.sunLng === null && draft.sunLat === null && place ? place : null;
  return (
    <ScheduleField
      field="sunPlace"
      faults={draft.startBy === 'clock' ? {} : faults}
      label={text('task.startBy')}
    >
      {(id) => (
        <Select<ScheduleDraft['startBy']>
          id={id}
          value={draft.startBy}
          style={{ inlineSize: 140 }}
          options={(['clock', ...sunEvents] as const).map((value) => ({
            value,
            label: text(`task.startBy.${value}`),
          }))}
          onChange={(startBy) =>
            onChange({ startBy, ...(begun ? { sunLng: begun.lng, sunLat: begun.lat } : {}) })
          }
        />
      )}
    </ScheduleField>
  );
}

/** How long before or after, and at which place. */
export function SunFields({ draft, place, faults, onChange }: ScheduleFormProps): ReactNode {
  const text = useText();
  const { sunOffsetMost } = limits.task.schedule;
  return (
    <>
      <div className="ey-flow ey-gap-12">
        <ScheduleField field="sunOffset" faults={faults} label={text('task.sunOffset')}>
          {(id) => (
            <InputNumber<number>
              id={id}
              value={draft.sunOffset}
              placeholder={`-${sunOffsetMost}–${sunOffsetMost}`}
              onChange={(sunOffset) => onChange({ sunOffset })}
            />
          )}
        </ScheduleField>
        <ScheduleField field="sunPlace" faults={{}} label={text('detail.key.lng')}>
          {(id) => (
            <InputNumber<number>
              id={id}
              value={draft.sunLng}
              style={{ inlineSize: 140 }}
              onChange={(sunLng) => onChange({ sunLng })}
            />
          )}
        </ScheduleField>
        <ScheduleField field="sunPlace" faults={{}} label={text('detail.key.lat')}>
          {(id) => (
            <InputNumber<number>
              id={id}
              value={draft.sunLat}
              style={{ inlineSize: 140 }}
              onChange={(sunLat) => onChange({ sunLat })}
            />
          )}
        </ScheduleField>
        {place ? (
          <Button onClick={() => onChange({ sunLng: place.lng, sunLat: place.lat })}>
            {text('task.sunAtDock')}
          </Button>
        ) : null}
      </div>
      <p className="form-hint ey-hint">{text('task.sunHint')}</p>
    </>
  );
}
