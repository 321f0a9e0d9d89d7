import { isAccount, organisationCalls, type ParsedRequestOf } from '@eyrie/domain';
import { serve, type CallContext, type Endpoint } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { randomPassword, type MemberRoom } from '../member/index.ts';
import type { NewOrganisation } from './first-start.ts';
import { organisations } from './platform.store.ts';

export interface PlatformDeps {
  audit: AuditLog;
  member: MemberRoom;
  /** Makes it with its people, in one transaction with what `and` does. @returns its oid. */
  add(organisation: NewOrganisation, and: NewOrganisationStep): Promise<string>;
}
export type NewOrganisationStep = (trx: Parameters<AuditLog['write']>[0], groupRoot: string) => Promise<void>;

/** Organisations of the instance, for its operators. */
export const platformEndpoints = (
  { db }: Pick<Runtime, 'db'>,
  { audit, member, add }: PlatformDeps,
): Endpoint[] => {
  async function make(
    { name, account }: ParsedRequestOf<typeof organisationCalls.add>,
    context: CallContext,
  ) {
    if (!isAccount(account)) throw invalidField('account', 'format', { value: account });
    if (await member.byAccount(db, account)) throw new Refusal('accountTaken');
    const password = randomPassword();
    const made = add(
      {
        name,
        first: false,
        people: [{ account, name: account, role: 'administrator', password, mustChange: true }],
      },
      // The new organisation has a row of its own; this one says who made it.
      (trx, oid) => audit.done(trx, context, 'organisation.add', { oid, name, account }),
    );
    // Somebody may take the account at this moment.
    const groupRoot = await unlessTaken(made, () => new Refusal('accountTaken'));
    const organisation = await organisations.byOid(db, context, groupRoot);
    if (!organisation) throw notFound();
    return { organisation, account, password };
  }

  return [
    serve(organisationCalls.query, async ({ pageNum, pageSize, ...filter }, context) => {
      const { rows, ...counted } = await organisations.page(db, context, filter, { pageNum, pageSize });
      return { list: rows, ...counted, pageNum, pageSize };
    }),
    serve(organisationCalls.add, make),
  ];
};
