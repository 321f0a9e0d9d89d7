import { limits } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Seal } from '../../platform/seal.ts';
import type { MemberDeps } from './member.access.ts';
import { accountKey } from './member.store.ts';
import { randomPassword } from './random-password.ts';

/** What a sealed first password says. */
interface Sealed {
  account: string;
  hash: string;
  by: string;
  until: number;
}

/** Begins with a letter: a spreadsheet program must not take it for a formula. */
function tablePassword(): string {
  let made = randomPassword();
  while (!/^[A-Za-z]/.test(made)) made = randomPassword();
  return made;
}

/** First passwords of an import: made piece by piece, shown once, and carried sealed by whoever imports until it writes. */
export function createImportPasswords({
  runtime,
  passwords,
  seal,
}: Pick<MemberDeps, 'runtime' | 'passwords'> & { seal: Seal }) {
  let making = false;
  /**
   * One import at a time and its passwords one after the other: the line of hashes is for those who sign in.
   * @throws Refusal `tooManyRequests` while another import is being served
   */
  async function make(accounts: readonly string[], caller: Caller) {
    if (making) throw new Refusal('tooManyRequests', { retryAfterSeconds: 1 });
    making = true;
    try {
      return await makeAll(accounts, caller);
    } finally {
      making = false;
    }
  }

  async function makeAll(accounts: readonly string[], caller: Caller) {
    const made: { account: string; password: string; sealed: string }[] = [];
    const until = runtime.serverTime() + limits.member.importLife;
    for (const account of accounts) {
      const password = tablePassword();
      const hash = await passwords.hash(password);
      const entry: Sealed = { account: accountKey(account), hash, by: caller.memberOID, until };
      made.push({
        account,
        password,
        sealed: (await seal.close(JSON.stringify(entry))).toString('base64url'),
      });
    }
    return made;
  }

  /** @throws Refusal `sealExpired` when the seal is another's, of another account, broken or old */
  async function hashOf(sealed: string, account: string, caller: Caller): Promise<string> {
    try {
      const entry = JSON.parse(await seal.open(Buffer.from(sealed, 'base64url'))) as Sealed;
      const mine = entry.by === caller.memberOID && entry.account === accountKey(account);
      if (mine && entry.until > runtime.serverTime()) return entry.hash;
    } catch {
      // Whatever does not open was not sealed here.
    }
    throw new Refusal('sealExpired');
  }

  return { make, hashOf };
}
export type ImportPasswords = ReturnType<typeof createImportPasswords>;
