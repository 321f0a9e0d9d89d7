import { hashToken } from './token.ts';

/** Holds a way through an OpenID provider to the browser that began it. Lax: the return comes from another site. */
export const openIdCookie = '__Host-openId';

/** What is kept of that cookie. */
export const browserMark = (cookie: string | undefined): string =>
  hashToken(cookie ?? '').toString('base64url');
