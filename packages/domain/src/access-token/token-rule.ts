import type { CallDeclaration } from '../call.ts';
import type { Resource } from '../permission/resources.ts';
import { isMenuResource } from '../permission/resources.ts';
import { holdsSecret } from '../secret.ts';

/** What every access token begins with, so that a leaked one is known by its look. */
export const accessTokenMark = 'eyrie_';

/** Whether a text looks like an access token, and not like the token of a session. */
export const isAccessToken = (token: string): boolean => token.startsWith(accessTokenMark);

/** Rights behind which devices are asked or ordered, pictures are streamed, or the instance is run. */
const closed: ReadonlySet<Resource> = new Set<Resource>([
  'dock:control',
  'dock:override',
  'dock:emergency',
  'flight:start',
  'video:watch',
  'controller:connect',
  'platform:operate',
]);

/**
 * Whether access tokens may make a call at all. Changes only where their declaration says so, and never one that carries
 * the key of an order. Readings where a page shows the same, unless they stand behind a right to control devices or answer
 * a secret.
 */
export const isOpenToTokens = (declaration: CallDeclaration): boolean => {
  const { effect, permission, repeat, response, tokens } = declaration;
  if (repeat !== undefined) return false;
  if (tokens !== undefined) return tokens === 'open';
  return (
    effect === 'reads' &&
    typeof permission !== 'string' &&
    permission.some(isMenuResource) &&
    !permission.some((one) => closed.has(one)) &&
    !holdsSecret(response)
  );
};
