import { randomBytes } from 'node:crypto';
import type { ResponseOf, RobotRecord, robotCalls } from '@eyrie/domain';
import { hashSecret } from '../../platform/device-secret.ts';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { notifyDockChanged, notifyDocksHeard, standLink, type DockAccounts } from '../dock/index.ts';

export interface SignInDependencies {
  audit: Pick<AuditLog, 'done'>;
  accounts: Pick<DockAccounts, 'ensureDock' | 'removeDock'>;
  /** Address of the broker as devices reach it. */
  brokerUrl(): string;
  /** Resolves once a gateway hears the device, or after a while. */
  untilHeard(oid: string): { wait(): Promise<void> };
}

/** Gives robots their accounts at the broker. */
export const createSignIn =
  (runtime: Runtime, { audit, accounts, brokerUrl, untilHeard }: SignInDependencies) =>
  async (
    robot: Pick<RobotRecord, 'oid' | 'name' | 'sn' | 'standing' | 'model'>,
    context: CallContext,
  ): Promise<ResponseOf<typeof robotCalls.signIn>> => {
    const { oid, name, sn, standing, model } = robot;
    if (standing !== 'inService') throw new Refusal('robotNotInService', { values: { name } });
    const secret = randomBytes(24).toString('base64url');
    const at = new Date(runtime.serverTime());
    const signIn = { model, unnamed: 'robot', vendor: 'own' as const, secretHash: hashSecret(secret), at };
    const stored = runtime.db.transaction().execute(async (trx) => {
      const waits = await standLink(trx, { oid, kind: 'robot' }, signIn);
      await audit.done(trx, context, 'robot.secretRenew', { name, sn }, oid);
      return waits;
    });
    const waits = await unlessTaken(stored, () => new Refusal('snTaken', { values: { sn } }));
    const heard = untilHeard(oid);
    if (!waits) await accounts.ensureDock(sn, secret, 'open');
    await notifyDockChanged(runtime.db, oid);
    if (waits) await notifyDocksHeard(runtime.db, [oid]);
    await heard.wait();
    return { broker: brokerUrl(), sn, secret };
  };
