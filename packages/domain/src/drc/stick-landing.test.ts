import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredLanding, askLanding, isLanding, noLanding, spendLanding } from './stick-landing.ts';

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
