import type { FastifyReply, FastifyRequest } from 'fastify';
import { isAccessToken, type CallDeclaration } from '@eyrie/domain';
import { languageOf } from '@eyrie/phrases';
import type { Log } from '../log.ts';
import { isDatabaseDown } from '../postgres/index.ts';
import type { CallContext, Caller, Language } from './endpoint.ts';

export type SentBy = 'header' | 'cookie' | 'bearer';

export interface Authentication {
  /**
   * Null: nobody is signed in with this token.
   * @param by `bearer` is an access token, or that of a session for byte answers
   */
  authenticate(token: string, by: SentBy, address: string): Promise<Caller | null>;
  /** The same from memory, for calls that work without the database. */
  recentlyVerified(token: string): Caller | null;
}

/** A header that was sent once. */
export const headerText = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? undefined : value;

/** The token of a request: the header; a bearer for access tokens and byte answers; the cookie only where the call allows it. */
const tokenOf = (
  request: FastifyRequest,
  declaration: { cookieAllowed?: true; bytes?: CallDeclaration['bytes'] },
): { token: string; by: SentBy } | null => {
  const header = headerText(request.headers['authtoken']);
  if (header) return { token: header, by: 'header' };
  const bearer = headerText(request.headers.authorization);
  if (bearer?.startsWith('Bearer ')) {
    const token = bearer.slice(7);
    if (declaration.bytes || isAccessToken(token)) return { token, by: 'bearer' };
  }
  if (!declaration.cookieAllowed) return null;
  const site = headerText(request.headers['sec-fetch-site']);
  if (site && site !== 'same-origin' && site !== 'none') return null;
  const cookieToken = request.cookies['__Host-authToken'];
  return cookieToken ? { token: cookieToken, by: 'cookie' } : null;
};

/**
 * Who calls, by what the request carries. `withoutDatabase`: from memory at once (`away`), from memory before the
 * database is asked (`hangs`), or when asking it fails (`may`).
 */
export const callerOf = async (
  request: FastifyRequest,
  declaration: { cookieAllowed?: true; bytes?: CallDeclaration['bytes'] },
  options: Authentication,
  withoutDatabase: 'no' | 'may' | 'hangs' | 'away',
): Promise<{ caller: Caller | null; token: string | null }> => {
  const found = tokenOf(request, declaration);
  if (!found) return { caller: null, token: null };
  // A database that hangs would cost seconds that return-home does not have.
  if (withoutDatabase === 'away')
    return { caller: options.recentlyVerified(found.token), token: found.token };
  const known = withoutDatabase === 'hangs' ? options.recentlyVerified(found.token) : null;
  if (known) return { caller: known, token: found.token };
  try {
    return { caller: await options.authenticate(found.token, found.by, request.ip), token: found.token };
  } catch (error) {
    if (withoutDatabase === 'no' || !isDatabaseDown(error)) throw error;
    return { caller: options.recentlyVerified(found.token), token: found.token };
  }
};

/** What the sender wants to read. */
export const languageFor = (request: FastifyRequest): Language =>
  languageOf(headerText(request.headers['accept-language']));

/** What a call learns of its request beside its fields. */
export const contextOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  given: { language: Language; token: string | null; log: Log },
): Omit<CallContext, 'caller'> => ({
  language: given.language,
  address: request.ip,
  userAgent: (headerText(request.headers['user-agent']) ?? '').slice(0, 200),
  correlationId: request.id,
  log: given.log.child({ correlationId: request.id }),
  file: null,
  token: given.token,
  range: headerText(request.headers.range) ?? null,
  ifRange: headerText(request.headers['if-range']) ?? null,
  // Browsers take a Secure cookie from the loopback over plain HTTP too, so the prefix holds everywhere.
  setCookie: (name, value, maxAgeSeconds) => {
    reply.setCookie(name, value, {
      path: '/',
      secure: true,
      httpOnly: name.startsWith('__Host-'),
      // Back from an OpenID provider the browser comes from another site.
      sameSite: name === '__Host-openId' ? 'lax' : 'strict',
      ...(maxAgeSeconds === null ? {} : { maxAge: maxAgeSeconds }),
    });
  },
  cookie: (name) => request.cookies[name],
  clearCookies: () => {
    for (const name of ['__Host-authToken', 'groupOID', 'groupRoot', 'memberOID'])
      reply.setCookie(name, '', {
        path: '/',
        secure: true,
        httpOnly: name === '__Host-authToken',
        sameSite: 'strict',
        maxAge: 0,
      });
  },
});
