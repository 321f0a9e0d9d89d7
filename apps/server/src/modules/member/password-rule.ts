import { simplePassword, strongPassword } from '@eyrie/domain';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import { isCommonPassword } from './common-password.ts';

export type PasswordForm = 'simple' | 'strong';

/**
 * Checks a new password against the form it is set in and against what guessers try first.
 * @throws Refusal `invalid` or `passwordCommon`
 */
export function requirePassword(
  password: string,
  { form, account, field }: { form: PasswordForm; account: string; field: string },
): void {
  const shape = form === 'strong' ? strongPassword : simplePassword;
  if (!shape.test(password))
    throw invalidField(field, form === 'strong' ? 'passwordStrong' : 'passwordSimple');
  if (isCommonPassword(password, account))
    throw new Refusal('passwordCommon', { issues: [{ path: field, rule: 'passwordCommon', message: '' }] });
}
