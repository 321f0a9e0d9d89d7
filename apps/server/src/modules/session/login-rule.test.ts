import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { addressKey, captchaDue, currentCount, decideTry, type TryFacts } from './login-rule.ts';

const { freeFailures, failureWindow, guessesPerAccountPerHour, guessesKeptForKnownAddresses } = limits.login;
const now = 10 * failureWindow;
const count = (failures: number, age = 1_000) => ({ failures, windowStartedAt: now - age });
const decide = (part: Partial<TryFacts>) =>
  decideTry({
    account: count(0),
    address: count(0),
    underWay: { account: 0, address: 0 },
    captchaSolved: false,
    captchaAlways: false,
    knownAddress: false,
    now,
    ...part,
  });

describe('a count of failures', () => {
  it('holds to the end of its window, and starts again then', () => {
    expect(currentCount(count(2, failureWindow - 1), now)).toEqual(count(2, failureWindow - 1));
    expect(currentCount(count(2, failureWindow), now)).toEqual({ failures: 0, windowStartedAt: now });
  });
  it('asks for a captcha from the third failure of the account or of the address on', () => {
    const [few, many] = [count(freeFailures - 1), count(freeFailures)];
    expect(captchaDue(few, few, now)).toBe(false);
    expect(captchaDue(many, few, now)).toBe(true);
    expect(captchaDue(few, many, now)).toBe(true);
    const old = count(freeFailures, failureWindow);
    expect(captchaDue(old, old, now)).toBe(false);
  });
});

describe('a try to sign in', () => {
  const limit = guessesPerAccountPerHour;
  const strange = limit - guessesKeptForKnownAddresses;
  it.each<[string, Partial<TryFacts>, ReturnType<typeof decideTry>]>([
    ['goes without failures', {}, { kind: 'go' }],
    ['needs a captcha where the organisation wants it', { captchaAlways: true }, { kind: 'captcha' }],
    ['goes with it', { captchaAlways: true, captchaSolved: true }, { kind: 'go' }],
    ['needs a captcha after failures of the account', { account: count(freeFailures) }, { kind: 'captcha' }],
    ['needs a captcha after failures at the address', { address: count(freeFailures) }, { kind: 'captcha' }],
    ['goes with a captcha', { account: count(freeFailures), captchaSolved: true }, { kind: 'go' }],
    [
      'is held while others of the account would use up the free ones',
      { account: count(1), underWay: { account: freeFailures - 1, address: 0 } },
      { kind: 'hold' },
    ],
    [
      'is held while others at the address would',
      { address: count(1), underWay: { account: 0, address: freeFailures - 1 } },
      { kind: 'hold' },
    ],
    [
      'goes beside others that leave a free one',
      { underWay: { account: freeFailures - 1, address: freeFailures - 1 } },
      { kind: 'go' },
    ],
    [
      'is held with a captcha while others could take the last guess',
      { account: count(strange - 1), captchaSolved: true, underWay: { account: 1, address: 0 } },
      { kind: 'hold' },
    ],
    ['goes with the last guess', { account: count(strange - 1), captchaSolved: true }, { kind: 'go' }],
    [
      'waits for the rest of the window when the guesses are spent',
      { account: count(strange, 60_000), captchaSolved: true },
      { kind: 'wait', wait: failureWindow - 60_000 },
    ],
    [
      'goes from a known address on the guesses kept for it',
      { account: count(strange), captchaSolved: true, knownAddress: true },
      { kind: 'go' },
    ],
    [
      'waits there too when all are spent',
      { account: count(limit, 60_000), captchaSolved: true, knownAddress: true },
      { kind: 'wait', wait: failureWindow - 60_000 },
    ],
    ['goes in a new window', { account: count(limit, failureWindow) }, { kind: 'go' }],
  ])('%s', (_what, part, decision) => {
    expect(decide(part)).toEqual(decision);
  });
});

describe('addressKey', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0db8::1', '2001:db8:0:0::/64'],
    ['2001:db8::2:3:4:5:6', '2001:db8:0:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s counts as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
