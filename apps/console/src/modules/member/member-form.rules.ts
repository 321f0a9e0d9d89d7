import { dayIn, endOfDay, isAccount, isPhone, strongPassword } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { FieldValue } from '../../platform/list/index.ts';

const written = (value: FieldValue): string => (typeof value === 'string' ? value.trim() : '');
const rule =
  (holds: (text: string) => boolean, otherwise: PhraseId) =>
  (value: FieldValue): PhraseId | null =>
    written(value) === '' || holds(written(value)) ? null : otherwise;

export const account = rule(isAccount, 'issue.account');
export const phone = rule(isPhone, 'issue.phone');
/** As it was typed: a space at its end would be a part of it. */
export const password = (value: FieldValue): PhraseId | null =>
  typeof value !== 'string' || value === '' || strongPassword.test(value) ? null : 'issue.passwordStrong';
export const trimmed = (value: FieldValue): string => written(value);
/** An empty password changes nothing. */
export const unlessEmpty = (value: FieldValue): FieldValue | undefined => (value === '' ? undefined : value);

/**
 * The last day of an account, as `2027-03-31`; empty: without an end.
 * @param zone that of the organisation, in which the day lies
 * @param now epoch ms
 */
export const lastDay = (zone: string, now: number) => ({
  shown: (until: number | null | undefined): string => (typeof until === 'number' ? dayIn(zone, until) : ''),
  /** What has passed meanwhile is no fault of who changes something else. */
  check: (day: FieldValue, start: FieldValue): PhraseId | null => {
    const end = endOfDay(zone, written(day));
    return end !== null && end <= now && day !== start ? 'issue.future' : null;
  },
  sends: (day: FieldValue): number | null => endOfDay(zone, written(day)),
});
