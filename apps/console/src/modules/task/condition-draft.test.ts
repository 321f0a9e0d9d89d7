import { limits, taskCondition } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { conditionDraftOf, conditionOf, mostMinutesOf } from './condition-draft.ts';

const { batteryUsual, minutesMost, minutesUsual } = limits.task.condition;
const draft = { waits: true, battery: 80, storage: 500, minutes: 30 };

describe('what a form says of a condition', () => {
  it('is kept as it is shown, and taken by the task', () => {
    expect(conditionOf(draft, null)).toEqual({ battery: 80, storage: 500, minutes: 30 });
    expect(conditionOf({ ...draft, storage: null }, null)).toEqual({ battery: 80, minutes: 30 });
    expect(taskCondition.safeParse(conditionOf(draft, null)).success).toBe(true);
  });

  it('is nothing where it waits for none', () => {
    expect(conditionOf({ ...draft, waits: false }, null)).toBeUndefined();
  });

  it('ends before the next run of the day, and is what is usual where it is empty', () => {
    expect(conditionOf({ ...draft, minutes: 60 }, 15)?.minutes).toBe(15);
    expect(conditionOf({ ...draft, minutes: 5_000 }, null)?.minutes).toBe(minutesMost);
    expect(conditionOf({ waits: true, battery: null, storage: null, minutes: null }, null)).toEqual({
      battery: batteryUsual,
      minutes: minutesUsual,
    });
  });

  it('begins with what a task has, or with none', () => {
    expect(conditionDraftOf({ condition: { battery: 70, minutes: 5 } })).toEqual({
      waits: true,
      battery: 70,
      storage: null,
      minutes: 5,
    });
    expect(conditionDraftOf(null).waits).toBe(false);
  });

  it('is bound by the step of a day alone', () => {
    const again = { type: 'repeat', startBy: 'clock', again: true, everyMinutes: 30 } as const;
    expect(mostMinutesOf(again)).toBe(30);
    expect(mostMinutesOf({ ...again, again: false })).toBeNull();
    expect(mostMinutesOf({ ...again, type: 'single' })).toBeNull();
    expect(mostMinutesOf({ ...again, startBy: 'sunset' })).toBeNull();
  });
});
