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
