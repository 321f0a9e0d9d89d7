import { calls, searchKinds, searchPages } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { addressOf } from './search-address.ts';

describe('the address of a record that was found', () => {
  it.each([
    ['dock', ['/DaJiAirport', '/PortMonitorSee'], '/PortMonitorSee?oid=a%26b'],
    ['dock', ['/DaJiAirport'], '/DaJiAirport?open=a%26b'],
    ['dock', ['/UAVAdmin'], null],
    ['task', ['/TaskManagerNew'], '/TaskManagerNew?tab=flights&taskOID=a%26b'],
    ['flight', ['/TaskManagerNew'], '/TaskManagerNew?tab=flights&open=a%26b'],
    ['workOrder', ['/AlarmWorksheet', '/WarnWorkDetails'], '/WarnWorkDetails?oid=a%26b'],
    ['workOrder', ['/AlarmWorksheet'], '/AlarmWorksheet?open=a%26b'],
  ] as const)('of a %s for whoever may open %j is %s', (kind, permitted, address) => {
    expect(addressOf(kind, 'a&b', permitted)).toBe(address);
  });

  it('is of a page whose right shows the record', () => {
    for (const kind of searchKinds) {
      const { permission } = calls[kind].get;
      for (const page of searchPages[kind]) expect(permission, kind).toContain(page);
    }
  });
});
