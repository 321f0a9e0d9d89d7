import { isAccount, isPhone, strongPassword } from '@eyrie/domain';
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
