import { z } from 'zod';
import { choiceField, numberField, textField } from '../fields.ts';
import { orderSeverities, workingDays } from './order-target.ts';
import { limits } from './work-order.room.ts';
import { openOrderStates } from './work-order.ts';

const { targetLeast, targetMost } = limits.workOrder;

/** Which orders a target is of: it stays what it was. */
export const orderTargetOf = {
  state: choiceField({
    label: 'orderTarget.state',
    options: openOrderStates,
    words: 'workOrder.state',
    width: 120,
  }),
  severity: choiceField({
    label: 'orderTarget.severity',
    options: orderSeverities,
    words: 'workOrder.severity',
    width: 120,
  }),
};

/** What people change of a target. */
export const orderTargetFields = {
  name: textField({ label: 'orderTarget.name', max: 64, width: 140 }),
  /** Working hours. */
  hours: numberField({ label: 'orderTarget.hours', schema: z.number().min(targetLeast).max(targetMost) }),
  days: choiceField({ label: 'orderTarget.days', options: workingDays }),
  fromHour: numberField({
    label: 'orderTarget.fromHour',
    schema: z
      .number()
      .int()
      .min(0)
      .max(23)
      .meta({ examples: [8] }),
  }),
  toHour: numberField({
    label: 'orderTarget.toHour',
    schema: z
      .number()
      .int()
      .min(1)
      .max(24)
      .meta({ examples: [24] }),
  }),
};
