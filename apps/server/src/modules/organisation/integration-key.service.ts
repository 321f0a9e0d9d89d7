import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { limits, organisationCalls, type IntegrationKey } from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { allowedWords, requireUnsurpassed } from '../permission/index.ts';
import { deleteKeys, insertKey, keysOf, lockKeys, type KeyRow } from './integration-key.store.ts';

const newPair = promisify(generateKeyPair) as unknown as (
  type: 'ed25519',
  options: object,
) => Promise<{ publicKey: KeyObject; privateKey: KeyObject }>;

const present = (row: KeyRow, caller: Caller): IntegrationKey => ({
  ...row,
  allowed: allowedWords(caller.resources, [organisationCalls.keyRemove]),
});

export function createIntegrationKeys({
  runtime,
  audit,
}: {
  runtime: Pick<Runtime, 'db' | 'newOid'>;
  audit: AuditLog;
}) {
  const { db } = runtime;
  return {
    async list(caller: Caller): Promise<IntegrationKey[]> {
      return (await keysOf(db, caller)).map((row) => present(row, caller));
    },
    /**
     * An Ed25519 pair: the private half is given away here and kept nowhere, so that nothing in the database can
     * sign anybody in.
     * @throws Refusal `unsurpassedOnly`, `nameTaken`, `conflict` beyond the number of keys an organisation may have
     */
    async add(name: string, context: CallContext) {
      const { caller } = context;
      const { publicKey, privateKey } = await newPair('ed25519', {});
      const oid = runtime.newOid();
      const row = await db.transaction().execute(async (trx) => {
        await lockKeys(trx, caller.groupRoot);
        await requireUnsurpassed(trx, caller);
        const before = await keysOf(trx, caller);
        if (before.some((key) => key.name.toLowerCase() === name.toLowerCase()))
          throw new Refusal('nameTaken', { values: { name } });
        if (before.length >= limits.organisation.integrationKeys)
          throw new Refusal('keysFull', { values: { max: limits.organisation.integrationKeys } });
        await insertKey(trx, {
          oid,
          groupRoot: caller.groupRoot,
          name,
          publicKey: publicKey.export({ format: 'jwk' }),
          createdBy: caller.memberOID,
        });
        const made = (await keysOf(trx, caller)).find((key) => key.oid === oid);
        if (!made) throw notFound();
        await audit.done(trx, context, 'integrationKey.add', { oid, name });
        return made;
      });
      return {
        ...present(row, caller),
        algorithm: 'EdDSA',
        privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
        audience: caller.groupRoot,
      };
    },
    async remove(oids: readonly string[], context: CallContext): Promise<void> {
      const wanted = [...new Set(oids)];
      await db.transaction().execute(async (trx) => {
        const names = await deleteKeys(trx, context.caller, wanted);
        await audit.done(trx, context, 'integrationKey.delete', { oids: wanted, names });
      });
    },
  };
}
export type IntegrationKeys = ReturnType<typeof createIntegrationKeys>;
