import { isAccount, isPhone } from '@eyrie/domain';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { unlessTaken } from '../../platform/postgres/index.ts';

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
export const withFreeAccount = <T>(work: Promise<T>): Promise<T> =>
  unlessTaken(work, () => new Refusal('accountTaken'), 'member_account');
