import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { ann, bob, cid, order, tab } from './lease.fixture.ts';
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
} from './lease.ts';

const { ttl, askAnswer } = limits.lease;

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
