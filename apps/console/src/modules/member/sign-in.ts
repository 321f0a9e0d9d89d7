import { CallRefused } from '@eyrie/client';
import { memberCalls } from '@eyrie/domain';
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
}

const captchaDue = (error: CallRefused): boolean =>
  typeof error.data === 'object' &&
  error.data !== null &&
  'captchaRequired' in error.data &&
  error.data.captchaRequired === true;

/** Signs in and opens the session. Null when that worked. */
export const signIn = async (attempt: Attempt): Promise<Failed | null> => {
  try {
    await openSession(await call(memberCalls.login, attempt, { toast: false }));
    return null;
  } catch (error) {
    if (error instanceof CallRefused && error.message !== '') {
      return { shown: { text: error.message }, captchaDue: captchaDue(error) };
    }
    return { shown: { id: 'app.networkError' }, captchaDue: false };
  }
};
