import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './security-headers.ts';

const connectOf = (policy: string): string =>
  policy.split('; ').find((one) => one.startsWith('connect-src ')) ?? '';

test.each(['docks.example', 'docks.example:8443', '127.0.0.1:8080', '[::1]:8080'])(
  'a page of %s may open WebSockets there and nowhere else',
  (host) => {
    expect(connectOf(contentSecurityPolicy([], host))).toBe(`connect-src 'self' ws://${host} wss://${host}`);
  },
);

test('tiles may be fetched from where the organisation has them', () => {
  expect(connectOf(contentSecurityPolicy(['https://tiles.example'], 'x'))).toBe(
    "connect-src 'self' ws://x wss://x https://tiles.example",
  );
});

test.each(['', '*', 'x; script-src *', 'x y', "'unsafe-inline'", 'x/../y', 'a'.repeat(300)])(
  'the host %s gets no place in the policy',
  (host) => {
    expect(connectOf(contentSecurityPolicy([], host))).toBe("connect-src 'self'");
  },
);

const scriptsAllowed = (policy: string): string =>
  policy.split('; ').find((one) => one.startsWith('script-src ')) ?? '';

test('of scripts in the page only those run that were built into it', () => {
  const policy = contentSecurityPolicy([], 'x', '<p></p><script>one()</script><script src="a.js"></script>');
  const hash = createHash('sha256').update('one()').digest('base64');
  expect(scriptsAllowed(policy)).toBe(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`);
  expect(policy).toContain('frame-src blob:; object-src blob:;');
  expect(contentSecurityPolicy([], 'x')).toContain("object-src 'none';");
  expect(contentSecurityPolicy([], 'x')).not.toContain('frame-src');
  expect(scriptsAllowed(contentSecurityPolicy([], 'x'))).toBe("script-src 'self' 'wasm-unsafe-eval'");
});
