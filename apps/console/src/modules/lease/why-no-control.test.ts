import { phrases } from '@eyrie/phrases';
import { expect, it } from 'vitest';
import { whyNoControl } from './why-no-control.ts';

const other = { name: '王芳', self: false, own: false };

it.each([
  ['this tab has it', 'mine', { ...other, self: true }, null],
  ['nobody has it', 'free', null, 'refusal.controlMissing'],
  ['nobody knows who has it', 'unknown', null, 'refusal.controlMissing'],
  ['another tab of the same member has it', 'held', { ...other, own: true }, 'refusal.controlMissing'],
  ['somebody else has it', 'held', other, 'lease.othersControl'],
  ['somebody else is asked for it', 'asking', other, 'lease.othersControl'],
] as const)('%s', (_, phase, holder, reason) => {
  expect(whyNoControl({ phase, holder })).toBe(reason);
});

it('says that others control in the words that people know', () => {
  expect(phrases('en')['lease.othersControl']).toBe('Other users are currently controlling');
});
