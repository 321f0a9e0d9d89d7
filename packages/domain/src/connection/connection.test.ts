import { expect, it } from 'vitest';
import { unrecorded } from './connection.ts';

it('waits for a step that may still come, and says of one that went by that it was not seen', () => {
  expect(unrecorded('tcp', [], true)).toBe('waiting');
  expect(unrecorded('config', [{ step: 'connect' }], true)).toBe('waiting');
  expect(unrecorded('bindStatus', [{ step: 'topology' }], true)).toBe('unseen');
});

it('does not wait for what only a broker outside sees', () => {
  for (const step of ['tcp', 'tls', 'connect'] as const) expect(unrecorded(step, [], false)).toBe('unseen');
  expect(unrecorded('config', [], false)).toBe('waiting');
});
