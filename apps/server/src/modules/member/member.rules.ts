import { isAccount, isPhone } from '@eyrie/domain';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';

/** @throws Refusal `invalid` */
export function requireAccount(account: string, field = 'account'): void {
  if (!isAccount(account)) throw invalidField(field, 'account');
}

/** @throws Refusal `invalid` */
export function requirePhone(phone: string, field = 'phone'): void {
  if (!isPhone(phone)) throw invalidField(field, 'phone');
}

/**
 * The end of a limited account lies ahead.
 * @throws Refusal `invalid`
 */
export function requireAhead(validUntil: number | null | undefined, now: number): void {
  if (typeof validUntil === 'number' && validUntil <= now) throw invalidField('validUntil', 'future');
}

/** Runs a change of accounts. @throws Refusal `accountTaken` when one of them is in use, also by a change at the same time. */
export const withFreeAccount = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code === '23505' && constraint === 'member_account') throw new Refusal('accountTaken');
    throw error;
  }
};
