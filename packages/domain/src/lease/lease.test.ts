import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { ann, bob, cid, order, tab } from './lease.fixture.ts';
import {
  answerLease,
  askLease,
  fenceRefusal,
  freeLease,
  overrideLease,
  releaseLease,
  renewLease,
  silentGrant,
  takeLease,
} from './lease.ts';

const { ttl, askAnswer } = limits.lease;
const held = takeLease(freeLease, ann, 1_000).row;

describe('a lease', () => {
  it('is taken when free, for one time to live, and told to the next who wants it', () => {
    const taken = takeLease(freeLease, ann, 1_000);
    expect(taken).toEqual({
      kind: 'granted',
      changed: true,
      row: { ...freeLease, epoch: 1, holder: ann, expiresAt: 1_000 + ttl },
    });
    expect(takeLease(taken.row, bob, 1_000 + ttl - 1)).toEqual({ kind: 'held', row: taken.row });
    expect(takeLease(taken.row, bob, 1_000 + ttl)).toMatchObject({
      kind: 'granted',
      row: { epoch: 2, holder: bob },
    });
  });

  it('belongs to one tab: the same member elsewhere is another', () => {
    for (const other of [
      tab('ann', 'tab-2'),
      tab('ann', 'tab-1', 'another session'),
      tab('bob', 'tab-1', ann.sessionOID),
    ]) {
      expect(takeLease(held, other, 2_000).kind).toBe('held');
      expect(renewLease(held, other, held.epoch, 2_000).kind).toBe('lost');
      expect(releaseLease(held, other, held.epoch, 2_000).kind).toBe('lost');
      expect(answerLease(held, other, true, 2_000).kind).toBe('lost');
    }
  });

  it('is renewed before it ends and with the current epoch only', () => {
    expect(renewLease(held, ann, 1, held.expiresAt - 1)).toMatchObject({
      kind: 'granted',
      changed: false,
      row: { epoch: 1, expiresAt: held.expiresAt - 1 + ttl },
    });
    expect(renewLease(held, ann, 1, held.expiresAt).kind).toBe('lost');
    expect(renewLease(held, ann, 0, 2_000).kind).toBe('lost');
    expect(renewLease(held, ann, 2, 2_000).kind).toBe('lost');
  });

  it('is free at once when given back, and nothing issued under it passes', () => {
    const free = releaseLease(held, ann, 1, 2_000).row;
    expect(free).toEqual({ ...freeLease, epoch: 2, expiresAt: 2_000 });
    expect(fenceRefusal(free, order(ann, 1), 2_000)).toBe('notHeld');
    expect(takeLease(free, bob, 2_000)).toMatchObject({ kind: 'granted', row: { epoch: 3, holder: bob } });
  });

  it('passes on by asking: yes, no, or silence', () => {
    const asked = askLease(held, bob, 2_000).row;
    expect(asked.asker).toEqual({ ...bob, until: 2_000 + askAnswer });
    expect(askLease(asked, cid, 3_000)).toEqual({ kind: 'held', row: asked });
    expect(askLease(asked, bob, 3_000)).toEqual({ kind: 'asked', row: asked });
    // Where nobody has granted it meanwhile, who asks again has a time of their own.
    for (const who of [bob, cid])
      expect(askLease(asked, who, 2_000 + askAnswer).row.asker).toEqual({
        ...who,
        until: 2_000 + 2 * askAnswer,
      });
    expect(answerLease(asked, ann, true, 3_000)).toMatchObject({
      kind: 'granted',
      row: { epoch: 2, holder: bob },
    });
    expect(answerLease(asked, ann, false, 3_000)).toMatchObject({
      kind: 'held',
      row: { epoch: 1, holder: ann, asker: null },
    });
    expect(silentGrant(asked, 2_000 + askAnswer - 1)).toBeNull();
    expect(silentGrant(asked, 2_000 + askAnswer)).toMatchObject({
      kind: 'granted',
      row: { epoch: 2, holder: bob },
    });
    expect(silentGrant(held, 1e9)).toBeNull();
  });

  it('is not kept by an answer that comes after silence has granted', () => {
    const asked = askLease(held, bob, 2_000).row;
    for (const accept of [true, false])
      expect(answerLease(asked, ann, accept, 2_000 + askAnswer)).toMatchObject({
        kind: 'granted',
        row: { epoch: 2, holder: bob },
      });
    expect(answerLease(held, ann, true, 2_000)).toEqual({ kind: 'held', row: held });
  });

  it('is overridden at once, whoever holds it', () => {
    expect(overrideLease(held, bob, 2_000)).toMatchObject({
      kind: 'granted',
      row: { epoch: 2, holder: bob, asker: null },
    });
  });
});

describe('the fence of an order', () => {
  const elsewhere = tab('ann', 'tab-2');

  it('knows of another tab by its tab alone, and of one that is known writes nothing anew', () => {
    for (const row of [
      renewLease(held, ann, 0, 2_000).row,
      releaseLease(held, ann, 2, 2_000).row,
      renewLease(held, bob, 1, 2_000).row,
    ])
      expect(row).toBe(held);
    expect(overrideLease(held, ann, 2_000).row.severalTabs).toBe(false);
    const several = takeLease(held, elsewhere, 2_000).row;
    expect(takeLease(several, elsewhere, 2_000).row).toBe(several);
  });

  it.each([
    ['the holder', order(ann, 1), 2_000, null],
    ['the holder, a moment before the end', order(ann, 1), held.expiresAt - 1, null],
    ['the holder, at the end', order(ann, 1), held.expiresAt, 'notHeld'],
    ['the holder with an older number', order(ann, 0), 2_000, 'notHeld'],
    ['the holder with a number to come', order(ann, 2), 2_000, 'notHeld'],
    ['another member', order(bob, 1), 2_000, 'notHeld'],
    ['another member in the same session', { ...order(ann, 1), memberOID: 'bob' }, 2_000, 'notHeld'],
    ['the holder in another session', { ...order(ann, 1), sessionOID: 'other' }, 2_000, 'notHeld'],
    ['another tab of the holder', order(elsewhere, 1), 2_000, 'otherTab'],
    ['a program that names no tab', order(ann, 1, null), 2_000, null],
  ] as const)('judges %s', (_who, sender, now, refusal) => {
    expect(fenceRefusal(held, sender, now)).toBe(refusal);
  });

  it.each([
    ['is refused control', takeLease(held, elsewhere, 2_000).row],
    ['asks for control', askLease(held, elsewhere, 2_000).row],
    ['tries to renew', renewLease(held, elsewhere, 1, 2_000).row],
    ['tries to give control back', releaseLease(held, elsewhere, 1, 2_000).row],
    ['answers for the holder', answerLease(held, elsewhere, true, 2_000).row],
    ['is second to ask', askLease(askLease(held, bob, 2_000).row, elsewhere, 2_000).row],
  ])('lets no order without a tab pass once another tab of the session %s', (_what, row) => {
    expect(fenceRefusal(row, order(ann, 1, null), 2_000)).toBe('tabMissing');
    expect(fenceRefusal(row, order(ann, 1), 2_000)).toBeNull();
    const later = takeLease(row, ann, 3_000).row;
    expect(fenceRefusal(later, order(ann, 1, null), 3_000)).toBe('tabMissing');
  });

  it.each([
    ['was pushed aside', overrideLease(held, elsewhere, 2_000).row],
    ['gave way', answerLease(askLease(held, elsewhere, 2_000).row, ann, true, 2_000).row],
    ['said nothing', silentGrant(askLease(held, elsewhere, 2_000).row, 2_000 + askAnswer)?.row],
    [
      'asked and was pushed aside',
      overrideLease(askLease(held, tab('bob', 'tab-3'), 2_000).row, bob, 2_000).row,
    ],
  ])('lets no order without a tab pass while the tab before it %s', (_what, row = freeLease) => {
    expect(fenceRefusal(row, order(row.holder ?? ann, 2, null), 2_000)).toBe('tabMissing');
    expect(fenceRefusal(row, order(row.holder ?? ann, 2), 2_000)).toBeNull();
  });

  it.each([
    ['after another member had it', overrideLease(held, bob, 2_000).row, bob],
    [
      'after the other tab gave it back',
      takeLease(releaseLease(held, ann, 1, 2_000).row, elsewhere, 2_000).row,
      elsewhere,
    ],
    ['after the other tab fell silent', takeLease(held, elsewhere, held.expiresAt).row, elsewhere],
    ['when another member wants it', takeLease(held, bob, 2_000).row, ann],
  ])('lets an order without a tab pass %s', (_what, row, holder) => {
    expect(fenceRefusal(row, order(holder, row.epoch, null), row.expiresAt - 1)).toBeNull();
  });
});
