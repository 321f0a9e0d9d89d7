import { CallRefused } from '@eyrie/client';

import { faultOf, type OwnText } from '../../platform/failures.ts';
import { callFirst } from '../../platform/http.ts';
import { openSession } from '../../platform/session.ts';

export interface Attempt {
  account: string;
  password: string;
  remember: boolean;
  captchaId?: string;
  captcha?: string;
  /** A code of the authenticator app, or a recovery code. */
  totp?: string;
}

export interface Failed {
  /** The server's text, or one of ours when it did not answer, or not as it should. */
  shown: { text: string } | OwnText;
  captchaDue: boolean;
  /** The password was right, and a code of the authenticator app is wanted. */
  totpDue: boolean;
  /** Seconds until another try is taken; 0: at once. */
  wait: number;
}

const detail = (error: CallRefused, name: string): unknown =>
  typeof error.data === 'object' && error.data !== null ? Reflect.get(error.data, name) : undefined;

/** Told in our own words, which follow the language when another one is chosen. */
const ownWords = [
  'wrongPassword',
  'captchaRequired',
  'captchaWrong',
  'tooManyRequests',
  'accountDisabled',
  'totpRequired',
  'totpWrong',
  'databaseDown',
  'startingUp',
] as const;

const wordsFor = ({ reason, message }: CallRefused): Failed['shown'] => {
  const known = ownWords.find((one) => one === reason);
  return known === undefined ? { text: message } : { id: `refusal.${known}` };
};

/** Signs in and opens the session. Null when that worked. */
export const signIn = async (attempt: Attempt): Promise<Failed | null> => {
  try {
    await openSession(await callFirst('sessionCalls', 'login', attempt, { toast: false }));
    return null;
  } catch (error) {
    if (error instanceof CallRefused && error.message !== '') {
      const wait = detail(error, 'retryAfterSeconds');
      return {
        shown: wordsFor(error),
        captchaDue: detail(error, 'captchaRequired') === true,
        totpDue: error.reason === 'totpRequired' || error.reason === 'totpWrong',
        wait: typeof wait === 'number' && wait > 0 ? wait : 0,
      };
    }
    return { shown: faultOf(error), captchaDue: false, totpDue: false, wait: 0 };
  }
};
