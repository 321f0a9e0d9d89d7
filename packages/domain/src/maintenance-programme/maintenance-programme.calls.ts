import { z } from 'zod';
import { deviceKinds } from '../device/device-kind.ts';
import { listCalls, tableCalls } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant, text } from '../shape.ts';
import { upkeepMost, upkeepRules, type UpkeepRule } from './upkeep.ts';

const shapeOf = <T extends z.ZodType>(of: (rule: UpkeepRule) => T): Record<UpkeepRule, T> =>
  Object.fromEntries(upkeepRules.map((rule) => [rule, of(rule)])) as Record<UpkeepRule, T>;

export const maintenanceProgrammeRecord = z.object({
  oid,
  groupRoot: oid,
  name: z.string(),
  kind: z.enum(deviceKinds),
  model: z.string(),
  warnPercent: z.number().int(),
  ...shapeOf(() => z.number().int().nullable()),
  remark: z.string(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type MaintenanceProgrammeRecord = z.output<typeof maintenanceProgrammeRecord>;

const listed = {
  path: '/nebula-five/maintenanceProgramme',
  word: 'maintenanceProgramme',
  many: 'Maintenance programmes',
  one: 'one maintenance programme',
  readers: ['/MaintenanceProgramme'],
  writers: ['maintenance-programme:edit'],
  refuses: ['programmeEmpty'],
  filters: {
    keyword: optionalText(64).optional(),
    kind: z.enum(deviceKinds).optional(),
    sort: z.enum(['-createdAt', 'createdAt', 'name']).optional(),
  },
} as const;
const given = {
  /** Empty: every model of the kind. */
  model: optionalText(64).optional(),
  warnPercent: z.number().int().min(50).max(100).optional(),
  ...shapeOf((rule) => z.number().int().min(1).max(upkeepMost[rule]).nullable().optional()),
  remark: optionalText(300).optional(),
};

export const maintenanceProgrammeCalls = {
  ...listCalls({
    ...listed,
    record: maintenanceProgrammeRecord,
    add: { name: text(64), kind: z.enum(deviceKinds), ...given },
    edit: { name: text(64).optional(), ...given },
  }),
  ...tableCalls(listed),
};
