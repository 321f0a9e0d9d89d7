import { phrases } from '@eyrie/phrases';
import { describe, expect, it } from 'vitest';
import type { PlanContext } from '../command/index.ts';
import { openDockLink, type DockIdentity, type DockLink } from '../dock/index.ts';
import { parameterPlans } from './parameter.plan.ts';

const command = { arguments: { name: 'silent', value: true } } as unknown as PlanContext['command'];

/** A dock that has said how it is set. */
const openLink = (part: Partial<DockLink> = {}): DockLink => {
  const link = openDockLink(
    { oid: 'd', sn: 'SN', model: '3-2-0', kind: 'dock', vendor: 'DJI' } as DockIdentity,
    1,
  );
  link.session = true;
  link.dockSnapshot = { values: { mode_code: 0, silent_mode: 0 }, at: {}, osdAt: 0, dropped: 0 };
  return Object.assign(link, part);
};
const refusal = (link: DockLink) => parameterPlans.setParameter.refuse({ link, command, now: 0 });

describe('a setting of a dock', () => {
  it('may change while the dock is idle', () => {
    expect(refusal(openLink())).toBeNull();
  });

  it.each([
    ['has a flight', { flightOID: 'f' }],
    ['reports a job', { job: { flightOID: 'f' } as unknown as DockLink['job'] }],
  ])('stays while the dock %s', (_, part) => {
    expect(refusal(openLink(part))).toEqual({ reason: 'dockBusy' });
  });

  it('is refused in the words that other systems know', () => {
    expect(phrases('en')['refusal.dockBusy']).toBe('The airport must be idle');
  });
});
