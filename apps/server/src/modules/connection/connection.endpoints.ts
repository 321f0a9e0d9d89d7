import { randomBytes } from 'node:crypto';
import { connectionCalls, type ConnectionNeed, type ResponseOf } from '@eyrie/domain';
import { hashSecret } from '../../platform/device-secret.ts';
import { BytesAnswer, serve, type Caller, type Endpoint } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { unusableInShort, unusableOf } from '../device-health/index.ts';
import {
  freeSerial,
  notifyDockChanged,
  setDockSecret,
  wireOf,
  type DockAccounts,
  type DockIdentity,
} from '../dock/index.ts';
import { giveCode } from './binding.ts';
import { codeOf, newestMessages, stepsOf } from './connection.store.ts';

export interface ConnectionDependencies {
  audit: AuditLog;
  accounts: Pick<DockAccounts, 'ensureDock'>;
  /** Address of the broker as docks reach it. */
  brokerUrl(): string;
  /** Whether the broker answers at that address. */
  reach(): Promise<ResponseOf<typeof connectionCalls.reach>>;
  /** Whether this server sees who signs in to the broker. */
  watched: boolean;
  /** What docks need before they can come, as far as this server can look for it. */
  needs(): Promise<ConnectionNeed[]>;
  /** Finds a dock inside the caller's scope or refuses with notFound. */
  dockInScope(caller: Caller, oid: string): Promise<DockIdentity>;
  /** The same of whatever signs in to the broker. */
  linkInScope(caller: Caller, oid: string): Promise<DockIdentity>;
}

/** The way of docks into the organisation: how far each came, its password and code, and a file for a fault. */
export const connectionEndpoints = (
  runtime: Runtime,
  { audit, accounts, brokerUrl, reach, watched, needs, dockInScope, linkInScope }: ConnectionDependencies,
): Endpoint[] => {
  const { db } = runtime;
  return [
    serve(connectionCalls.get, async ({ oid }, { caller }) => {
      const { bound, sn, groupRoot } = await linkInScope(caller, oid);
      const code = bound ? null : await codeOf(db, oid);
      return {
        bound,
        codeExpiresAt: code && !code.used ? code.expiresAt : null,
        broker: brokerUrl(),
        sn,
        organizationId: groupRoot,
        watched,
        steps: await stepsOf(db, oid),
        unusable: await unusableInShort(db, oid),
      };
    }),
    serve(connectionCalls.bindingCode, async ({ oid }, context) => {
      const dock = await dockInScope(context.caller, oid);
      if (dock.bound) throw new Refusal('alreadyBound', { values: { name: dock.name } });
      const { code, expiresAt } = await db.transaction().execute(async (trx) => {
        const given = await giveCode(trx, runtime, oid);
        await audit.done(trx, context, 'dock.bindingCode', { name: dock.name, sn: dock.sn }, oid);
        return given;
      });
      return { organizationId: dock.groupRoot, code, expiresAt };
    }),
    serve(connectionCalls.renewSecret, async ({ oid }, context) => {
      const dock = await dockInScope(context.caller, oid);
      const { name, sn } = dock;
      const secret = randomBytes(24).toString('base64url');
      const speaks = await db.transaction().execute(async (trx) => {
        await setDockSecret(trx, oid, hashSecret(secret));
        await audit.done(trx, context, 'dock.secretRenew', { name, sn }, oid);
        return freeSerial(trx, oid);
      });
      if (speaks) await accounts.ensureDock(sn, secret, wireOf(dock));
      await notifyDockChanged(db, oid);
      return { broker: brokerUrl(), sn, secret };
    }),
    serve(connectionCalls.reach, () => reach()),
    serve(connectionCalls.needs, async () => ({ list: await needs() })),
    serve(connectionCalls.diagnosis, async ({ oid }, context) => {
      const { name, sn, model, droneSn, droneModel, bound } = await dockInScope(context.caller, oid);
      const file = {
        at: new Date(runtime.serverTime()).toISOString(),
        dock: { oid, name, sn, model, droneSn, droneModel, bound },
        connection: await stepsOf(db, oid),
        unusable: await unusableOf(db, oid),
        messages: await newestMessages(db, oid),
      };
      await audit.done(db, context, 'dock.diagnosis', { name, sn }, oid);
      return new BytesAnswer(Buffer.from(JSON.stringify(file, null, 2)), {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="${sn}.json"`,
      });
    }),
  ];
};
