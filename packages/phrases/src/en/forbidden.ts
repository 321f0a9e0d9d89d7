import type { forbidden as source } from '../zh-CN/forbidden.ts';
import type { Translation } from '../words.ts';

export const forbidden: Translation<typeof source> = {
  'forbidden.title': 'You may not open this page',
  'forbidden.noRoleTitle': 'You have no role yet',
  'forbidden.noRole': 'Your account can sign in, but no role of yours opens a page.',
  'forbidden.noRoleWho':
    'An administrator of {organisation} can give you a role in role management. You need not sign in again afterwards.',
  'forbidden.missing': 'Missing permission',
  'forbidden.address': 'Address',
  'forbidden.who': 'Who can grant it',
  'forbidden.whoText':
    'An organisation administrator of {organisation} can grant it to you in role management.',
  'forbidden.signedInAs': 'Signed in as',
  'forbidden.back': 'Back to the first page',
};
