import {
  airworthinessOf,
  incompleteOf,
  nextMaintenance,
  type DockRecord,
  type dockCalls,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { modelName } from '@eyrie/dji';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { createList } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { writeMaintenance } from '../device/index.ts';
import { addDock, checkFields, unlessEmpty, type AddDockRequest } from './dock.add.ts';
import type { DockServiceDependencies } from './dock.dependencies.ts';
import { speakingSerials } from './dock-serial.store.ts';
import { releaseDocks, removeDocks, type Removal } from './dock.removal.ts';
import { allowedOn } from './dock.allowed.ts';
import { dockList } from './dock.list.store.ts';
import { gatePolicyOf, insuranceRequiredOf } from '../organisation/index.ts';
import { dockForCaller, notifyDockChanged } from './dock.store.ts';

type EditRequest = ParsedRequestOf<typeof dockCalls.edit>;

/** Docks are registered, changed and taken away; gateways and the broker are told. */
export function createDockService(runtime: Runtime, deps: DockServiceDependencies) {
  const { db } = runtime;
  const { audit, accounts } = deps;

  const list = createList<typeof dockList, DockRecord, never, EditRequest>(
    {
      list: dockList,
      word: 'dock',
      async present(rows, { caller }, viewed) {
        const policy = await gatePolicyOf(viewed, caller.groupRoot);
        const insured = await insuranceRequiredOf(viewed, caller.groupRoot);
        const standing = ({ unfit: dock, droneUnfit: drone }: (typeof rows)[number]) =>
          airworthinessOf({ dock, drone }, policy);
        return rows.map((row) => ({
          ...row,
          model: modelName(row.model),
          droneModel: row.droneModel === null ? null : modelName(row.droneModel),
          airworthiness: standing(row),
          // A dock of either wire says what it is and what runs on it.
          incomplete: incompleteOf(row, { insured, says: true }),
          grounded: standing(row) === 'grounded',
          allowed: allowedOn(caller, row),
        }));
      },
      dockOf: ({ oid }) => oid,
      async change(trx, _row, { oid: _oid, version: _version, ...given }, { caller }) {
        await checkFields(trx, deps, caller, given);
        const { insuranceUntil } = given;
        return {
          ...given,
          firmware: unlessEmpty(given.firmware),
          insuranceCompany: unlessEmpty(given.insuranceCompany),
          policyNumber: unlessEmpty(given.policyNumber),
          insuranceUntil: insuranceUntil == null ? insuranceUntil : new Date(insuranceUntil),
        };
      },
      async edited({ oid }, _values, { trx, request: { oid: _oid, version: _version, ...detail } }) {
        await notifyDockChanged(trx, oid);
        return detail;
      },
      removed: () => ({}),
    },
    { runtime, audit, department: deps.department },
  );

  /** @param windLimit m/s. */
  async function setWindLimit(oid: string, windLimit: number, context: CallContext): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const rows = await list.lock(trx, [oid], context);
      await list.changeWithin(trx, rows, { windLimit }, context);
      await audit.done(trx, context, 'dock.windLimit', { windLimit }, oid);
    });
    await notifyDockChanged(db, oid);
  }

  /** @throws Refusal `maintenanceStep` with the present state when the wanted one does not follow it */
  async function maintain(
    { oid, maintenance, remark = '', parts = [] }: ParsedRequestOf<typeof dockCalls.maintain>,
    context: CallContext,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const rows = await list.lock(trx, [oid], context);
      for (const { maintenance: state, standing, name } of rows) {
        if (standing === 'retired') throw new Refusal('deviceRetired', { values: { name } });
        if (nextMaintenance[state] !== maintenance)
          throw new Refusal('maintenanceStep', { values: { name }, data: { state } });
      }
      await list.changeWithin(trx, rows, { maintenance }, context);
      const step = { maintenance, remark, parts, at: new Date(Math.round(runtime.serverTime())) };
      for (const { maintenance: from } of rows)
        await writeMaintenance(trx, 'dock', oid, { ...step, from, by: context.caller.memberOID });
      await audit.done(trx, context, 'dock.maintain', { maintenance, remark, parts }, oid);
    });
    await notifyDockChanged(db, oid);
  }

  /** What is asked of gateways before the transaction: one that is slow to answer must hold no lock. */
  async function removalOf(oids: readonly string[], { caller }: CallContext): Promise<Removal> {
    const seen = await Promise.all(oids.map((oid) => dockForCaller(db, caller, oid)));
    if (seen.includes(null)) throw notFound();
    const outNow = new Set<string>();
    await Promise.all(
      oids.map(async (oid) => {
        if (await deps.aircraftOut(oid)) outNow.add(oid);
      }),
    );
    return { oids, outNow, now: runtime.serverTime() };
  }

  /** All or none. */
  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const removal = await removalOf(oids, context);
    const docks = await db.transaction().execute(async (trx) => {
      const removed = await removeDocks(trx, context.caller, removal);
      for (const { oid, name, sn } of removed)
        await audit.done(trx, context, 'dock.delete', { name, sn }, oid);
      return removed;
    });
    const gone = docks.map(({ oid }) => oid);
    for (const sn of await speakingSerials(db, gone)) await accounts.removeDock(sn);
    await notifyDockChanged(db, ...gone);
  }

  /** All or none. @throws Refusal `deviceRetired` naming the first that is already */
  async function retire(oids: readonly string[], context: CallContext): Promise<void> {
    const removal = await removalOf(oids, context);
    const retired = await db.transaction().execute(async (trx) => {
      await releaseDocks(trx, context.caller, removal);
      const rows = await list.lock(trx, oids, context);
      const before = rows.find(({ standing }) => standing === 'retired');
      if (before) throw new Refusal('deviceRetired', { values: { name: before.name } });
      await list.changeWithin(trx, rows, { retiredAt: new Date(Math.round(removal.now)) }, context);
      for (const { oid, name, sn } of rows) await audit.done(trx, context, 'dock.retire', { name, sn }, oid);
      return rows;
    });
    const resting = retired.map(({ oid }) => oid);
    for (const sn of await speakingSerials(db, resting)) await accounts.suspendDock(sn);
    await notifyDockChanged(db, ...resting);
  }

  /** All or none. @throws Refusal `deviceNotRetired` naming the first that is in service */
  async function reinstate(oids: readonly string[], context: CallContext): Promise<void> {
    const rows = await db.transaction().execute(async (trx) => {
      const found = await list.lock(trx, oids, context);
      const inService = found.find(({ standing }) => standing !== 'retired');
      if (inService) throw new Refusal('deviceNotRetired', { values: { name: inService.name } });
      await list.changeWithin(trx, found, { retiredAt: null }, context);
      for (const { oid, name, sn } of found)
        await audit.done(trx, context, 'dock.reinstate', { name, sn }, oid);
      return found;
    });
    const back = rows.map(({ oid }) => oid);
    for (const sn of await speakingSerials(db, back)) await accounts.resumeDock(sn);
    await notifyDockChanged(db, ...back);
  }

  return {
    list,
    add: (request: AddDockRequest, context: CallContext) => addDock(runtime, deps, request, context),
    setWindLimit,
    maintain,
    remove,
    retire,
    reinstate,
  };
}
