import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  answeredLanding,
  askLanding,
  isLanding,
  lacksLanding,
  lostLanding,
  noLanding,
  spendLanding,
  stoppedLanding,
  stoppingLanding,
} from './stick-landing.ts';

const asked = askLanding(noLanding, 'force', 'n', 0).state;

describe('a landing by two steps', () => {
  it.each([
    ['without the first', noLanding, 'force', 'n', 1, 'nonceSpent'],
    ['of another kind', asked, 'emergency', 'n', 1, 'nonceSpent'],
    ['with another nonce', asked, 'force', 'm', 1, 'nonceSpent'],
    ['within ten seconds', asked, 'force', 'n', 10_000, null],
    ['after ten seconds', asked, 'force', 'n', 10_001, 'nonceOld'],
  ] as const)('%s', (_, state, landing, nonce, now, fault) => {
    expect(spendLanding(state, landing, nonce, now).fault).toBe(fault);
  });

  it('has its nonce spent by whatever the second step was', () => {
    const wrong = spendLanding(asked, 'force', 'm', 1).state;
    expect(spendLanding(wrong, 'force', 'n', 2).fault).toBe('nonceSpent');
  });

  it('is ordered once, until the device refuses it', () => {
    const { state } = spendLanding(asked, 'force', 'n', 1);
    expect(isLanding(state)).toBe(true);
    expect(askLanding(state, 'force', 'm', 2).fault).toBe('landingRuns');
    expect(spendLanding(state, 'force', 'n', 2).fault).toBe('landingRuns');
    const landing = answeredLanding(state, 'force', 0);
    expect([isLanding(landing), answeredLanding(landing, 'force', 9)]).toEqual([true, landing]);
    const refused = answeredLanding(state, 'force', 9);
    expect([isLanding(refused), askLanding(refused, 'force', 'm', 2).fault]).toEqual([false, null]);
    expect(answeredLanding(noLanding, 'force', 0)).toBe(noLanding);
  });

  it('may be ordered again by a person where its outcome is not known, with the sticks still locked', () => {
    const { state } = spendLanding(asked, 'force', 'n', 1);
    const unknown = lostLanding(state, 'unknown');
    expect([isLanding(unknown), askLanding(unknown, 'force', 'm', 2).fault]).toEqual([true, null]);
    const again = spendLanding(askLanding(unknown, 'force', 'm', 2).state, 'force', 'm', 3);
    expect(again).toMatchObject({ fault: null, state: { ordered: { state: 'sent', result: null } } });
    // The answer came after all.
    expect(answeredLanding(unknown, 'force', 0).ordered?.state).toBe('accepted');
  });

  it('that did not reach its device locks nothing and may be ordered again', () => {
    const { state } = spendLanding(asked, 'force', 'n', 1);
    const failed = lostLanding(state, 'failed');
    expect([isLanding(failed), askLanding(failed, 'force', 'm', 2).fault]).toEqual([false, null]);
    expect(lostLanding(failed, 'unknown')).toBe(failed);
  });

  it('that the device has answered is not lost any more, nor one that was stopped', () => {
    const answered = answeredLanding(spendLanding(asked, 'force', 'n', 1).state, 'force', 0);
    expect([lostLanding(answered, 'failed'), lostLanding(noLanding, 'failed')]).toEqual([
      answered,
      noLanding,
    ]);
  });

  it('that left goes on while a stop is on its way, and another may be ordered', () => {
    const { state } = spendLanding(asked, 'force', 'n', 1);
    const stopping = stoppingLanding(state, true);
    expect([isLanding(stopping), askLanding(stopping, 'force', 'm', 2).fault]).toEqual([true, null]);
    expect(answeredLanding(stopping, 'force', 0)).toMatchObject({ stopping: true, ordered: { result: 0 } });
    const again = spendLanding(askLanding(stopping, 'force', 'm', 2).state, 'force', 'm', 3);
    expect(again).toMatchObject({ fault: null, state: { stopping: false, ordered: { result: null } } });
  });

  it('that has not left, or was only asked for, is void by a stop', () => {
    expect(stoppingLanding(spendLanding(asked, 'force', 'n', 1).state, false)).toEqual(noLanding);
    expect(stoppingLanding(asked, true)).toEqual(noLanding);
  });

  it.each([
    ['accepted', false],
    ['unknown', false],
    ['rejected', true],
    ['failed', true],
  ] as const)('goes on or not after a stop that is %s', (outcome, goesOn) => {
    const landing = answeredLanding(spendLanding(asked, 'force', 'n', 1).state, 'force', 0);
    const stopped = stoppedLanding(stoppingLanding(landing, true), outcome);
    expect([isLanding(stopped), askLanding(stopped, 'force', 'm', 2).fault]).toEqual(
      goesOn ? [true, 'landingRuns'] : [false, null],
    );
  });

  it('is never ordered more often than it was asked for', () => {
    const step = fc.record({ ask: fc.boolean(), nonce: fc.constantFrom('a', 'b'), wait: fc.nat(6_000) });
    fc.assert(
      fc.property(fc.array(step), (all) => {
        let [state, now, asks, orders] = [noLanding, 0, 0, 0];
        for (const { ask, nonce, wait } of all) {
          now += wait;
          const next = ask
            ? askLanding(state, 'force', nonce, now)
            : spendLanding(state, 'force', nonce, now);
          if (next.fault === null && ask) asks += 1;
          else if (next.fault === null) orders += 1;
          state = next.state.ordered && next.fault === null && !ask ? noLanding : next.state;
          expect(orders).toBeLessThanOrEqual(asks);
        }
      }),
    );
  });
});

it.each([
  ['3-1-0', true],
  ['3-2-0', false],
  ['3-3-0', false],
  ['2-119-0', true],
  ['2-144-0', true],
  ['2-174-0', false],
  ['a model that no document names', false],
])('%s lacks a landing by sticks: %s', (model, lacks) => {
  expect(lacksLanding(model)).toBe(lacks);
});
