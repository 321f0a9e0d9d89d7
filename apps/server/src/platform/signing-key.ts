import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Db } from './runtime.ts';
import { createSeal } from './seal.ts';

/** The key with which files that are given out are signed: made by whichever server needs it first, shared by all. */
export async function signingKey(db: Db): Promise<KeyObject> {
  const seal = createSeal(db);
  const find = () => db.selectFrom('report_key').select('private_key').executeTakeFirst();
  const known = await find();
  if (known) return createPrivateKey(await seal.open(known.private_key));
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await db
    .insertInto('report_key')
    .values({ private_key: await seal.close(pem) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const kept = await find();
  if (!kept) throw new Error('the signing key is gone');
  return createPrivateKey(await seal.open(kept.private_key));
}
