import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { limits } from '@eyrie/domain';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { Seal } from '../../platform/seal.ts';
import { authenticatorOf, replaceRecoveryCodes, spendRecoveryCode, takeStep } from './authenticator.store.ts';

const { period, stepsAround, recoveryCodes } = limits.authenticator;
/** Without letters and digits that look alike on paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';

const newRecoveryCode = (): string =>
  // 16 of 31 signs, 79 bits. The small unevenness of the remainder costs nothing at this length.
  [...randomBytes(16)]
    .map((byte) => signs[byte % signs.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

const recoveryHash = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^0-9a-z]/g, ''))
    .digest();

/** What an app computes its codes from. */
export const totpOf = (secret: string, about: { label?: string; issuer?: string } = {}): TOTP =>
  new TOTP({ ...about, secret: Secret.fromBase32(secret), digits: 6, period: period / 1_000 });

/** Codes of the app and recovery codes: each is good once. */
export function createAuthenticatorCodes({
  runtime,
  seal,
}: {
  runtime: Pick<Runtime, 'serverTime'>;
  seal: Seal;
}) {
  /** False: no code of this member's app, or one that was taken before. */
  async function takeAppCode(trx: DbOrTrx, memberOID: string, code: string): Promise<boolean> {
    const row = await authenticatorOf(trx, memberOID);
    const digits = code.replaceAll(' ', '');
    if (!row || !/^\d{6}$/.test(digits)) return false;
    const timestamp = runtime.serverTime();
    const totp = totpOf(await seal.open(row.secret));
    const delta = totp.validate({ token: digits, timestamp, window: stepsAround });
    return delta !== null && takeStep(trx, memberOID, Math.floor(timestamp / period) + delta);
  }

  /** A code of the app or a recovery code. */
  const take = async (trx: DbOrTrx, memberOID: string, code: string): Promise<boolean> =>
    (await takeAppCode(trx, memberOID, code)) ||
    spendRecoveryCode(trx, memberOID, recoveryHash(code), new Date(runtime.serverTime()));

  /** New recovery codes in place of those there were. */
  async function freshCodes(trx: DbOrTrx, memberOID: string): Promise<string[]> {
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode);
    await replaceRecoveryCodes(trx, memberOID, codes.map(recoveryHash));
    return codes;
  }

  return { takeAppCode, take, freshCodes };
}
