import type { password as source } from '../zh-CN/password.ts';
import type { Translation } from '../words.ts';

export const password: Translation<typeof source> = {
  'password.title': 'Change password',
  'password.old': 'Old password',
  'password.new': 'New password',
  'password.repeat': 'New password again',
  'password.rule': '6 to 20 letters, digits or underscores, and not a common one',
  'password.submit': 'Change password',
};
