import { z } from 'zod';
import { deviceCalls, deviceShape } from '../device/index.ts';

export const robotRecord = z.object({ ...deviceShape, percent: z.number().nullable() });
export type RobotRecord = z.output<typeof robotRecord>;

export const robotCalls = deviceCalls({
  path: '/nebula-five/robot',
  word: 'robot',
  many: 'Robots',
  one: 'a robot',
  page: '/RobotAdmin',
  record: robotRecord,
  fields: {},
});
