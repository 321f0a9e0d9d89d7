import type { login as source } from '../zh-CN/login.ts';
import type { Translation } from '../words.ts';

export const login: Translation<typeof source> = {
  'login.title': 'Sign in',
  'login.account': 'Account',
  'login.password': 'Password',
  'login.showPassword': 'Show password',
  'login.hidePassword': 'Hide password',
  'login.capsLock': 'Caps lock is on',
  'login.captcha': 'Characters in the picture',
  'login.captchaPicture': 'Picture with characters, click for another',
  'login.remember': 'Stay signed in for 30 days',
  'login.submit': 'Sign in',
  'login.submitting': 'Signing in…',
  'login.wait': 'Try again in {seconds} s',
  'login.waitMinutes': 'Try again in {minutes} min',
  'login.noTls':
    'This is plain HTTP. Signing in needs TLS (https): open the https address, or the password can be overheard.',
  'login.wanted': 'After signing in you return to the page you wanted',
  'login.ended': 'Your session has ended, please sign in again',
  'login.codeSpent': 'This sign-in link has expired, please sign in with your account',
  'login.mustChange': 'Change the first password before going on',
  'login.changed': 'Password changed; other sessions have been signed out',
  'login.signOut': 'Sign out',
  'login.mustSetUp': 'Your organisation asks for an authenticator app',
  'login.totp': 'Code of the authenticator app',
  'login.totpHint': 'Six digits from the app, or one of your recovery codes',
  'login.or': 'or',
  'login.openIdFailed': 'Single sign-on did not succeed; try again, or sign in with your account',
  'login.setUpWhy':
    'Besides your password you will be asked for a code from an authenticator app on your phone.',
  'login.setUpScan': 'Scan the picture with the app, or type in the key:',
  'login.setUpPicture': 'QR code for the authenticator app',
  'login.setUpCode': 'Six digits that the app shows',
  'login.setUpBegin': 'Begin',
  'login.setUpConfirm': 'Confirm',
  'login.setUpRecovery':
    'Keep these recovery codes. If you lose the phone, each stands in for a code once. They are shown only now.',
  'login.setUpCopy': 'Copy the codes',
  'login.setUpCopied': 'Codes copied',
  'login.setUpKept': 'I have kept them',
};
