import { CallRefused, createClient, type CallRequest } from '@eyrie/client';
import type { CallDeclaration, ResponseOf } from '@eyrie/domain';
import { currentLanguage } from '@eyrie/web/language';
import { learnServerTime } from '@eyrie/web/server-time';

/** The session's token lives in memory only: a reload finds the session again by its cookie. */
let token: string | null = null;
export const setToken = (next: string | null): void => {
  token = next;
};

/** What proves the session where no declared call is made: at live pictures. */
export const sessionProof = (): Record<string, string> => (token === null ? {} : { authToken: token });

const client = createClient({
  baseUrl: '',
  token: () => token,
  language: currentLanguage,
  onServerTime: learnServerTime,
});

let ended: () => void = () => undefined;
/** Says what to do when a call with a token is answered as nobody's. */
export const onEnded = (listener: () => void): void => {
  ended = listener;
};

/** Makes a declared call. Rejects with what the client rejects with; nothing is shown here. */
export const call = async <C extends CallDeclaration>(
  declaration: C,
  request: CallRequest<C>,
): Promise<ResponseOf<C>> => {
  const hadToken = token !== null;
  try {
    return await client.call(declaration, request);
  } catch (error) {
    if (hadToken && error instanceof CallRefused && error.reason === 'notSignedIn') ended();
    throw error;
  }
};
