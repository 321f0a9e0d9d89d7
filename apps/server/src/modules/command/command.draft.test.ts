import { commandRules } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../platform/http/endpoint.ts';
import type { DockIdentity } from '../dock/index.ts';
import { argumentsHash, draftOf, type CommandOrder } from './command.draft.ts';

const now = 1_760_000_000_000;
const order: CommandOrder = {
  commandOID: 'order',
  hasGateway: true,
  dock: { oid: 'dock', groupRoot: 'root' } as DockIdentity,
  method: 'flightPause',
  key: 'press',
  epoch: 7,
  tabId: 'tab',
  nonce: 'nonce',
  issuedAt: now - 300,
  arguments: { a: 1 },
};
const drafted = { state: 'drafted', reason: null, detail: null } as const;
const draft = (part: Partial<CommandOrder> = {}, state: Parameters<typeof draftOf>[2] = drafted) =>
  draftOf(
    { caller: { memberOID: 'member', sessionOID: 'session' } as Caller, address: '192.0.2.1' },
    { ...order, ...part },
    state,
    now,
  );

describe('an order as it is stored', () => {
  const { ttl } = commandRules.flightPause;

  it('is dated by its click, and lives from then, never longer than from its receipt', () => {
    expect(draft()).toMatchObject({
      oid: 'order',
      groupRoot: 'root',
      dockOID: 'dock',
      flightOID: null,
      issuedBy: 'member',
      sessionOID: 'session',
      epoch: 7,
      tabId: 'tab',
      issuedAt: now - 300,
      expiresAt: now - 300 + ttl,
      arguments: { a: 1 },
      state: 'drafted',
      history: [{ at: now, state: 'drafted', detail: null }],
    });
    expect(draft({ issuedAt: now + 200 })).toMatchObject({ issuedAt: now + 200, expiresAt: now + ttl });
  });

  it('says in its arguments where nobody dated what moves something', () => {
    expect(draft({ issuedAt: undefined })).toMatchObject({
      issuedAt: now,
      expiresAt: now + ttl,
      arguments: { a: 1, atReceipt: true },
    });
    // The same press again has the same arguments, dated or not.
    expect(draft({ issuedAt: undefined }).argumentsHash).toEqual(draft().argumentsHash);
    expect(draft({ issuedAt: undefined, method: 'startLive' }).arguments).toEqual({ a: 1 });
  });

  it('keeps its confirmation as a hash, and nothing where there is none', () => {
    expect(draft().nonceHash).toBeInstanceOf(Buffer);
    expect(draft({ nonce: undefined, epoch: undefined, tabId: undefined })).toMatchObject({
      nonceHash: null,
      epoch: null,
      tabId: null,
    });
    expect(draft({ flightOID: 'F1' }).flightOID).toBe('F1');
  });

  it('may be refused at once', () => {
    expect(draft({}, { state: 'expired', reason: 'expired', detail: 'late' })).toMatchObject({
      state: 'expired',
      reason: 'expired',
      detail: 'late',
      history: [{ at: now, state: 'expired', detail: null }],
    });
  });
});

it('arguments are the same in any order, and other ones with another value, name or method', () => {
  const one = argumentsHash('hover', { a: 1, b: 2, c: 3 });
  expect(argumentsHash('hover', { c: 3, a: 1, b: 2 })).toEqual(one);
  expect(argumentsHash('hover', { b: 2, c: 3, a: 1 })).toEqual(one);
  for (const other of [
    argumentsHash('hover', { a: 1, b: 3, c: 3 }),
    argumentsHash('hover', { a: 1, b: 2, d: 3 }),
    argumentsHash('returnHome', { a: 1, b: 2, c: 3 }),
  ])
    expect(other).not.toEqual(one);
});
