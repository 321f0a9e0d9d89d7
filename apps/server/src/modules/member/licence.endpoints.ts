import { licenceCalls, limits, type ParsedRequestOf } from '@eyrie/domain';
import { serve, type CallContext, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import {
  discarding,
  scanCallsAllowed,
  scanEndpoints,
  seesLicence,
  type ScanDependencies,
} from './licence.scan.ts';
import { holdLicences, takeScans } from './licence.scan.store.ts';
import {
  confirmLicence,
  deleteLicences,
  insertLicence,
  licencesOf,
  licensedMember,
  lockLicences,
  recordEndingLicences,
  type EndingLicence,
  type LicenceRow,
  withdrawLicence,
} from './licence.store.ts';

/** Days before the end of a licence at which is reminded. */
const distances = [30, 7, 0];
/** Days for which one that has ended is reminded of, where nobody was reminded in time. */
const overFor = 7;

/** Whether a licence has another scan than the one that somebody saw; null: they saw none. */
const differs = (scan: LicenceRow['scan'], seenAt: number | null): boolean =>
  (scan?.addedAt ?? null) !== seenAt;

/** Licences that end soon, each at 30, 7 and 0 days once. Safe on several servers at once. */
export const remindOfLicences = ({
  db,
  serverTime,
}: Pick<Runtime, 'db' | 'serverTime'>): Promise<EndingLicence[]> =>
  recordEndingLicences(db, { distances, overFor, now: new Date(serverTime()) });

const present = (row: LicenceRow, caller: Caller) => {
  const { resources, memberOID } = caller;
  const isOwn = row.memberOID === memberOID;
  const keeps = resources.has('member:edit');
  return {
    ...row,
    allowed: [
      ...(keeps ? ['delete'] : []),
      ...(keeps && !row.confirmed && !isOwn ? ['confirm'] : []),
      ...(isOwn && !row.confirmed ? ['withdraw'] : []),
      ...scanCallsAllowed(row, caller),
    ],
  };
};

type Entered = ParsedRequestOf<typeof licenceCalls.addOwn>;

const detailOf = ({
  oid,
  memberOID,
  kind,
  licenceNumber,
  validUntil,
}: Pick<LicenceRow, 'oid' | 'memberOID' | 'kind' | 'licenceNumber' | 'validUntil'>) => ({
  oid,
  memberOID,
  kind,
  licenceNumber,
  validUntil,
});

interface LicenceDependencies extends ScanDependencies {
  /** Tells whoever keeps the members of a department that one of them has entered a licence. */
  notifyEntered(groupOID: string, values: { name: string; number: string }): Promise<void>;
}

/** How a licence is entered, by whoever keeps the members or by its holder. */
const createEntering = (
  { db, newOid }: Pick<Runtime, 'db' | 'newOid'>,
  { audit }: Pick<LicenceDependencies, 'audit'>,
) => {
  const shown = async (oid: string, caller: Caller) => {
    const [row] = await licencesOf(db, caller, { oids: [oid] });
    if (!row) throw notFound();
    return present(row, caller);
  };
  const enter = async (
    member: NonNullable<Awaited<ReturnType<typeof licensedMember>>>,
    licence: Entered,
    { context, action, unconfirmed }: { context: CallContext; action: string; unconfirmed: boolean },
  ) => {
    const { caller } = context;
    const oid = newOid();
    const { oid: memberOID, groupRoot, name } = member;
    await db.transaction().execute(async (trx) => {
      const others = await lockLicences(trx, memberOID);
      const { most } = limits.licence;
      if (others.length >= most) throw new Refusal('licencesFull', { values: { name, max: most } });
      if (others.some(({ kind, number }) => kind === licence.kind && number === licence.licenceNumber))
        throw new Refusal('licenceTaken', { values: { name } });
      const row = { ...licence, oid, memberOID };
      await insertLicence(trx, { ...row, groupRoot, by: caller.memberOID, unconfirmed });
      await audit.done(trx, context, action, detailOf(row));
    });
    return shown(oid, caller);
  };
  return { shown, enter };
};

export const licenceEndpoints = (
  runtime: Pick<Runtime, 'db' | 'log' | 'newOid' | 'serverTime'>,
  { notifyEntered, ...scans }: LicenceDependencies,
): Endpoint[] => {
  const { db, newOid } = runtime;
  const { audit, objects } = scans;
  const discard = discarding(runtime, objects);
  /** Whoever runs the organisation reads about members of their scope, everybody about themselves. */
  const readable = async ({ caller }: CallContext, oid: string) => {
    const member = await licensedMember(db, caller, oid);
    if (!member) throw notFound();
    if (!seesLicence({ memberOID: oid }, caller)) throw new Refusal('notAllowed');
    return member;
  };
  const { shown, enter } = createEntering({ db, newOid }, { audit });
  return [
    serve(licenceCalls.query, async ({ memberOID }, context) => {
      await readable(context, memberOID);
      const rows = await licencesOf(db, context.caller, { memberOID });
      return { list: rows.map((row) => present(row, context.caller)) };
    }),
    serve(licenceCalls.add, async ({ memberOID, ...licence }, context) => {
      const member = await readable(context, memberOID);
      return enter(member, licence, { context, action: 'memberLicence.add', unconfirmed: false });
    }),
    serve(licenceCalls.addOwn, async (licence, context) => {
      const member = await readable(context, context.caller.memberOID);
      const how = { context, action: 'memberLicence.addOwn', unconfirmed: true };
      const made = await enter(member, licence, how);
      const { name, groupOID } = member;
      await notifyEntered(groupOID, { name, number: licence.licenceNumber });
      return made;
    }),
    serve(licenceCalls.confirm, async ({ oid, scanAddedAt }, context) => {
      const { caller } = context;
      await db.transaction().execute(async (trx) => {
        await holdLicences(trx, [oid]);
        const [row] = await licencesOf(trx, caller, { oids: [oid] });
        if (!row) throw notFound();
        if (row.memberOID === caller.memberOID) throw new Refusal('licenceOwn');
        if (scanAddedAt !== undefined && differs(row.scan, scanAddedAt)) throw new Refusal('conflict');
        // Of two who confirm it the second one finds it confirmed.
        if (await confirmLicence(trx, oid, caller.memberOID))
          await audit.done(trx, context, 'memberLicence.confirm', detailOf(row));
      });
      return shown(oid, caller);
    }),
    serve(licenceCalls.withdraw, async ({ oid }, context) => {
      const { caller } = context;
      const scan = await db.transaction().execute(async (trx) => {
        await holdLicences(trx, [oid]);
        const [row] = await licencesOf(trx, caller, { oids: [oid] });
        const taken = row ? await takeScans(trx, [oid]) : [];
        if (!row || !(await withdrawLicence(trx, oid, caller.memberOID))) throw notFound();
        await audit.done(trx, context, 'memberLicence.withdraw', detailOf(row));
        return taken;
      });
      await discard(scan);
      return { ok: true as const };
    }),
    serve(licenceCalls.remove, async ({ oids }, context) => {
      const scanned = await db.transaction().execute(async (trx) => {
        await holdLicences(trx, oids);
        const rows = await licencesOf(trx, context.caller, { oids });
        if (rows.length < new Set(oids).size) throw notFound();
        const taken = await takeScans(trx, oids);
        await deleteLicences(trx, oids);
        for (const row of rows) await audit.done(trx, context, 'memberLicence.delete', detailOf(row));
        return taken;
      });
      await discard(scanned);
      return { ok: true as const };
    }),
    ...scanEndpoints(runtime, scans, shown),
  ];
};
