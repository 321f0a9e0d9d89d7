import { randomBytes } from 'node:crypto';
import { nextMaintenance, type DockRecord, type dockCalls, type ParsedRequestOf } from '@eyrie/domain';
import { modelKey, modelName, pairedModels } from '@eyrie/dji';
import { hashSecret } from '../../platform/device-secret.ts';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import { createList, type ListDeps } from '../../platform/list/index.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { Wire } from '../../platform/mqtt/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { requireChineseName } from '../device/index.ts';
import { bindDrones } from '../drone/index.ts';
import { removeDocks } from './dock.removal.ts';
import { wireOf } from './dock.wire.ts';
import { allowedOn } from './dock.allowed.ts';
import { dockList } from './dock.list.store.ts';
import { departmentVisible, dockForCaller, insertDock, notifyDockChanged } from './dock.store.ts';

/** Accounts of docks on the broker: nothing to do where the broker reads our tables, one command where it does not. */
export interface DockAccounts {
  ensureDock(sn: string, secret: string, wire?: Wire): Promise<void>;
  bindDrone(sn: string, droneSn: string): Promise<void>;
  bindDrones(bindings: readonly { sn: string; droneSn: string }[]): Promise<void>;
  removeDock(sn: string): Promise<void>;
  /** Ends the connection of a dock at an outside broker, where that has a way to; the embedded one needs none. */
  disconnect?(sn: string): Promise<void>;
}

export interface DockServiceDependencies {
  audit: AuditLog;
  department: ListDeps['department'];
  accounts: DockAccounts;
  /** A binding code for a dock that is to name one. */
  giveCode(trx: DbOrTrx, dockOID: string): Promise<{ code: string; expiresAt: number }>;
  /** As docks reach the broker. */
  brokerUrl(): string;
  /** Does the organisation insist on Chinese names. */
  chineseNamesOnly(groupRoot: string): Promise<boolean>;
  /** Is the aircraft of a dock out of it, by the present of its gateway; null: no gateway answers. */
  aircraftOut(dockOID: string): Promise<boolean | null>;
  /** Resolves once a gateway hears the dock, or after a while: what it says from then on is not lost. */
  untilHeard(dockOID: string): { wait(): Promise<void> };
}

type AddRequest = ParsedRequestOf<typeof dockCalls.add>;
type EditRequest = ParsedRequestOf<typeof dockCalls.edit>;

/** @throws Refusal `invalid` for a model of the vendor's that is no dock. @returns its key. */
const requireModel = ({ vendor, model }: AddRequest): string => {
  const key = modelKey(model);
  if (vendor === 'DJI' && (!key || !key.startsWith('3-')))
    throw invalidField('model', 'unknownValue', { value: model, allowed: '3-1-0, 3-2-0, 3-3-0' });
  return key ?? model;
};

/** The aircraft that lives in a new dock; of the model that is made for it. @throws Refusal `snTaken` when it is another's */
const bindPaired = async (
  trx: DbOrTrx,
  drone: { oid: string; sn: string },
  dock: { oid: string; groupRoot: string; groupOID: string; model: string },
  at: Date,
): Promise<void> => {
  const model = pairedModels(dock.model)[0] ?? 'unknown';
  const named = [{ drone: { ...drone, model, name: modelName(model) }, dock }];
  const [bound] = await bindDrones(trx, named, { heard: false, at });
  if (bound === 'foreign') throw new Refusal('snTaken', { values: { sn: drone.sn } });
};

/** What was emptied is not there; what is not given stays. */
const unlessEmpty = (given: string | undefined): string | null | undefined => (given === '' ? null : given);

/** @throws Refusal `invalid` */
async function checkFields(
  db: DbOrTrx,
  deps: Pick<DockServiceDependencies, 'chineseNamesOnly'>,
  caller: Caller,
  { name, groupOID }: Pick<EditRequest, 'name' | 'groupOID'>,
): Promise<void> {
  if (name !== undefined && (await deps.chineseNamesOnly(caller.groupRoot))) requireChineseName(name);
  if (groupOID !== undefined && !(await departmentVisible(db, caller, groupOID)))
    throw invalidField('groupOID', 'unknownValue', { value: groupOID, allowed: '–' });
}

interface Added {
  oid: string;
  secret: string;
  binding: { organizationId: string; code: string; expiresAt: number } | null;
}

/** @returns its oid, and the secret with which it signs in to the broker: told this once. */
async function addDock(
  runtime: Runtime,
  deps: DockServiceDependencies,
  request: AddRequest,
  context: CallContext,
): Promise<Added> {
  const { db } = runtime;
  const { audit, accounts } = deps;
  const { caller } = context;
  const { name, sn, droneSn, groupOID } = request;
  await checkFields(db, deps, caller, request);
  const dock = {
    oid: runtime.newOid(),
    groupRoot: caller.groupRoot,
    groupOID,
    model: requireModel(request),
  };
  const secret = randomBytes(24).toString('base64url');
  const inserted = db.transaction().execute(async (trx) => {
    await insertDock(trx, {
      ...dock,
      name,
      sn,
      vendor: request.vendor,
      secretHash: hashSecret(secret),
      windLimit: request.windLimit,
      firmware: unlessEmpty(request.firmware) ?? null,
      insuranceCompany: unlessEmpty(request.insuranceCompany) ?? null,
      policyNumber: unlessEmpty(request.policyNumber) ?? null,
      insuranceUntil: request.insuranceUntil ?? null,
      boundAt: request.bindByCode ? null : new Date(runtime.serverTime()),
    });
    if (droneSn)
      await bindPaired(trx, { oid: runtime.newOid(), sn: droneSn }, dock, new Date(runtime.serverTime()));
    await audit.done(trx, context, 'dock.add', { name, sn, model: dock.model }, dock.oid);
    return request.bindByCode ? deps.giveCode(trx, dock.oid) : null;
  });
  const code = await unlessTaken(inserted, () => new Refusal('snTaken', { values: { sn } }));
  const heard = deps.untilHeard(dock.oid);
  await accounts.ensureDock(sn, secret, wireOf(request));
  if (droneSn) await accounts.bindDrone(sn, droneSn);
  await notifyDockChanged(db, dock.oid);
  await heard.wait();
  return {
    oid: dock.oid,
    secret,
    binding: code && { organizationId: dock.groupRoot, ...code },
  };
}

/** Docks are registered, changed and taken away; gateways and the broker are told. */
export function createDockService(runtime: Runtime, deps: DockServiceDependencies) {
  const { db } = runtime;
  const { audit, accounts } = deps;

  const list = createList<typeof dockList, DockRecord, never, EditRequest>(
    {
      list: dockList,
      word: 'dock',
      present: (rows, { caller }) =>
        rows.map((row) => ({
          ...row,
          model: modelName(row.model),
          droneModel: row.droneModel === null ? null : modelName(row.droneModel),
          allowed: allowedOn(caller),
        })),
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

  /** @throws Refusal `conflict` with the present state when the wanted one does not follow it */
  async function maintain(
    { oid, maintenance, remark }: ParsedRequestOf<typeof dockCalls.maintain>,
    context: CallContext,
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const rows = await list.lock(trx, [oid], context);
      for (const { maintenance: state } of rows)
        if (nextMaintenance[state] !== maintenance) throw new Refusal('conflict', { data: { state } });
      await list.changeWithin(trx, rows, { maintenance }, context);
      await audit.done(trx, context, 'dock.maintain', { maintenance, remark: remark ?? '' }, oid);
    });
    await notifyDockChanged(db, oid);
  }

  /** All or none. */
  async function remove(oids: readonly string[], context: CallContext): Promise<void> {
    const { caller } = context;
    const seen = await Promise.all(oids.map((oid) => dockForCaller(db, caller, oid)));
    if (seen.includes(null)) throw notFound();
    // Asked before the transaction: a gateway that is slow to answer must hold no lock.
    const outNow = new Set<string>();
    await Promise.all(
      oids.map(async (oid) => {
        if (await deps.aircraftOut(oid)) outNow.add(oid);
      }),
    );
    const docks = await db.transaction().execute(async (trx) => {
      const removed = await removeDocks(trx, caller, { oids, outNow, now: runtime.serverTime() });
      for (const { oid, name, sn } of removed)
        await audit.done(trx, context, 'dock.delete', { name, sn }, oid);
      return removed;
    });
    for (const dock of docks) {
      await accounts.removeDock(dock.sn);
      await notifyDockChanged(db, dock.oid);
    }
  }

  return {
    list,
    add: (request: AddRequest, context: CallContext) => addDock(runtime, deps, request, context),
    setWindLimit,
    maintain,
    remove,
  };
}
