import { z } from 'zod';
import { numberField, textField } from '../fields.ts';

/** What people change of a rule; its place stays what it was. */
export const affirmRuleFields = {
  name: textField({ label: 'affirmRule.name', max: 64, width: 150 }),
  class: textField({ label: 'affirmRule.class', max: 64 }),
  confidence: numberField({ label: 'affirmRule.confidence', schema: z.number().min(0).max(1) }),
};
