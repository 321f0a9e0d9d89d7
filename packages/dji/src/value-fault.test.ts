import { expect, it } from 'vitest';
import { valueFault } from './snapshot.ts';

it.each([
  ['humidity', 'wet', { reason: 'wrongType', member: '', rule: 'number' }],
  ['humidity', 130, { reason: 'outOfRange', member: '', rule: '0..100' }],
  ['wind_speed', 101, { reason: 'outOfRange', member: '', rule: '0..100' }],
  ['mode_code', 1.5, { reason: 'wrongType', member: '', rule: 'wholeNumber' }],
  ['storage', 'full', { reason: 'wrongType', member: '', rule: 'struct' }],
  [
    'position_state',
    { is_fixed: 2, gps_number: -1 },
    { reason: 'outOfRange', member: 'gps_number', rule: '0..500' },
  ],
  [
    'battery',
    { batteries: [{ loop_times: 3 }, { loop_times: -1 }] },
    { reason: 'outOfRange', member: 'batteries.1.loop_times', rule: `0..${Number.MAX_SAFE_INTEGER}` },
  ],
])('%s as %j breaks a rule that is named', (key, sent, fault) => {
  expect(valueFault(key, sent, 'dock')).toEqual(fault);
});

it('finds nothing wrong with what is read, and nothing to say of what nobody described', () => {
  expect(valueFault('humidity', '55', 'dock')).toBeNull();
  expect(valueFault('latitude', 22.5, 'dock')).toBeNull();
  expect(valueFault('something_new', 'x', 'dock')).toBeNull();
});
