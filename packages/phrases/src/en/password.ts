import type { password as source } from '../zh-CN/password.ts';
import type { Translation } from '../words.ts';

export const password: Translation<typeof source> = {
  'password.title': 'Change password',
  'password.old': 'Old password',
  'password.new': 'New password',
  'password.repeat': 'New password again',
  'password.rule':
    '6 to 20 letters, digits or underscores; no other characters, no spaces, and not a common one',
  'password.ruleStrong':
    '8 to 64 characters with upper case A–Z, lower case a–z, a digit and one of @$#!%^*?&; no other characters, no spaces, and not a common one',
  'password.submit': 'Change password',
};
