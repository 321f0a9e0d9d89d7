import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Db } from '../../platform/runtime.ts';
import { createSeal } from '../../platform/seal.ts';

/** The key with which files of reports are signed: made by whichever server needs it first, shared by all. */
export async function reportKey(db: Db): Promise<KeyObject> {
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
  if (!kept) throw new Error('the key of reports is gone');
  return createPrivateKey(await seal.open(kept.private_key));
}
