import { frequencies, limits, taskTypes, weekdays } from '@eyrie/domain';
import { Checkbox, DatePicker, InputNumber, Radio, Select, TimePicker } from 'antd';
import { useMemo, type ReactNode } from 'react';
import { knownZones } from '../../platform/format.ts';
import { useText } from '../../platform/text.tsx';
import { NextRuns } from './next-runs.tsx';
import { StartBy, SunFields } from './sun-fields.tsx';
import { ScheduleField as Field, type ScheduleFormProps } from './schedule-field.tsx';
import { clockOf, dateOf, dayOf, timeOf } from './picked-time.ts';
import { scheduleOf, type ScheduleDraft } from './schedule-draft.ts';
import '../../platform/form-field.css';
import './task.css';

/** Which days of a month. */
function MonthDays({ draft, faults, onChange }: ScheduleFormProps): ReactNode {
  const text = useText();
  const nths = [1, 2, 3, 4, 5, -1];
  return (
    <Field field="monthDays" faults={faults} label={text('task.monthBy')}>
      {(id) => (
        <>
          <Radio.Group
            value={draft.monthBy}
            options={(['days', 'weekdays'] as const).map((value) => ({
              value,
              label: text(`task.monthBy.${value}`),
            }))}
            onChange={({ target }) => onChange({ monthBy: target.value as ScheduleDraft['monthBy'] })}
          />
          {draft.monthBy === 'days' ? (
            <Select<number[]>
              id={id}
              mode="multiple"
              placeholder={text('task.chooseDays')}
              value={[...draft.monthDays]}
              options={[...Array.from({ length: 31 }, (_, day) => day + 1), -1].map((value) => ({
                value,
                label: value === -1 ? text('task.lastDay') : String(value),
              }))}
              onChange={(monthDays) => onChange({ monthDays })}
            />
          ) : (
            <span className="task-pair">
              <Select
                id={id}
                aria-label={text('task.nth')}
                value={draft.nth}
                options={nths.map((value) => ({
                  value,
                  label: value === -1 ? text('task.nth.last') : text('task.nth.of', { nth: value }),
                }))}
                onChange={(nth) => onChange({ nth })}
              />
              <Select
                aria-label={text('task.weekdays')}
                value={draft.nthWeekday}
                options={weekdays.map((value) => ({ value, label: text(`task.weekday.${value}`) }))}
                onChange={(nthWeekday) => onChange({ nthWeekday })}
              />
            </span>
          )}
        </>
      )}
    </Field>
  );
}

/** Further times of the same day. */
function Again({ draft, faults, onChange }: ScheduleFormProps): ReactNode {
  const text = useText();
  const { stepLeast, stepMost } = limits.task.schedule;
  return (
    <>
      <Checkbox checked={draft.again} onChange={({ target }) => onChange({ again: target.checked })}>
        {text('task.again')}
      </Checkbox>
      {draft.again ? (
        <div className="ey-flow ey-gap-12">
          <Field field="everyMinutes" faults={faults} label={text('task.everyMinutes')}>
            {(id) => (
              <InputNumber<number>
                id={id}
                value={draft.everyMinutes}
                placeholder={`${stepLeast}–${stepMost}`}
                onChange={(everyMinutes) => onChange({ everyMinutes })}
              />
            )}
          </Field>
          <Field field="againUntil" faults={faults} label={text('task.againUntil')}>
            {(id) => (
              <TimePicker
                id={id}
                format="HH:mm"
                needConfirm={false}
                value={timeOf(draft.againUntil)}
                onChange={(day) => onChange({ againUntil: clockOf(day) })}
              />
            )}
          </Field>
        </div>
      ) : null}
    </>
  );
}

/** On which days it comes again, until when, and when not. */
function Repetition(props: ScheduleFormProps): ReactNode {
  const { draft, faults, onChange } = props;
  const text = useText();
  return (
    <>
      <div className="ey-flow ey-gap-12">
        <Field field="every" faults={faults} label={text('task.every')}>
          {(id) => (
            <span className="task-pair">
              <InputNumber<number>
                id={id}
                value={draft.every}
                onChange={(every) => onChange({ every })}
                style={{ inlineSize: 80 }}
              />
              <Select
                aria-label={text('task.frequency')}
                value={draft.frequency}
                options={frequencies.map((value) => ({ value, label: text(`task.frequency.${value}`) }))}
                onChange={(frequency) => onChange({ frequency })}
              />
            </span>
          )}
        </Field>
        <Field field="until" faults={faults} label={text('task.until')}>
          {(id) => (
            <DatePicker
              id={id}
              value={dayOf(draft.until)}
              placeholder={text('task.noEnd')}
              onChange={(day) => onChange({ until: dateOf(day) })}
            />
          )}
        </Field>
      </div>
      {draft.frequency === 'week' ? (
        <Field field="weekdays" faults={faults} label={text('task.weekdays')}>
          {(id) => (
            <span id={id}>
              <Checkbox.Group
                value={[...draft.weekdays]}
                options={weekdays.map((value) => ({ value, label: text(`task.weekday.${value}`) }))}
                onChange={(chosen) => onChange({ weekdays: weekdays.filter((day) => chosen.includes(day)) })}
              />
            </span>
          )}
        </Field>
      ) : null}
      {draft.frequency === 'month' ? <MonthDays {...props} /> : null}
      {draft.startBy === 'clock' ? <Again {...props} /> : null}
      <Checkbox
        checked={draft.skipHolidays}
        onChange={({ target }) => onChange({ skipHolidays: target.checked })}
      >
        {text('workDay.skipHolidays')}
      </Checkbox>
      {draft.frequency === 'week' ? (
        <Checkbox
          checked={draft.makeUpDays}
          onChange={({ target }) => onChange({ makeUpDays: target.checked })}
        >
          {text('workDay.makeUpDays')}
        </Checkbox>
      ) : null}
      <Field field="exceptions" faults={faults} label={text('task.exceptions')}>
        {(id) => (
          <DatePicker
            id={id}
            multiple
            value={draft.exceptions.flatMap((date) => dayOf(date) ?? [])}
            placeholder={text('task.noExceptions')}
            onChange={(days) => onChange({ exceptions: (days ?? []).flatMap((day) => dateOf(day) ?? []) })}
          />
        )}
      </Field>
    </>
  );
}

/** When a run takes off by itself, and when it does not. */
function FlownByItself({ waitMinutes = null }: Pick<ScheduleFormProps, 'waitMinutes'>): ReactNode {
  const text = useText();
  return (
    <p className="form-hint ey-hint">
      {waitMinutes === null
        ? text('task.flownByItself')
        : text('task.flownOnceReady', { minutes: waitMinutes })}
    </p>
  );
}

/** Whether a flight waits for a person, or comes by itself and when. */
export function ScheduleForm(props: ScheduleFormProps): ReactNode {
  const { draft, faults, onChange, timed = false } = props;
  const text = useText();
  const zones = useMemo(
    () => [...new Set([draft.timeZone, ...knownZones()])].map((value) => ({ value })),
    [draft.timeZone],
  );
  const { schedule } = useMemo(() => scheduleOf(draft), [draft]);
  return (
    // Enter takes what was typed into a picker; it does not send the form around it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the fields inside
    <fieldset
      className="form-field task-schedule"
      onKeyDown={(event) => {
        const { target, key } = event;
        if (key === 'Enter' && target instanceof Element && target.closest('.ant-picker'))
          event.preventDefault();
      }}
    >
      <legend>{text('task.when')}</legend>
      <Radio.Group
        value={draft.type}
        options={taskTypes
          .filter((value) => !timed || value !== 'manual')
          .map((value) => ({ value, label: text(`task.when.${value}`) }))}
        onChange={({ target }) => onChange({ type: target.value as ScheduleDraft['type'] })}
      />
      {draft.type === 'manual' ? null : (
        <>
          <div className="ey-flow ey-gap-12">
            <Field
              field="date"
              faults={faults}
              label={text(draft.type === 'single' ? 'task.date' : 'task.from')}
            >
              {(id) => (
                <DatePicker
                  id={id}
                  value={dayOf(draft.date)}
                  onChange={(day) => onChange({ date: dateOf(day) })}
                />
              )}
            </Field>
            {draft.type === 'repeat' ? <StartBy {...props} /> : null}
            {draft.type === 'single' || draft.startBy === 'clock' ? (
              <Field field="time" faults={faults} label={text('field.time')}>
                {(id) => (
                  <TimePicker
                    id={id}
                    format="HH:mm"
                    needConfirm={false}
                    value={timeOf(draft.time)}
                    onChange={(day) => onChange({ time: clockOf(day) })}
                  />
                )}
              </Field>
            ) : null}
            <Field field="timeZone" faults={faults} label={text('field.timeZone')}>
              {(id) => (
                <Select
                  id={id}
                  showSearch
                  value={draft.timeZone}
                  options={zones}
                  style={{ inlineSize: 220 }}
                  onChange={(timeZone) => onChange({ timeZone })}
                />
              )}
            </Field>
          </div>
          {draft.type === 'repeat' && draft.startBy !== 'clock' ? <SunFields {...props} /> : null}
          {draft.type === 'repeat' ? <Repetition {...props} /> : null}
          {schedule ? <NextRuns schedule={schedule} /> : null}
          <FlownByItself waitMinutes={props.waitMinutes ?? null} />
        </>
      )}
    </fieldset>
  );
}
