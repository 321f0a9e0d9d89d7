import { expect, test } from 'vitest';
import { createOidSource, newOid } from './oid.ts';

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test('ids have the shape of UUIDv7 and carry the time', () => {
  const oid = createOidSource({ wall: () => 1_700_000_000_123, random: (n) => new Uint8Array(n) })();
  expect(oid).toMatch(shape);
  expect(Number.parseInt(oid.replaceAll('-', '').slice(0, 12), 16)).toBe(1_700_000_000_123);
});

test('ids rise strictly through a burst, a counter overflow and a clock that steps back', () => {
  let wall = 1_700_000_000_000;
  const next = createOidSource({ wall: () => wall, random: (n) => new Uint8Array(n).fill(0xff) });
  const oids = Array.from({ length: 10_000 }, (_, index) => {
    if (index === 5_000) wall -= 60_000;
    return next();
  });
  expect(oids.every((oid) => shape.test(oid))).toBe(true);
  expect(oids.every((oid, index) => index === 0 || oid > (oids[index - 1] ?? ''))).toBe(true);
});

test('the generator of the server does not repeat', () => {
  expect(new Set(Array.from({ length: 5_000 }, newOid)).size).toBe(5_000);
});
