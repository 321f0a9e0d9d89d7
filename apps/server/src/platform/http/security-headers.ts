import { createHash } from 'node:crypto';

/** A host and its port as they may stand in a policy. */
const plainHost = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
const socketsOf = (host: string): string[] => (plainHost.test(host) ? [`ws://${host}`, `wss://${host}`] : []);

const scriptsOf = (page: string): string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/**
 * What a page may load. Scripts come only from our own files; styles may be inline because the
 * component library writes them; blob workers are the map's. `tiles`: origins from which a page may also fetch tiles.
 * `host`: where the page came from; not every browser counts its WebSockets as the same origin.
 * `page`: the page as it was built; the scripts that stand in it may run, and no other. What is no page shows no files.
 */
export const contentSecurityPolicy = (tiles: readonly string[] = [], host = '', page = ''): string =>
  [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...scriptsOf(page)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data: blob:", ...tiles].join(' '),
    "media-src 'self' blob:",
    "font-src 'self' data:",
    ["connect-src 'self'", ...socketsOf(host), ...tiles].join(' '),
    "worker-src 'self' blob:",
    // Files that the page holds, as the browser's own viewer shows them: its inner part counts as an object of the page.
    ...(page === '' ? ["object-src 'none'"] : ['frame-src blob:', 'object-src blob:']),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of every response; the page itself may name more in its policy. */
export const securityHeaders = (overTls: boolean): Readonly<Record<string, string>> => ({
  'content-security-policy': contentSecurityPolicy(),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(self), geolocation=(self)',
  ...(overTls ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});
