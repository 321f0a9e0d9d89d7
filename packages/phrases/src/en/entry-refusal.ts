import type { entryRefusal as source } from '../zh-CN/entry-refusal.ts';
import type { Translation } from '../words.ts';

export const entryRefusal: Translation<typeof source> = {
  'refusal.malformed': 'The request is malformed',
  'refusal.invalid': 'Please check what you entered',
  'refusal.tooLarge': 'Larger than allowed',
  'refusal.tooManyFiles': 'At most {max} files at once',
  'refusal.notSignedIn': 'User not logged in',
  'refusal.wrongPassword': 'Account or password is wrong',
  'refusal.captchaRequired': 'Please enter the characters in the picture',
  'refusal.captchaWrong': 'Those were not the characters in the picture, please try the new ones',
  'refusal.tooManyRequests': 'Too many attempts, please try again in a moment',
  'refusal.mustChangePassword': 'Please change the first password before going on',
  'refusal.notAllowed': 'You do not have the right to do this',
  'refusal.notFound': 'It does not exist, or is outside what you may see',
  'refusal.accountDisabled': 'The account is disabled, please ask your administrator',
  'refusal.codeSpent': 'This link has expired, please sign in again',
  'refusal.otherAccount': 'This link signs in another account; it has not been used',
  'refusal.conflict': 'Someone else changed this, please refresh and try again',
  'refusal.passwordCommon': 'This password is too common, please choose another',
  'refusal.passwordsDiffer': 'The two passwords entered are not consistent',
  'refusal.databaseDown': 'Data is not available right now, please try again shortly',
  'refusal.noRoom':
    'The server’s disk is full: {needed} MB needed, {free} MB free. Please ask the operator to make room',
  'refusal.auditBlocked':
    'The audit log takes no entries right now, so nothing was done. Tell your administrator',
  'refusal.startingUp': 'The system is starting, please try again shortly',
  'refusal.internal': 'Operation failed, please try again',
  'refusal.accountExpired': 'The account is no longer valid, please ask your administrator',
  'refusal.invitationSpent': 'The invitation is no longer valid, please ask for a new one',
  'refusal.totpRequired': 'Please enter the six digits of your authenticator app',
  'refusal.totpWrong': 'The code is wrong or already used, please enter a new one',
  'refusal.mustSetUp': 'Please set up an authenticator app before going on',
  'refusal.openIdFailed': 'Single sign-on failed, please try again or use your password',
  'refusal.passwordReused': 'The new password must differ from the current one',
  'refusal.maintenance':
    'Maintenance until {until}: no new flights or changes. Flights under way are not affected',
};
