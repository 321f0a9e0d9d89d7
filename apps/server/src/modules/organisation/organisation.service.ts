import {
  gateFailedSettable,
  gateSettable,
  isTimeZone,
  organisationCalls,
  type OrganisationRecord,
  type OrganisationSettings,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { allowedWords, isUnsurpassed } from '../permission/index.ts';
import { lockOrganisation, organisationByOid, updateOrganisation } from './organisation.store.ts';
import { organisationPolicy } from './policy.ts';

type Change = ParsedRequestOf<typeof organisationCalls.edit>;

const differs = (record: OrganisationRecord, seen: Partial<OrganisationSettings>): boolean =>
  Object.entries(seen).some(
    ([name, value]) => JSON.stringify(record[name as keyof OrganisationSettings]) !== JSON.stringify(value),
  );

/** Lists of the gate are sets: each item once, in the order of the gate. */
const inOrder = <T extends string>(all: readonly T[], chosen: readonly T[]): T[] =>
  all.filter((item) => chosen.includes(item));

const given = (change: Omit<Change, 'before'>): Partial<OrganisationSettings> => {
  const { gateNotCheckedWarns, gateFailedWarns } = change;
  const sorted = {
    ...change,
    ...(gateNotCheckedWarns && { gateNotCheckedWarns: inOrder(gateSettable, gateNotCheckedWarns) }),
    ...(gateFailedWarns && { gateFailedWarns: inOrder(gateFailedSettable, gateFailedWarns) }),
  };
  return Object.fromEntries(Object.entries(sorted).filter(([, value]) => value !== undefined));
};

export function createOrganisationService({
  runtime,
  audit,
}: {
  runtime: Pick<Runtime, 'db'>;
  audit: AuditLog;
}) {
  const { db } = runtime;

  async function recordOf(trx: DbOrTrx, caller: Caller): Promise<OrganisationRecord> {
    const row = await organisationByOid(trx, caller.groupRoot);
    if (!row) throw notFound();
    return {
      oid: row.oid,
      name: row.name,
      timeZone: row.timeZone,
      ...organisationPolicy.parse(row.policy),
      allowed: allowedWords(caller.resources, [
        organisationCalls.edit,
        ...((await isUnsurpassed(trx, caller)) ? [organisationCalls.keyAdd] : []),
      ]),
    };
  }

  return {
    get: (caller: Caller) => recordOf(db, caller),
    /**
     * Changes what is given. Rules for signing in hold from the next sign-in on: somebody who is flying is not
     * interrupted by a switch.
     */
    async edit({ before, ...request }: Change, context: CallContext): Promise<OrganisationRecord> {
      const change = given(request);
      if (change.timeZone !== undefined && !isTimeZone(change.timeZone))
        throw invalidField('timeZone', 'timeZone');
      const { name, timeZone, ...policy } = change;
      return db.transaction().execute(async (trx) => {
        await lockOrganisation(trx, context.caller.groupRoot);
        if (before && differs(await recordOf(trx, context.caller), given(before)))
          throw new Refusal('conflict');
        await updateOrganisation(trx, context.caller.groupRoot, { name, timeZone, policy });
        const record = await recordOf(trx, context.caller);
        await audit.done(trx, context, 'organisation.edit', { ...change });
        return record;
      });
    },
  };
}
export type OrganisationService = ReturnType<typeof createOrganisationService>;
