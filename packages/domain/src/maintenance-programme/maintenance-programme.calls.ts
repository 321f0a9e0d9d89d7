import { z } from 'zod';
import { listCalls, tableCalls } from '../list-calls.ts';
import { oid, optionalText, recordVersion, sentInstant, text } from '../shape.ts';
import { replaceMost, replaceRules, type ReplaceRule } from './replace-soon.ts';
import { programmeKinds, upkeepMost, upkeepRules, type UpkeepRule } from './upkeep.ts';

const shapeOf = <Rule extends string, T extends z.ZodType>(
  rules: readonly Rule[],
  of: (rule: Rule) => T,
): Record<Rule, T> => Object.fromEntries(rules.map((rule) => [rule, of(rule)])) as Record<Rule, T>;
const limit = z.number().int().nullable();
const limitUpTo = (most: number) => z.number().int().min(1).max(most).nullable().optional();

export const maintenanceProgrammeRecord = z.object({
  oid,
  groupRoot: oid,
  name: z.string(),
  kind: z.enum(programmeKinds),
  model: z.string(),
  warnPercent: z.number().int(),
  ...shapeOf<UpkeepRule, typeof limit>(upkeepRules, () => limit),
  ...shapeOf<ReplaceRule, typeof limit>(replaceRules, () => limit),
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
    kind: z.enum(programmeKinds).optional(),
    sort: z.enum(['-createdAt', 'createdAt', 'name']).optional(),
  },
} as const;
const given = {
  /** Empty: every model of the kind. */
  model: optionalText(64).optional(),
  warnPercent: z.number().int().min(50).max(100).optional(),
  ...shapeOf(upkeepRules, (rule) => limitUpTo(upkeepMost[rule])),
  ...shapeOf(replaceRules, (rule) => limitUpTo(replaceMost[rule])),
  remark: optionalText(300).optional(),
};

export const maintenanceProgrammeCalls = {
  ...listCalls({
    ...listed,
    record: maintenanceProgrammeRecord,
    add: { name: text(64), kind: z.enum(programmeKinds), ...given },
    edit: { name: text(64).optional(), ...given },
  }),
  ...tableCalls(listed),
};
