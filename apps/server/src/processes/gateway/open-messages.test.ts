import { openDeviceLimits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { openTopicOf, readOpenMessage } from './open-messages.ts';

const bytes = (message: unknown): Buffer =>
  Buffer.from(typeof message === 'string' ? message : JSON.stringify(message));
const state = { at: 1, seq: 1, mode: 'idle' };

it.each([
  ['eyrie/v1/R1/state', { sn: 'R1', kind: 'state' }],
  ['eyrie/v1/R1/command', null],
  ['eyrie/v2/R1/state', null],
  ['eyrie/v1/R1/state/more', null],
  ['eyrie/broker/client', null],
])('%s', (topic, expected) => {
  expect(openTopicOf(topic)).toEqual(expected);
});

it('reads what keeps the contract, and drops what it does not know', () => {
  expect(readOpenMessage('state', bytes({ ...state, colour: 'red' }))).toEqual({
    ok: true,
    said: { kind: 'state', data: state },
  });
});

it('names each rule that a message breaks, with the value', () => {
  const read = readOpenMessage('state', bytes({ ...state, percent: 101, place: { lng: 1, lat: 91 } }));
  expect(read).toMatchObject({
    fault: 'value',
    broken: [
      { what: 'state.place.lat', value: 91 },
      { what: 'state.percent', value: 101 },
    ],
  });
});

it.each([
  ['size', `"${'x'.repeat(openDeviceLimits.messageBytes)}"`],
  ['depth', `${'['.repeat(openDeviceLimits.depth + 1)}${']'.repeat(openDeviceLimits.depth + 1)}`],
  ['json', '{'],
  ['encoding', { ...state, fault: { code: 'E', text: 'a\u0000b' } }],
  ['encoding', { ...state, fault: { code: 'E', text: 'half \ud800' } }],
])('refuses by %s before anything else', (fault, message) => {
  expect(readOpenMessage('state', bytes(message))).toMatchObject({ ok: false, fault });
});
