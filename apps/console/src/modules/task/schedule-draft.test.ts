import type { RepeatSchedule } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { copiedDraft, draftOf, firstSchedule, scheduleOf, type ScheduleDraft } from './schedule-draft.ts';

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
    [{ startBy: 'sunrise', sunOffset: 181, sunLng: 1, sunLat: 1 }, ['sunOffset']],
    [{ startBy: 'sunset', sunLng: null, sunLat: 91 }, ['sunPlace']],
  ] as const)('names the field that is wrong in %j', (part, fields) => {
    expect(faults(part)).toEqual(fields);
  });
});

describe('a start by the sun', () => {
  it('needs no time, has no further times, and comes back as it was', () => {
    const part = { startBy: 'sunset', sunOffset: -20, sunLng: 113.9, sunLat: 22.5, time: null } as const;
    const { schedule } = scheduleOf(draft({ ...part, again: true }));
    expect(schedule).toMatchObject({
      time: '00:00',
      window: null,
      sun: { event: 'sunset', offsetMinutes: -20, lng: 113.9, lat: 22.5 },
    });
    expect(schedule && draftOf(schedule)).toMatchObject(part);
  });
});

describe('a schedule that is copied', () => {
  const repeat = {
    timeZone: 'Asia/Shanghai',
    frequency: 'week',
    every: 2,
    weekdays: ['MO', 'FR'],
    monthDays: [],
    nthWeekdays: [],
    from: '2026-01-05',
    fromTime: null,
    until: '2026-12-31',
    untilTime: null,
    time: '08:30',
    sun: null,
    skipHolidays: true,
    makeUpDays: true,
    window: null,
    exceptions: ['2026-05-01', '2026-10-01'],
  } as const satisfies RepeatSchedule;
  const kept = { ...repeat, weekdays: [...repeat.weekdays], exceptions: [...repeat.exceptions] };

  it('stays as it is where nothing of it is over, with the day from which its weeks are counted', () => {
    expect(scheduleOf(copiedDraft(kept, '2026-02-01')).schedule).toEqual(kept);
    const split = { ...kept, fromTime: '10:00', untilTime: '12:00' };
    expect(scheduleOf(copiedDraft(split, '2026-02-01')).schedule).toEqual(kept);
    const once = { timeZone: 'UTC', at: '2027-03-31T08:30' };
    expect(scheduleOf(copiedDraft(once, '2027-03-31')).schedule).toEqual(once);
  });
  it('has no day that is over: a task of it would be refused, or end at once', () => {
    expect(copiedDraft({ timeZone: 'UTC', at: '2027-03-31T08:30' }, '2027-04-01')).toMatchObject({
      type: 'single',
      date: null,
      time: '08:30',
    });
    expect(scheduleOf(copiedDraft(kept, '2026-06-01')).schedule).toEqual({
      ...kept,
      exceptions: ['2026-10-01'],
    });
    expect(scheduleOf(copiedDraft(kept, '2027-01-01')).schedule).toEqual({
      ...kept,
      until: null,
      exceptions: [],
    });
  });
});
