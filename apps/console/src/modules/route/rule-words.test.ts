import { describe, expect, it } from 'vitest';
import { ruleIds } from './rule-words.ts';

describe('the words of a rule', () => {
  it('say of a known trigger that it does not fit, and of another that it is not known', () => {
    expect(ruleIds('triggerType', { found: 'reachPoint', allowed: 'betweenAdjacentPoints' })[0]).toBe(
      'route.rule.triggerType',
    );
    expect(ruleIds('triggerType', { found: 'never' })[0]).toBe('route.warning.triggerType');
  });

  it('tell a file that names no aircraft from one that names an unknown one', () => {
    expect(ruleIds('droneUnknown', { found: '' })[0]).toBe('route.warning.droneUnknown');
    expect(ruleIds('droneUnknown', { found: '123/4' })[0]).toBe('route.rule.droneUnknown');
  });

  it('ask three places of an area and two of a line', () => {
    expect(ruleIds('tooFewPlaces', { min: 3 })).toContain('planner.rule.tooFewPlaces');
    expect(ruleIds('tooFewPlaces', { min: 2 })[0]).toBe('route.rule.tooFewPlaces');
  });
});
