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
  'login.noTls':
    'This is plain HTTP. Signing in needs TLS (https): open the https address, or the password can be overheard.',
  'login.wanted': 'After signing in you return to the page you wanted',
  'login.ended': 'Your session has ended, please sign in again',
  'login.codeSpent': 'This sign-in link has expired, please sign in with your account',
  'login.mustChange': 'Change the first password before going on',
  'login.changed': 'Password changed; other sessions have been signed out',
  'login.signOut': 'Sign out',
};
