import type { MappedOrder } from '@eyrie/domain';
import { describe, expect, it } from 'vitest';
import { daysOld, shownOrders } from './shown-orders.ts';

const day = 86_400_000;
const at = 100 * day;
const order = (oid: string, old: number, groupOID = 'a'): MappedOrder => ({
  oid,
  name: oid,
  class: 'crack',
  state: 'unassigned',
  groupOID,
  groupName: groupOID,
  lng: null,
  lat: null,
  createdAt: at - old * day - 1,
  ageing: false,
  severity: 'medium',
  dueAt: null,
});
const all = { days: 30, groupOID: null, oldest: null, youngest: null } as const;

describe('orders that are shown', () => {
  it('are those of the department and of the days that are chosen', () => {
    const list = [order('today', 0), order('week', 7), order('beside', 7, 'b'), order('month', 30)];
    const oids = (asked: Parameters<typeof shownOrders>[1]): string[] =>
      shownOrders(list, asked, at).map(({ oid }) => oid);
    expect(oids(all)).toEqual(['today', 'week', 'beside', 'month']);
    expect(oids({ ...all, groupOID: 'a', oldest: 7 })).toEqual(['today', 'week']);
    expect(oids({ ...all, youngest: 1, oldest: 29 })).toEqual(['week', 'beside']);
  });

  it('count an order that came a moment ahead of this clock as one of today', () => {
    expect(daysOld(at + 5_000, at)).toBe(0);
  });
});
