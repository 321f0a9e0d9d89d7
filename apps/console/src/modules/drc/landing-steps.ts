import { limits, type LandingAnswer, type LandingFault, type StickLanding } from '@eyrie/domain';

/** What became of a landing on this page. Moments on the clock of the page, ms. */
export type LandingSteps =
  | { step: 'none' }
  | { step: 'asking' | 'sending'; landing: StickLanding; since: number }
  /** The first press was taken; the second counts until then. */
  | { step: 'confirm'; landing: StickLanding; nonce: string; until: number }
  | { step: 'failed'; why: LandingFault | 'unanswered' | 'expired' | 'unknown' };

export const noSteps: LandingSteps = { step: 'none' };
/** The server answers a step within so long, or its answer counts no more. */
const answerWithin = 4_000;

export const afterAnswer = (before: LandingSteps, { landing, nonce, fault }: LandingAnswer): LandingSteps => {
  if ((before.step !== 'asking' && before.step !== 'sending') || before.landing !== landing) return before;
  if (fault) return { step: 'failed', why: fault };
  if (before.step === 'sending') return nonce === null ? noSteps : before;
  if (nonce === null) return before;
  // From when it was asked: the server began to count later.
  return { step: 'confirm', landing, nonce, until: before.since + limits.drc.landing.nonceLife };
};

/** Time passed: silence is never success, and what was armed does not stay so. */
export const afterTime = (before: LandingSteps, now: number): LandingSteps => {
  if (before.step === 'confirm') return now < before.until ? before : { step: 'failed', why: 'expired' };
  if (before.step !== 'asking' && before.step !== 'sending') return before;
  if (now - before.since <= answerWithin) return before;
  return { step: 'failed', why: before.step === 'asking' ? 'unanswered' : 'unknown' };
};
