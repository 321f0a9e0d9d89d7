import type { RepeatSchedule } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { draftOf, firstSchedule, scheduleOf, type ScheduleDraft } from './schedule-draft.ts';

const draft = (part: Partial<ScheduleDraft>): ScheduleDraft => ({
  ...firstSchedule('Asia/Shanghai'),
  type: 'repeat',
  date: '2027-03-31',
  time: '08:30',
  ...part,
});
const faults = (part: Partial<ScheduleDraft>): string[] => Object.keys(scheduleOf(draft(part)).faults);

describe('a schedule that is typed', () => {
  it('is none while the flight is started by hand', () => {
    expect(scheduleOf(firstSchedule('UTC'))).toEqual({ schedule: null, faults: {} });
  });
  it('is one time on the clocks of its zone', () => {
    expect(scheduleOf(draft({ type: 'single' })).schedule).toEqual({
      timeZone: 'Asia/Shanghai',
      at: '2027-03-31T08:30',
    });
  });
  it('repeats by what its frequency asks for, and by nothing else that was chosen before', () => {
    const chosen = { weekdays: ['MO', 'TH'], monthDays: [1, -1] } as const;
    expect(scheduleOf(draft(chosen)).schedule).toMatchObject({
      weekdays: [],
      monthDays: [],
      nthWeekdays: [],
    });
    expect(scheduleOf(draft({ ...chosen, frequency: 'week' })).schedule).toMatchObject({
      weekdays: ['MO', 'TH'],
      monthDays: [],
    });
    expect(scheduleOf(draft({ ...chosen, frequency: 'month' })).schedule).toMatchObject({
      weekdays: [],
      monthDays: [1, -1],
    });
    expect(
      scheduleOf(draft({ ...chosen, frequency: 'month', monthBy: 'weekdays', nth: -1, nthWeekday: 'FR' }))
        .schedule,
    ).toMatchObject({ monthDays: [], nthWeekdays: [{ nth: -1, weekday: 'FR' }] });
  });
  it('comes again within the day only where that is chosen', () => {
    const again = { againUntil: '10:00', everyMinutes: 30 };
    expect(scheduleOf(draft(again)).schedule).toMatchObject({ window: null });
    expect(scheduleOf(draft({ ...again, again: true })).schedule).toMatchObject({
      window: { until: '10:00', everyMinutes: 30 },
    });
  });
  it.each([
    { type: 'single' },
    {},
    { frequency: 'week', every: 2, weekdays: ['MO', 'FR'], until: '2027-12-31', exceptions: ['2027-05-01'] },
    { frequency: 'month', monthDays: [15, -1], again: true, againUntil: '09:30', everyMinutes: 30 },
    {
      frequency: 'month',
      monthBy: 'weekdays',
      nth: 2,
      nthWeekday: 'TU',
      furtherNth: [{ nth: -1, weekday: 'FR' }],
    },
  ] as const)('is opened again as it was kept: %j', (part) => {
    const { schedule } = scheduleOf(draft(part));
    expect(schedule && scheduleOf(draftOf(schedule)).schedule).toEqual(schedule);
    expect(schedule).not.toBeNull();
  });
  it('keeps the times of its first and last day as long as those days stay', () => {
    const kept = {
      ...scheduleOf(draft({ until: '2027-04-02' })).schedule,
      fromTime: '10:00',
      untilTime: '09:00',
    } as RepeatSchedule;
    const opened = draftOf(kept);
    expect(scheduleOf(opened).schedule).toEqual(kept);
    expect(scheduleOf({ ...opened, date: '2027-04-01' }).schedule).toMatchObject({
      fromTime: null,
      untilTime: '09:00',
    });
    expect(scheduleOf({ ...opened, until: null }).schedule).toMatchObject({ untilTime: null });
  });
  it.each([
    [{ date: null }, ['date']],
    [{ time: null }, ['time']],
    [{ type: 'single', date: null, time: null }, ['time', 'date']],
    [{ every: null }, ['every']],
    [{ every: 367 }, ['every']],
    [{ frequency: 'week' }, ['weekdays']],
    [{ frequency: 'month' }, ['monthDays']],
    [{ until: '2027-03-30' }, ['until']],
    [{ again: true, againUntil: null }, ['againUntil']],
    [{ again: true, againUntil: '08:00' }, ['againUntil']],
    [{ again: true, againUntil: '10:00', everyMinutes: 4 }, ['everyMinutes']],
    [{ timeZone: 'Mars/Olympus' }, ['timeZone']],
  ] as const)('names the field that is wrong in %j', (part, fields) => {
    expect(faults(part)).toEqual(fields);
  });
});
