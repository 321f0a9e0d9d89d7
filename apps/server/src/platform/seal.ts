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

/** The key is made by whichever server needs it first; all servers of one database share it. */
async function sealKey(db: Db): Promise<Buffer> {
  await db
    .insertInto('server_secret')
    .values({ name: NAME, value: randomBytes(32).toString('base64') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return Buffer.from(value, 'base64');
}

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
