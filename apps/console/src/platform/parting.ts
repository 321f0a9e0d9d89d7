import { createClient, type CallRequest } from '@eyrie/client';
import type { CallDeclaration } from '@eyrie/domain';
import { currentLanguage } from './language.ts';
import { currentToken } from './token.ts';

const client = createClient({
  baseUrl: '',
  token: currentToken,
  language: currentLanguage,
  // Outlives the page: an ordinary request would be cut off with it.
  fetch: (input, init) => globalThis.fetch(input, { ...init, keepalive: true }),
});

/** A last word to the server while the page goes. Nobody waits for the answer, and nothing is shown. */
export const callWhileLeaving = <C extends CallDeclaration>(
  declaration: C,
  request: CallRequest<C>,
): void => {
  if (currentToken() === null) return;
  client.call(declaration, request).catch(() => undefined);
};
