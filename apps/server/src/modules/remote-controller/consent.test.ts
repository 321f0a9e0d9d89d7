import { limits } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import type { CommandPlan } from '../command/index.ts';
import { consentCovers, type DockLink } from '../dock/index.ts';
import { answerConsent, askConsent, expireConsent } from './consent.ts';
import { controllerPlans } from './consent.plans.ts';

const commandOID = 'order';
const asked = { memberOID: 'me', memberName: 'Me', commandOID, epoch: 3, bid: 'bid' };
const begin = (): DockLink => {
  const link = {
    controller: { consent: null, formerBids: [], charges: [], named: null },
  } as unknown as DockLink;
  askConsent(link, asked, { mono: 0, server: 1_000 });
  return link;
};
const home = { method: 'returnHome', issuedBy: 'me', epoch: 3 } as const;
const plan = controllerPlans({
  clock: { wall: () => 0, mono: () => 0 },
  serverTime: () => 0,
}).controlRequest;
type Observed = Parameters<NonNullable<CommandPlan['observe']>>[0];
const seenOf = (link: DockLink) =>
  plan.observe?.({ link, command: { oid: commandOID } } as unknown as Observed);

describe('a pilot who is asked for control', () => {
  it('and never answers: the request ends as unknown, and nothing that moves may leave, then or later', () => {
    const link = begin();
    const { consentWithin } = limits.controller;
    expect(consentCovers(link, home)).toBe(false);
    expect(expireConsent(link, consentWithin, 2_000)).toBe(false);
    expect(seenOf(link)).toBe(null);
    expect(expireConsent(link, consentWithin + 1, 2_000)).toBe(true);
    expect(seenOf(link)).toEqual({ state: 'unknown', reason: 'consentSilent', firm: true });
    expect(consentCovers(link, home)).toBe(false);
    // Nobody waits for it any more: it must not begin to count at another time.
    expect(answerConsent(link, 'granted', { bid: 'bid', server: 3_000 })).toBe(false);
    expect(consentCovers(link, home)).toBe(false);
    // What moves nothing needs none.
    expect(consentCovers(link, { ...home, method: 'controlRelease' })).toBe(true);
  });

  it('and agrees: for who asked, as long as that control lasts, until it is taken back', () => {
    const link = begin();
    expect(answerConsent(link, 'granted', { bid: 'bid', server: 2_000 })).toBe(true);
    expect(seenOf(link)).toMatchObject({ state: 'succeeded' });
    expect(consentCovers(link, home)).toBe(true);
    expect(consentCovers(link, { ...home, issuedBy: 'other' })).toBe(false);
    expect(consentCovers(link, { ...home, epoch: 4 })).toBe(false);
    expect(answerConsent(link, 'canceled', { bid: null, server: 3_000 })).toBe(true);
    expect(consentCovers(link, home)).toBe(false);
  });
});
