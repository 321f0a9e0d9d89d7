import { limits } from '@eyrie/domain';

/** Tries that were not followed by a success, counted from the start of their window. Epoch milliseconds. */
export interface FailureCount {
  failures: number;
  windowStartedAt: number;
}

export interface TryFacts {
  account: FailureCount;
  /** To which each account adds only so much that another one must fail there too before all need a captcha. */
  address: FailureCount;
  /** Tries that look at a password right now. */
  underWay: { account: number; address: number };
  /** A captcha came with the try and was right. */
  captchaSolved: boolean;
  /** An organisation wants a captcha with every sign-in. */
  captchaAlways: boolean;
  /** The member has signed in from this address before. */
  knownAddress: boolean;
  now: number;
}

export type TryDecision =
  | { kind: 'go' }
  | { kind: 'captcha' }
  /** What is under way decides whether this one may. */
  | { kind: 'hold' }
  | { kind: 'wait'; /** Until the window of the account ends, ms. */ wait: number };

/** A count whose window is over starts again at zero. */
export const currentCount = (count: FailureCount, now: number): FailureCount =>
  now - count.windowStartedAt >= limits.login.failureWindow ? { failures: 0, windowStartedAt: now } : count;

export const captchaDue = (account: FailureCount, address: FailureCount, now: number): boolean =>
  currentCount(account, now).failures >= limits.login.freeFailures ||
  currentCount(address, now).failures >= limits.login.freeFailures;

/**
 * Whether a try may look at the password. Three failures of the account, or of several accounts at one address, ask
 * for a captcha; an
 * account takes only so many guesses an hour, the last few of them only from addresses that its member has used,
 * so that an attacker elsewhere cannot lock the member out. What is under way may fail: where that would close the
 * limit, a try is held until it is known. An office behind one address signs in without a captcha, and a burst of
 * guesses gains nothing.
 */
export function decideTry(facts: TryFacts): TryDecision {
  const { now, underWay } = facts;
  const account = currentCount(facts.account, now);
  const address = currentCount(facts.address, now);
  const { freeFailures, guessesPerAccountPerHour, guessesKeptForKnownAddresses } = limits.login;
  const most = guessesPerAccountPerHour - (facts.knownAddress ? 0 : guessesKeptForKnownAddresses);
  if (!facts.captchaSolved && (facts.captchaAlways || captchaDue(account, address, now)))
    return { kind: 'captcha' };
  if (account.failures >= most)
    return { kind: 'wait', wait: account.windowStartedAt + limits.login.failureWindow - now };
  const mayFail = account.failures + underWay.account;
  if (mayFail >= most) return { kind: 'hold' };
  if (facts.captchaSolved) return { kind: 'go' };
  return Math.max(mayFail, address.failures + underWay.address) >= freeFailures
    ? { kind: 'hold' }
    : { kind: 'go' };
}

/** Where tries are counted together: an IPv4 address, or the first 64 bits of an IPv6 address, which one host owns. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!address.includes(':')) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const zeros = Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
