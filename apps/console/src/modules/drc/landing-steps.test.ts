import { expect, it } from 'vitest';
import { afterAnswer, afterTime, noSteps, type LandingSteps } from './landing-steps.ts';

const asking: LandingSteps = { step: 'asking', landing: 'force', since: 0 };
const sending: LandingSteps = { step: 'sending', landing: 'force', since: 0 };
const answer = { landing: 'force', nonce: 'n', fault: null } as const;

it('a landing is armed by the first answer for ten seconds from the first press', () => {
  const armed = afterAnswer(asking, answer);
  expect(armed).toEqual({ step: 'confirm', landing: 'force', nonce: 'n', until: 10_000 });
  expect(afterTime(armed, 9_999)).toBe(armed);
  expect(afterTime(armed, 10_000)).toEqual({ step: 'failed', why: 'expired' });
  expect(afterAnswer(asking, { ...answer, landing: 'emergency' })).toBe(asking);
  expect(afterAnswer(noSteps, answer)).toBe(noSteps);
});

it('a landing was sent once the server says so, and is of unknown outcome where it stays silent', () => {
  expect(afterAnswer(sending, { ...answer, nonce: null })).toBe(noSteps);
  expect(afterAnswer(sending, { ...answer, nonce: null, fault: 'nonceOld' })).toEqual({
    step: 'failed',
    why: 'nonceOld',
  });
  expect([afterTime(asking, 4_000), afterTime(asking, 4_001)]).toEqual([
    asking,
    { step: 'failed', why: 'unanswered' },
  ]);
  expect(afterTime(sending, 4_001)).toEqual({ step: 'failed', why: 'unknown' });
});
