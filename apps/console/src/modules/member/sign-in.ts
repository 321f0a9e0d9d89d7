import { CallRefused } from '@eyrie/client';
import { sessionCalls } from '@eyrie/domain';
import type { FirstPhraseId } from '@eyrie/phrases/first';
import { call } from '../../platform/http.ts';
import { openSession } from '../../platform/session.ts';

export interface Attempt {
  account: string;
  password: string;
  remember: boolean;
  captchaId?: string;
  captcha?: string;
}

export interface Failed {
  /** The server's text, or one of ours when it did not answer. */
  shown: { text: string } | { id: FirstPhraseId };
  captchaDue: boolean;
  /** Seconds until another try is taken; 0: at once. */
  wait: number;
}

const detail = (error: CallRefused, name: string): unknown =>
  typeof error.data === 'object' && error.data !== null ? Reflect.get(error.data, name) : undefined;

/** Signs in and opens the session. Null when that worked. */
export const signIn = async (attempt: Attempt): Promise<Failed | null> => {
  try {
    await openSession(await call(sessionCalls.login, attempt, { toast: false }));
    return null;
  } catch (error) {
    if (error instanceof CallRefused && error.message !== '') {
      const wait = detail(error, 'retryAfterSeconds');
      return {
        shown: { text: error.message },
        captchaDue: detail(error, 'captchaRequired') === true,
        wait: typeof wait === 'number' && wait > 0 ? wait : 0,
      };
    }
    return { shown: { id: 'app.networkError' }, captchaDue: false, wait: 0 };
  }
};
