import { mediaKinds, resultLimits, storageCalls, type DepartmentStorage } from '@eyrie/domain';
import { serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { mediaTotals } from './media.list.store.ts';
import {
  departmentUse,
  seenDepartment,
  setQuota,
  storageApart,
  type DepartmentUse,
} from './media.storage.store.ts';

const stateOf = ({ bytes, quota }: DepartmentUse): DepartmentStorage['state'] => {
  if (quota === null) return 'none';
  if (bytes >= quota) return 'full';
  return bytes >= quota * resultLimits.quotaNear ? 'near' : 'free';
};

/** A department does not give itself more room: whoever is above it does, and the whole organisation's people do. */
const maySet = ({ groupOID, wholeOrganisation }: Caller, of: string): boolean =>
  wholeOrganisation === true || of !== groupOID;

/** What files take, and what departments may take. */
export const storageEndpoints = ({ db }: Runtime, { audit }: { audit: AuditLog }): Endpoint[] => [
  serve(storageCalls.statistics, async (_request, { caller }) => {
    const totals = await mediaTotals(db, caller);
    const of = (kind: string) => totals.find((row) => row.kind === kind);
    const departments = await departmentUse(db, caller);
    return {
      kinds: mediaKinds.map((kind) => ({
        kind,
        count: Number(of(kind)?.count ?? 0),
        bytes: Number(of(kind)?.bytes ?? 0),
      })),
      ...(await storageApart(db, caller)),
      departments: departments.map((one) => ({
        ...one,
        state: stateOf(one),
        allowed: caller.resources.has('media:keep') && maySet(caller, one.groupOID) ? ['setQuota'] : [],
      })),
    };
  }),
  serve(storageCalls.setQuota, async (request, context) => {
    const { caller } = context;
    await db.transaction().execute(async (trx) => {
      const department = await seenDepartment(trx, caller, request.groupOID);
      if (!department) throw notFound();
      if (!maySet(caller, department.oid)) throw new Refusal('quotaOfOwn');
      const ofThatVersion = await setQuota(trx, caller.groupRoot, request);
      // Somebody else has set it since the version that was read.
      if (!ofThatVersion) throw new Refusal('conflict');
      const { oid, name } = department;
      await audit.done(trx, context, 'media.setQuota', { oid, name, quota: request.quota });
    });
    return { ok: true as const };
  }),
];
