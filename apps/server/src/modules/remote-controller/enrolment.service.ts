import { randomBytes } from 'node:crypto';
import type { remoteControllerCalls, ParsedRequestOf, ResponseOf } from '@eyrie/domain';
import { domains, modelKey, modelName, unnamedController } from '@eyrie/dji';
import { hashSecret } from '../../platform/device-secret.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { insertFound } from '../device/index.ts';
import { notifyDockChanged, notifyDocksHeard, standLink, type DockAccounts } from '../dock/index.ts';
import { bindDrones } from '../drone/index.ts';
import { freeDrone, lockController, snInUse } from './enrolment.store.ts';

export interface EnrolmentDependencies {
  audit: Pick<AuditLog, 'done'>;
  accounts: Pick<DockAccounts, 'ensureDock'>;
  /** As controllers reach the broker. */
  brokerUrl(): string;
  /** Resolves once a gateway hears the controller, or after a while: what it says from then on is not lost. */
  untilHeard(oid: string): { wait(): Promise<void> };
}

type Request = ParsedRequestOf<typeof remoteControllerCalls.connect>;

/** @throws Refusal `invalid` for a model that is known and is no controller. @returns its key; null: not said */
const controllerModel = (model: string | undefined): string | null => {
  const key = modelKey(model ?? '');
  if (key === null) return null;
  if (!key.startsWith(`${domains.controller}-`))
    throw invalidField('model', 'unknownValue', {
      value: model ?? '',
      allowed: '2-56-0, 2-119-0, 2-144-0, 2-174-0',
    });
  return key;
};

/** The controller of the book under a serial number, or a new one. @throws Refusal `snTaken`, `deviceRetired` */
async function findOrAdd(
  trx: DbOrTrx,
  runtime: Pick<Runtime, 'newOid'>,
  { sn, model }: { sn: string; model: string | null },
  { caller }: Pick<CallContext, 'caller'>,
): Promise<{ oid: string; name: string }> {
  const taken = (): Refusal => new Refusal('snTaken', { values: { sn } });
  const known = await lockController(trx, caller, sn);
  if ((known && !known.visible) || (await snInUse(trx, caller, sn, known?.oid ?? null))) throw taken();
  if (known?.retired) throw new Refusal('deviceRetired', { values: { name: known.name } });
  if (known) return known;
  const name = model === null ? sn : modelName(model);
  const added = { oid: runtime.newOid(), kind: 'remoteController' as const, name, sn };
  await insertFound(trx, caller, added);
  return added;
}

/** Controllers are let into the broker by whoever is signed in on them. */
export const createEnrolment = (runtime: Runtime, deps: EnrolmentDependencies) => {
  const { db } = runtime;
  /** @returns what it signs in with: the password is told this once */
  return async (
    { sn, model: given, droneSn }: Request,
    context: CallContext,
  ): Promise<ResponseOf<typeof remoteControllerCalls.connect>> => {
    const model = controllerModel(given);
    const secret = randomBytes(24).toString('base64url');
    const enrolled = db.transaction().execute(async (trx) => {
      const { oid, name } = await findOrAdd(trx, runtime, { sn, model }, context);
      const at = new Date(Math.round(runtime.serverTime()));
      const signIn = {
        model,
        unnamed: unnamedController,
        vendor: 'DJI' as const,
        secretHash: hashSecret(secret),
        at,
      };
      const waits = await standLink(trx, { oid, kind: 'remoteController' }, signIn);
      // What nobody has in the book, or stands behind a dock, comes by the topology of the controller itself.
      const drone = droneSn === undefined ? null : await freeDrone(trx, context.caller, droneSn);
      const link = { ...context.caller, oid };
      if (drone) await bindDrones(trx, [{ drone, dock: link }], { heard: false, at });
      await deps.audit.done(
        trx,
        context,
        'remoteController.connect',
        { name, sn, ...(model === null ? {} : { model }) },
        oid,
      );
      return { oid, droneSn: drone?.sn ?? null, waits };
    });
    const done = await unlessTaken(enrolled, () => new Refusal('snTaken', { values: { sn } }));
    const heard = deps.untilHeard(done.oid);
    // The account of a record that waits is another organisation's.
    if (!done.waits) await deps.accounts.ensureDock(sn, secret, 'cloud', done.droneSn ?? undefined);
    await notifyDockChanged(db, done.oid);
    if (done.waits) await notifyDocksHeard(db, [done.oid]);
    await heard.wait();
    return { oid: done.oid, broker: deps.brokerUrl(), sn, secret };
  };
};
