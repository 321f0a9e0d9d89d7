import { randomBytes } from 'node:crypto';
import type { dockCalls, ParsedRequestOf } from '@eyrie/domain';
import { modelKey, modelName, pairedModels } from '@eyrie/dji';
import { hashSecret } from '../../platform/device-secret.ts';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { requireChineseName } from '../device/index.ts';
import { bindDrones } from '../drone/index.ts';
import type { DockServiceDependencies } from './dock.dependencies.ts';
import { wouldWait } from './dock-serial.store.ts';
import { departmentVisible, insertDock, notifyDockChanged, notifyDocksHeard } from './dock.store.ts';
import { wireOf } from './dock.wire.ts';

export type AddDockRequest = ParsedRequestOf<typeof dockCalls.add>;

/** @throws Refusal `invalid` for a model of the vendor's that is no dock. @returns its key. */
const requireModel = ({ vendor, model }: AddDockRequest): string => {
  const key = modelKey(model);
  if (vendor === 'DJI' && (!key || !key.startsWith('3-')))
    throw invalidField('model', 'unknownValue', { value: model, allowed: '3-1-0, 3-2-0, 3-3-0' });
  return key ?? model;
};

/** One of the open contract has nothing that asks for a binding: its secret is enough. */
const comesByCode = ({ vendor, bindByCode }: Pick<AddDockRequest, 'vendor' | 'bindByCode'>): boolean =>
  bindByCode === true && wireOf({ vendor }) === 'cloud';

/**
 * The aircraft that lives in a new dock; of the model that is made for it. One that is behind a dock of somebody else's
 * is left to the dock itself, which says it once it has come in: nobody learns here that it is known.
 * @returns whether it is behind the dock now
 */
const bindPaired = async (
  trx: DbOrTrx,
  drone: { oid: string; sn: string },
  dock: { oid: string; groupRoot: string; groupOID: string; model: string },
  at: Date,
): Promise<boolean> => {
  const model = pairedModels(dock.model)[0] ?? 'unknown';
  const named = [{ drone: { ...drone, model, name: modelName(model) }, dock }];
  const [bound] = await bindDrones(trx, named, { heard: false, at });
  return bound !== 'foreign';
};

/** What was emptied is not there; what is not given stays. */
export const unlessEmpty = (given: string | undefined): string | null | undefined =>
  given === '' ? null : given;

/** @throws Refusal `invalid` */
export async function checkFields(
  db: DbOrTrx,
  deps: Pick<DockServiceDependencies, 'chineseNamesOnly'>,
  caller: Caller,
  { name, groupOID }: { name?: string | undefined; groupOID?: string | undefined },
): Promise<void> {
  if (name !== undefined && (await deps.chineseNamesOnly(caller.groupRoot))) requireChineseName(name);
  if (groupOID !== undefined && !(await departmentVisible(db, caller, groupOID)))
    throw invalidField('groupOID', 'unknownValue', { value: groupOID, allowed: '–' });
}

/** Whether the new record waits. @throws Refusal `snTaken` where the own organisation has one of this serial number */
const requireFree = async (db: DbOrTrx, sn: string, { groupRoot }: Caller): Promise<boolean> => {
  const waits = await wouldWait(db, sn, groupRoot);
  if (waits === null) throw new Refusal('snTaken', { values: { sn } });
  return waits;
};

/** Writes the row of a new dock. @throws Refusal `invalid`, `snTaken` */
async function insertGiven(
  trx: DbOrTrx,
  { newOid, serverTime }: Pick<Runtime, 'newOid' | 'serverTime'>,
  { request, caller, secret }: { request: AddDockRequest; caller: Caller; secret: string },
): Promise<{ oid: string; groupRoot: string; groupOID: string; model: string; waiting: boolean }> {
  const { name, sn, vendor, windLimit, groupOID = caller.groupOID } = request;
  const waiting = await requireFree(trx, sn, caller);
  const dock = {
    oid: newOid(),
    groupRoot: caller.groupRoot,
    groupOID,
    model: requireModel(request),
    waiting,
  };
  await insertDock(trx, {
    ...dock,
    name,
    sn,
    vendor,
    secretHash: hashSecret(secret),
    windLimit,
    firmware: unlessEmpty(request.firmware) ?? null,
    insuranceCompany: unlessEmpty(request.insuranceCompany) ?? null,
    policyNumber: unlessEmpty(request.policyNumber) ?? null,
    insuranceUntil: request.insuranceUntil ?? null,
    boundAt: comesByCode(request) ? null : new Date(serverTime()),
  });
  return dock;
}

interface Added {
  oid: string;
  secret: string;
  binding: { organizationId: string; code: string; expiresAt: number } | null;
}

/** @returns its oid, and the secret with which it signs in to the broker: told this once. */
export async function addDock(
  runtime: Runtime,
  deps: DockServiceDependencies,
  request: AddDockRequest,
  context: CallContext,
): Promise<Added> {
  const { db } = runtime;
  const { audit, accounts } = deps;
  const { caller } = context;
  const { name, sn, droneSn } = request;
  await checkFields(db, deps, caller, request);
  const secret = randomBytes(24).toString('base64url');
  const inserted = db.transaction().execute(async (trx) => {
    const dock = await insertGiven(trx, runtime, { request, caller, secret });
    const at = new Date(runtime.serverTime());
    // One that comes by a code says itself what is in it.
    const paired =
      droneSn !== undefined &&
      droneSn !== '' &&
      !comesByCode(request) &&
      (await bindPaired(trx, { oid: runtime.newOid(), sn: droneSn }, dock, at));
    await audit.done(trx, context, 'dock.add', { name, sn, model: dock.model }, dock.oid);
    const code = comesByCode(request) ? await deps.giveCode(trx, dock.oid) : null;
    return { oid: dock.oid, code, paired, waiting: dock.waiting };
  });
  const { oid, code, paired, waiting } = await unlessTaken(
    inserted,
    () => new Refusal('snTaken', { values: { sn } }),
  );
  const heard = deps.untilHeard(oid);
  // The account of a record that waits is another organisation's.
  if (!waiting) await accounts.ensureDock(sn, secret, wireOf(request), paired ? droneSn : undefined);
  await notifyDockChanged(db, oid);
  if (waiting) await notifyDocksHeard(db, [oid]);
  await heard.wait();
  return { oid, secret, binding: code && { organizationId: caller.groupRoot, ...code } };
}

/**
 * A dock of a spreadsheet. Nobody knows its secret and it has no binding code: both are made when they are asked for in
 * its connection, and shown there once.
 */
export async function importDock(
  trx: DbOrTrx,
  runtime: Pick<Runtime, 'newOid' | 'serverTime'>,
  request: AddDockRequest,
  { caller }: Pick<CallContext, 'caller'>,
): Promise<{ oid: string }> {
  const { sn } = request;
  const secret = randomBytes(24).toString('base64url');
  const given = { ...request, bindByCode: true };
  const inserted = insertGiven(trx, runtime, { request: given, caller, secret });
  const { oid } = await unlessTaken(inserted, () => new Refusal('snTaken', { values: { sn } }));
  await notifyDockChanged(trx, oid);
  return { oid };
}

/** Whether a row of a spreadsheet can become a dock. @throws Refusal `invalid`, `snTaken` */
export async function checkImport(
  db: DbOrTrx,
  deps: Pick<DockServiceDependencies, 'chineseNamesOnly'>,
  request: AddDockRequest,
  { caller }: Pick<CallContext, 'caller'>,
): Promise<void> {
  await checkFields(db, deps, caller, request);
  requireModel(request);
  await requireFree(db, request.sn, caller);
}
