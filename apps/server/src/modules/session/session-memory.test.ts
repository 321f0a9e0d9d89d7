import { limits } from '@eyrie/domain';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import { TestClock } from '../../testing/rooms.ts';
import { createSessionMemory, type SessionMemory } from './session-memory.ts';

let clock: TestClock;
let memory: SessionMemory;
const caller = (sessionOID: string, memberOID = 'm'): Caller => ({
  memberOID,
  account: 'a',
  name: 'n',
  groupRoot: 'r',
  groupOID: 'g',
  sessionOID,
  resources: new Set(),
  mustChange: false,
  mustSetUp: false,
});
const keep = (key: string, who = caller(key), expiresAt = Infinity): void =>
  memory.keep(key, { caller: who, service: false, expiresAt }, memory.stamp());

beforeEach(() => {
  clock = new TestClock();
  memory = createSessionMemory(clock);
});

describe('what a process remembers of sessions', () => {
  it('is fresh for a moment, and recent for a minute', () => {
    keep('one');
    const { revocationPoll, verifiedFor } = limits.session;
    clock.move(revocationPoll - 1);
    expect(memory.fresh('one', 0)?.caller.sessionOID).toBe('one');
    clock.move(1);
    expect(memory.fresh('one', 0)).toBeNull();
    clock.move(verifiedFor - revocationPoll - 1);
    expect(memory.recent('one', 0)?.sessionOID).toBe('one');
    clock.move(1);
    expect(memory.recent('one', 0)).toBeNull();
    expect(memory.recent('other', 0)).toBeNull();
  });

  it('is not longer than the session itself', () => {
    keep('one', caller('one'), 100);
    expect(memory.fresh('one', 99)).not.toBeNull();
    expect(memory.fresh('one', 100)).toBeNull();
    expect(memory.recent('one', 100)).toBeNull();
  });

  it('is forgotten by key, session, member and whole', () => {
    for (const key of ['one', 'two', 'three', 'four'])
      keep(key, caller(key, key === 'three' ? 'other' : 'm'));
    memory.forget('one');
    memory.forgetSession('two');
    expect(memory.sessions()).toEqual(['three', 'four']);
    expect(memory.members()).toEqual(['other', 'm']);
    memory.forgetMember('other');
    expect(memory.sessions()).toEqual(['four']);
    memory.clear();
    expect(memory.sessions()).toEqual([]);
  });

  it.each([
    ['a session', (): void => memory.forgetSession('any')],
    ['a member', (): void => memory.forgetMember('any')],
    ['everybody', (): void => memory.clear()],
  ])('does not take an answer that was asked for before %s was forgotten', (_what, forget) => {
    const stamp = memory.stamp();
    forget();
    memory.keep('one', { caller: caller('one'), service: false, expiresAt: Infinity }, stamp);
    expect(memory.fresh('one', 0)).toBeNull();
  });

  it('counts its age from the question, not from the answer', () => {
    const stamp = memory.stamp();
    clock.move(limits.session.revocationPoll);
    memory.keep('one', { caller: caller('one'), service: false, expiresAt: Infinity }, stamp);
    expect(memory.fresh('one', 0)).toBeNull();
    expect(memory.recent('one', 0)).not.toBeNull();
  });

  it('is bounded: what is too old to be used goes first, then the oldest', () => {
    for (let index = 0; index < 5_000; index += 1) keep(`old ${index}`);
    clock.move(limits.session.verifiedFor);
    for (let index = 0; index < 5_001; index += 1) keep(`new ${index}`);
    expect(memory.sessions()).toHaveLength(5_001);
    for (let index = 0; index < 5_000; index += 1) keep(`newest ${index}`);
    expect(memory.sessions()).toHaveLength(10_000);
    expect(memory.recent('new 0', 0)).toBeNull();
    expect(memory.recent('new 1', 0)).not.toBeNull();
    // What was asked for again is no longer among the oldest.
    keep('new 1');
    keep('one more');
    expect(memory.recent('new 1', 0)).not.toBeNull();
    expect(memory.recent('new 2', 0)).toBeNull();
  });
});
