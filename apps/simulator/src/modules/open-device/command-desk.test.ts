import type { OpenAck, OpenCommand } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { CommandDesk } from './command-desk.ts';
import type { OpenBreach, OpenMachine } from './options.ts';

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const now = 1_790_000_000_000;

function setUp(breaks: readonly OpenBreach[] = []) {
  const begun: OpenCommand[] = [];
  const machine = {
    greeting: { kind: 'robot', vendor: 'v', model: 'm', commands: ['goTo'] },
    begin: (command: OpenCommand) => {
      begun.push(command);
      return null;
    },
  } as unknown as OpenMachine;
  const desk = new CommandDesk({ machine, breaks, serverNow: () => now });
  const command = {
    id: id(1),
    name: 'goTo',
    arguments: { lng: 1, lat: 2 },
    issuedAt: now,
    expiresAt: now + 1,
  };
  const take = (more: object = {}, welcome = true): OpenAck | null =>
    desk.take(JSON.stringify({ ...command, ...more }), welcome);
  return { begun, desk, take };
}

it('carries out a command in its time, with its arguments', () => {
  const { begun, take } = setUp();
  expect(take()).toEqual({ id: id(1), result: 'accepted' });
  expect(begun).toMatchObject([{ name: 'goTo', arguments: { lng: 1, lat: 2 } }]);
});

it('answers an id the same again, and carries it out once, also when it has expired since', () => {
  const { begun, take } = setUp();
  const first = take();
  expect(take()).toEqual(first);
  expect(take({ expiresAt: now - 1 })).toEqual(first);
  expect(take({ id: id(2), expiresAt: now })).toMatchObject({ result: 'rejected', reason: 'expired' });
  expect(take({ id: id(2), expiresAt: now + 1 })).toMatchObject({ result: 'rejected', reason: 'expired' });
  expect(begun).toHaveLength(1);
});

it.each([
  [{ expiresAt: now }, 'expired'],
  [{ name: 'jump' }, 'unknownCommand'],
  [{ name: '__proto__' }, 'unknownCommand'],
  [{ name: 'patrol', arguments: { name: 'x', points: [{ lng: 1, lat: 2 }] } }, 'notAble'],
  [{ arguments: { lng: 'east', lat: 2 } }, 'invalidArguments'],
  [{ arguments: null }, 'invalidArguments'],
  [{ expiresAt: 'soon' }, 'invalidArguments'],
])('rejects %j as %s', (more, reason) => {
  const { begun, take } = setUp();
  expect(take(more)).toMatchObject({ result: 'rejected', reason });
  expect(begun).toEqual([]);
});

it('knows stop although the hello does not name it', () => {
  const { begun, take } = setUp();
  expect(take({ name: 'stop', arguments: {} })?.result).toBe('accepted');
  expect(begun).toMatchObject([{ name: 'stop' }]);
});

it('carries out nothing while it is not welcome, and decides anew when it is', () => {
  const { begun, take } = setUp();
  expect(take({}, false)).toMatchObject({ result: 'rejected', reason: 'notAble' });
  expect(begun).toEqual([]);
  expect(take()?.result).toBe('accepted');
});

it.each(['', 'x', '[]', '7', '{}', '{"id":7}', '{"id":"x"}'])('answers nobody on %j', (text) => {
  const { desk, begun } = setUp();
  expect(desk.take(text, true)).toBeNull();
  expect(begun).toEqual([]);
});

it('breaks a rule only when a test says so', () => {
  const repeating = setUp(['repeatsCommands']);
  repeating.take();
  repeating.take();
  expect(repeating.begun).toHaveLength(2);
  expect(setUp(['ignoresExpiry']).take({ expiresAt: now - 1 })?.result).toBe('accepted');
});
