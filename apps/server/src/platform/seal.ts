import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Db } from './runtime.ts';

/** Keeps what the server must be able to read again and nobody else should find by reading a table. */
export interface Seal {
  close(text: string): Promise<Buffer>;
  /** @throws Error when the bytes were changed or closed under another key */
  open(bytes: Buffer): Promise<string>;
}

const NAME = 'seal';
const NONCE = 12;
const TAG = 16;
/** Else a tag of four bytes would do, which can be guessed. */
const whole = { authTagLength: TAG };

/**
 * A secret that all servers of one database share. Whichever needs it first makes it.
 * @param make gives what it is to be if nobody has made it yet
 */
export async function sharedSecret(
  db: Db,
  name: string,
  make: () => string | Promise<string>,
): Promise<string> {
  const found = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  if (found) return found.value;
  await db
    .insertInto('server_secret')
    .values({ name, value: await make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}

/** The key is made by whichever server needs it first; all servers of one database share it. */
const sealKey = async (db: Db): Promise<Buffer> =>
  Buffer.from(await sharedSecret(db, NAME, () => randomBytes(32).toString('base64')), 'base64');

/** AES-256-GCM: nonce, tag, text. */
export function createSeal(db: Db): Seal {
  let known: Promise<Buffer> | undefined;
  const key = (): Promise<Buffer> => {
    known ??= sealKey(db).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    async close(text) {
      const nonce = randomBytes(NONCE);
      const cipher = createCipheriv('aes-256-gcm', await key(), nonce, whole);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    async open(bytes) {
      const decipher = createDecipheriv('aes-256-gcm', await key(), bytes.subarray(0, NONCE), whole);
      decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
      return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
    },
  };
}
