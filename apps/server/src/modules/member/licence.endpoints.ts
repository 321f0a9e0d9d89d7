import { licenceCalls, limits } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  deleteLicences,
  insertLicence,
  licencesOf,
  licensedMember,
  lockLicences,
  noteEndingLicences,
  type EndingLicence,
  type LicenceRow,
} from './licence.store.ts';

/** Days before the end of a licence at which is reminded. */
const distances = [30, 7, 0];
/** Days for which one that has ended is reminded of, where nobody was reminded in time. */
const overFor = 7;

/** Licences that end soon, each at 30, 7 and 0 days once. Safe on several servers at once. */
export const remindOfLicences = ({
  db,
  serverTime,
}: Pick<Runtime, 'db' | 'serverTime'>): Promise<EndingLicence[]> =>
  noteEndingLicences(db, { distances, overFor, now: new Date(serverTime()) });

const present = (row: LicenceRow, { resources }: Caller) => ({
  ...row,
  allowed: resources.has('member:edit') ? ['delete'] : [],
});

export const licenceEndpoints = (
  { db, newOid }: Pick<Runtime, 'db' | 'newOid'>,
  { audit }: { audit: AuditLog },
): Endpoint[] => {
  /** Whoever runs the organisation reads about members of their scope, everybody about themselves. */
  const readable = async ({ caller }: CallContext, oid: string) => {
    const member = await licensedMember(db, caller, oid);
    if (!member) throw notFound();
    if (oid !== caller.memberOID && !caller.resources.has('/OrganizationStructure'))
      throw new Refusal('notAllowed');
    return member;
  };
  return [
    serve(licenceCalls.query, async ({ memberOID }, context) => {
      await readable(context, memberOID);
      const rows = await licencesOf(db, context.caller, { memberOID });
      return { list: rows.map((row) => present(row, context.caller)) };
    }),
    serve(licenceCalls.add, async (request, context) => {
      const { caller } = context;
      const member = await readable(context, request.memberOID);
      const oid = newOid();
      await db.transaction().execute(async (trx) => {
        const others = await lockLicences(trx, member.oid);
        const { most } = limits.licence;
        if (others.length >= most)
          throw new Refusal('licencesFull', { values: { name: member.name, max: most } });
        if (others.some(({ kind, number }) => kind === request.kind && number === request.licenceNumber))
          throw new Refusal('licenceTaken', { values: { name: member.name } });
        await insertLicence(trx, { ...request, oid, groupRoot: member.groupRoot, by: caller.memberOID });
        const { memberOID, kind, licenceNumber, validUntil } = request;
        await audit.done(trx, context, 'memberLicence.add', {
          oid,
          memberOID,
          kind,
          licenceNumber,
          validUntil,
        });
      });
      const [row] = await licencesOf(db, caller, { oids: [oid] });
      if (!row) throw notFound();
      return present(row, caller);
    }),
    serve(licenceCalls.remove, async ({ oids }, context) => {
      await db.transaction().execute(async (trx) => {
        const rows = await licencesOf(trx, context.caller, { oids });
        if (rows.length < new Set(oids).size) throw notFound();
        await deleteLicences(trx, oids);
        for (const { oid, memberOID, kind, licenceNumber, validUntil } of rows)
          await audit.done(trx, context, 'memberLicence.delete', {
            oid,
            memberOID,
            kind,
            licenceNumber,
            validUntil,
          });
      });
      return { ok: true as const };
    }),
  ];
};
