import { choiceField, optionalTextField, textField } from '../fields.ts';
import { wallDate } from './schedule.ts';

/** A day without work, or a weekend day that is worked instead of another one. */
export const workDayKinds = ['holiday', 'makeUp'] as const;
export type WorkDayKind = (typeof workDayKinds)[number];

export const workDayFields = {
  /** On the clocks of whoever reads it: `2027-10-01`. */
  day: {
    ...textField({ label: 'workDay.day', hint: 'workDay.dayHint', max: 10, dir: 'ltr', width: 140 }),
    kept: wallDate,
    added: wallDate,
    edited: wallDate.optional(),
  },
  kind: choiceField({ label: 'workDay.kind', options: workDayKinds, width: 160 }),
  name: optionalTextField({ label: 'field.name', max: 64, width: 240 }),
};
