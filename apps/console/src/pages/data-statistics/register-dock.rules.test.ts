import { CallRefused } from '@eyrie/client';
import { describe, expect, it } from 'vitest';
import { brokenNameRule, issuesOf, leadsHere } from './register-dock.rules.ts';

describe('the name of a dock', () => {
  it.each([
    ['东门机场', true, null],
    ['East gate', true, 'issue.chineseOnly'],
    ['东门1', true, 'issue.chineseOnly'],
    ['机'.repeat(20), true, null],
    ['机'.repeat(21), true, 'issue.chineseMax'],
    ['East gate', false, null],
    ['x'.repeat(65), false, 'issue.tooLong'],
  ])('%s (Chinese only: %s) breaks %s', (name, chineseOnly, rule) => {
    expect(brokenNameRule(name, chineseOnly)).toBe(rule);
  });
});

describe('what the server found', () => {
  const refused = (reason: string, data: unknown) =>
    new CallRefused({ status: 422, code: 422, message: 'no', reason, data });
  it('goes to its field', () => {
    const issues = [{ path: 'name', rule: 'chineseOnly', message: 'x' }];
    expect(issuesOf(refused('invalid', { issues }))).toEqual(issues);
    expect(issuesOf(refused('snTaken', null))).toEqual([{ path: 'sn', message: 'no' }]);
  });
  it('is nothing for other failures', () => {
    expect(issuesOf(new Error('x'))).toEqual([]);
    expect(issuesOf(refused('invalid', { issues: [1, null, { path: 2 }] }))).toEqual([]);
  });
});

describe('the address of the broker', () => {
  it.each(['mqtt://127.0.0.1:1883', 'mqtts://localhost:8883', 'mqtt://[::1]:1883'])(
    '%s leads nowhere from a dock',
    (address) => {
      expect(leadsHere(address)).toBe(true);
    },
  );
  it.each(['mqtt://10.0.0.7:1883', 'mqtts://docks.example:8883', ''])('%s may', (address) => {
    expect(leadsHere(address)).toBe(false);
  });
});
