import type { telemetry as source } from '../zh-CN/telemetry.ts';
import type { Translation } from '../words.ts';

export const telemetry: Translation<typeof source> = {
  'timer.telemetry.days': 'Lay out and thin the days of dock states',
  'timer.telemetry.thin': 'Thin old telemetry',
  'timer.telemetry.write': 'Write telemetry',
};
