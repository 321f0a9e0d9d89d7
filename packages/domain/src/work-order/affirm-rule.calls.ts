import { z } from 'zod';
import { call } from '../call.ts';
import { addOf, editOf, recordOf } from '../fields.ts';
import { listCalls } from '../list-calls.ts';
import { byOid, latitude, longitude, oid, optionalText, recordVersion, sentInstant } from '../shape.ts';
import { affirmRuleFields } from './affirm-rule.fields.ts';
import { limits } from './work-order.room.ts';

/** A rule that confirms findings by itself and makes orders of them. */
export const affirmRule = z.object({
  oid,
  groupOID: oid,
  groupRoot: oid,
  groupName: z.string(),
  ...recordOf(affirmRuleFields),
  /** Only photos taken so many metres around here; null: everywhere. */
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  metres: z.number().nullable(),
  /** Only photos taken in this region; null: in any. */
  regionOID: oid.nullable(),
  /** Null: there is no such region, or none is asked for. */
  regionName: z.string().nullable(),
  /** The region is another since the trial, or gone: the rule decides nothing until it is tried again. */
  regionChanged: z.boolean(),
  /** When it was last tried on the past as it is now; null: never. */
  triedAt: sentInstant.nullable(),
  /** Findings of the last 30 days that fitted it then and that nobody had judged; of those that people judged, how they did. */
  triedCount: z.number().int().nullable(),
  triedConfirmed: z.number().int().nullable(),
  triedFalse: z.number().int().nullable(),
  enabled: z.boolean(),
  /** In whose name it decides. */
  switchedBy: z.string().nullable(),
  switchedAt: sentInstant.nullable(),
  createdAt: sentInstant,
  version: recordVersion.optional(),
  allowed: z.array(z.string()),
});
export type AffirmRule = z.output<typeof affirmRule>;

const path = '/nebula-five/aiOrder/rule';
const writers = ['work-order:assign'] as const;
const metres = z.number().min(1).max(limits.workOrder.ruleReach);
const changed = {
  method: 'POST',
  effect: 'changes',
  permission: writers,
  request: byOid,
  response: affirmRule,
} as const;

/** Rules of a department and those below it: made, tried on the past, and only then switched on. */
export const affirmRuleCalls = {
  ...listCalls({
    path,
    word: 'affirmRule',
    many: 'Rules by which findings are confirmed',
    one: 'a rule by which findings are confirmed',
    readers: ['/AlarmWorksheet'],
    writers,
    record: affirmRule,
    filters: {
      keyword: optionalText(64).optional(),
      sort: z.enum(['name', '-createdAt', 'createdAt']).optional(),
    },
    refuses: ['regionWithoutArea'],
    add: {
      ...addOf(affirmRuleFields),
      lng: longitude.optional(),
      lat: latitude.optional(),
      metres: metres.optional(),
      regionOID: oid.optional(),
    },
    edit: editOf(affirmRuleFields),
  }),
  tryRule: call({
    ...changed,
    path: `${path}/tryRule.rest`,
    audit: 'affirmRule.tryRule',
    summary: 'Count what a rule would have confirmed in the last 30 days, and how people judged what fits it',
  }),
  switchOn: call({
    ...changed,
    path: `${path}/switchOn.rest`,
    audit: 'affirmRule.switchOn',
    refuses: ['ruleUntried'],
    summary:
      'Let a rule that was tried as it is decide about what comes from now on, in the name of the caller',
  }),
  switchOff: call({
    ...changed,
    path: `${path}/switchOff.rest`,
    audit: 'affirmRule.switchOff',
    summary: 'Let a rule decide nothing more',
  }),
};
