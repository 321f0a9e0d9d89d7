import { expect, it } from 'vitest';
import { needsTls } from './needs-tls.ts';

it.each([
  ['http:', '127.0.0.1', false],
  ['http:', 'localhost', false],
  ['http:', '[::1]', false],
  ['https:', 'eyrie.example', false],
  ['http:', '10.0.0.5', true],
  ['http:', '127.evil.example', true],
])('%s//%s needs TLS: %s', (protocol, hostname, expected) => {
  expect(needsTls({ protocol, hostname })).toBe(expected);
});
