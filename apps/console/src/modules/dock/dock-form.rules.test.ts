import { describe, expect, it } from 'vitest';
import { brokenNameRule, leadsHere } from './dock-form.rules.ts';

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
