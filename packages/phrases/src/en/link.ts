import type { link as source } from '../zh-CN/link.ts';
import type { Translation } from '../words.ts';

export const link: Translation<typeof source> = {
  'link.title': 'This link signs in another account',
  'link.here': 'Signed in now',
  'link.hereEnded': 'Signed in last (session ended)',
  'link.there': 'The link signs in',
  'link.warning':
    'Anybody can send you a link of their own account. If you do not expect this link, stay in your own account: the link is then not used.',
  'link.stay': 'Stay signed in as {name}',
  'link.signIn': 'Do not use the link, sign in again',
  'link.change': 'Sign out and go on as {name}',
  'link.changeEnded': 'Go on as {name}',
  'link.spent': 'The link has expired. Nobody was signed in.',
  'link.spentStays': 'The link has expired. You are still in your own account.',
  'link.signedInAs': 'A link signed you in as {name} ({account}), {organisation}',
  'link.understood': 'Understood',
};
