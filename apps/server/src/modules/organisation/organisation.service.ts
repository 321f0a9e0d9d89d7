import {
  isTimeZone,
  organisationCalls,
  type OrganisationRecord,
  type OrganisationSettings,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { auditedCaller, type AuditLog } from '../audit-log/index.ts';
import { allowedWords, isUnsurpassed } from '../permission/index.ts';
import { organisationByOid, updateOrganisation } from './organisation.store.ts';
import { organisationPolicy } from './policy.ts';

type Change = ParsedRequestOf<typeof organisationCalls.edit>;

const given = (change: Change): Partial<OrganisationSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

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
    async edit(request: Change, context: CallContext): Promise<OrganisationRecord> {
      const change = given(request);
      if (change.timeZone !== undefined && !isTimeZone(change.timeZone))
        throw invalidField('timeZone', 'timeZone');
      const { name, timeZone, ...policy } = change;
      return db.transaction().execute(async (trx) => {
        await updateOrganisation(trx, context.caller.groupRoot, { name, timeZone, policy });
        const record = await recordOf(trx, context.caller);
        await audit.write(trx, {
          ...auditedCaller(context),
          action: 'organisation.edit',
          outcome: 'done',
          detail: { ...change },
        });
        return record;
      });
    },
  };
}
export type OrganisationService = ReturnType<typeof createOrganisationService>;
