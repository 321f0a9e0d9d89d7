import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import {
  answerLease,
  askLease,
  fenceRefusal,
  freeLease,
  isHeld,
  overrideLease,
  releaseLease,
  renewLease,
  silentGrant,
  takeLease,
  type LeaseDecision,
  type LeaseHolder,
  type LeaseRow,
  type OrderSender,
} from './lease.ts';

const { ttl, askAnswer } = limits.lease;
const tab = (memberOID: string, tabId = 'tab-1', sessionOID = `session of ${memberOID}`): LeaseHolder => ({
  memberOID,
  sessionOID,
  tabId,
});
const ann = tab('ann');
const bob = tab('bob');
const cid = tab('cid');
/** An order of a tab that names itself. */
const order = (who: LeaseHolder, epoch: number, tabId: string | null = who.tabId): OrderSender => ({
  memberOID: who.memberOID,
  sessionOID: who.sessionOID,
  tabId,
  epoch,
});
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

/**
 * The slow model: every grant is kept in a list with the moment it ended, and every question is answered by
 * looking through that list. Written from the rules and not from the code.
 */
class Model {
  readonly grants: { to: string; from: number; until: number; epoch: number }[] = [];
  epoch = 0;
  ask: { by: string; at: number } | null = null;

  holders(now: number): string[] {
    return this.grants.filter((one) => one.from <= now && now < one.until).map((one) => one.to);
  }
  #end(now: number): void {
    for (const one of this.grants) one.until = Math.min(one.until, now);
    this.epoch += 1;
    this.ask = null;
  }
  #give(to: string, now: number): void {
    this.#end(now);
    this.grants.push({ to, from: now, until: now + ttl, epoch: this.epoch });
  }
  #last() {
    const last = this.grants.at(-1);
    if (!last) throw new Error('nobody held it');
    return last;
  }
  #holds(who: string, now: number): boolean {
    return this.holders(now).includes(who);
  }
  take(who: string, now: number): string {
    if (this.#holds(who, now)) this.#last().until = now + ttl;
    else if (this.holders(now).length > 0) return 'held';
    else this.#give(who, now);
    return 'granted';
  }
  renew(who: string, epoch: number, now: number): string {
    if (!this.#holds(who, now) || epoch !== this.epoch) return 'lost';
    this.#last().until = now + ttl;
    return 'granted';
  }
  release(who: string, epoch: number, now: number): string {
    if (!this.#holds(who, now) || epoch !== this.epoch) return 'lost';
    this.#end(now);
    return 'granted';
  }
  askFor(who: string, now: number): string {
    const taken = this.take(who, now);
    if (taken !== 'held') return taken;
    if (this.ask && now < this.ask.at + askAnswer) return this.ask.by === who ? 'asked' : 'held';
    this.ask = { by: who, at: now };
    return 'asked';
  }
  answer(who: string, yes: boolean, now: number): string {
    if (!this.#holds(who, now)) return 'lost';
    if (!this.ask) return 'held';
    if (yes || now >= this.ask.at + askAnswer) {
      this.#give(this.ask.by, now);
      return 'granted';
    }
    this.ask = null;
    return 'held';
  }
  override(who: string, now: number): string {
    this.#give(who, now);
    return 'granted';
  }
  silence(now: number): string {
    if (!this.ask || now < this.ask.at + askAnswer) return 'nothing';
    this.#give(this.ask.by, now);
    return 'granted';
  }
}

const people = [ann, bob, cid, tab('ann', 'tab-2')];
const nameOf = (who: LeaseHolder): string => `${who.memberOID} ${who.tabId}`;
const step = fc.record({
  wait: fc.oneof(
    fc.integer({ min: 0, max: 6_000 }),
    fc.constantFrom(0, ttl - 1, ttl, ttl + 1, askAnswer - 1, askAnswer, askAnswer + 1),
  ),
  who: fc.constantFrom(...people),
  does: fc.constantFrom('take', 'renew', 'release', 'ask', 'accept', 'refuse', 'override', 'silence'),
  /** Mostly the epoch as it stands, sometimes an old or invented one. */
  epochOff: fc.constantFrom(0, 0, 0, 0, -1, 1),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const real = (row: LeaseRow, { does, who, epochOff }: Step, now: number): LeaseDecision | null => {
  const epoch = row.epoch + epochOff;
  switch (does) {
    case 'take':
      return takeLease(row, who, now);
    case 'renew':
      return renewLease(row, who, epoch, now);
    case 'release':
      return releaseLease(row, who, epoch, now);
    case 'ask':
      return askLease(row, who, now);
    case 'override':
      return overrideLease(row, who, now);
    case 'silence':
      return silentGrant(row, now);
    default:
      return answerLease(row, who, does === 'accept', now);
  }
};
const modelled = (model: Model, { does, who, epochOff }: Step, now: number): string => {
  const name = nameOf(who);
  const epoch = model.epoch + epochOff;
  switch (does) {
    case 'take':
      return model.take(name, now);
    case 'renew':
      return model.renew(name, epoch, now);
    case 'release':
      return model.release(name, epoch, now);
    case 'ask':
      return model.askFor(name, now);
    case 'override':
      return model.override(name, now);
    case 'silence':
      return model.silence(now);
    default:
      return model.answer(name, does === 'accept', now);
  }
};

describe('any run of takes, renewals, questions, answers, overrides and silence', () => {
  it('agrees with a slow model, and lets one holder with the current epoch through', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const model = new Model();
        let row = freeLease;
        let now = 1_000_000;
        for (const one of steps) {
          now += one.wait;
          const before = row;
          const decision = real(row, one, now);
          expect(decision?.kind ?? 'nothing').toBe(modelled(model, one, now));
          row = decision?.row ?? row;

          const holders = model.holders(now);
          expect(holders.length).toBeLessThanOrEqual(1);
          expect(isHeld(row, now) && row.holder ? [nameOf(row.holder)] : []).toEqual(holders);
          expect(row.epoch).toBe(model.epoch);
          expect(row.epoch - before.epoch).toBe(decision?.kind === 'granted' && decision.changed ? 1 : 0);
          if (
            isHeld(before, now) &&
            isHeld(row, now) &&
            before.holder !== row.holder &&
            before.epoch === row.epoch
          )
            expect(row.holder).toEqual(before.holder);

          for (const who of people)
            for (const epoch of [row.epoch - 1, row.epoch, row.epoch + 1]) {
              const own =
                isHeld(row, now) && row.holder && nameOf(row.holder) === nameOf(who) && epoch === row.epoch;
              expect(fenceRefusal(row, order(who, epoch), now) === null).toBe(own);
            }
          expect(fenceRefusal(row, { ...order(ann, row.epoch), sessionOID: bob.sessionOID }, now)).toBe(
            'notHeld',
          );
        }
      }),
      { numRuns: 500 },
    );
  });
});
