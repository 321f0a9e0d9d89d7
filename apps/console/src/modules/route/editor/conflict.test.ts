import type { RecordChange } from '@eyrie/domain';
import { addPoint, freshPlan } from '@eyrie/planner';
import { describe, expect, it } from 'vitest';
import { conflictOf, readNumber } from './conflict.ts';

const base = addPoint(freshPlan('waypoint'), { lng: 121.47, lat: 31.23 });
const theirs = addPoint(base, { lng: 121.48, lat: 31.23 });
const mine = { ...base, settings: { ...base.settings, speed: 4 } };

const change = (
  version: number,
  name: string,
  fields: Record<string, readonly [unknown, unknown]>,
): RecordChange => ({
  version,
  at: 0,
  by: { oid: name, name },
  changes: Object.entries(fields).map(([field, [from, to]]) => ({ field, from, to })),
});

describe('two editors of one route', () => {
  it('are told what each has changed since both read it', () => {
    const since = [
      change(3, 'Zhou', { number: [2, 3], name: ['East', 'North'] }),
      change(2, 'Li', { number: [1, 2] }),
    ];
    expect(readNumber(since)).toBe(1);
    const stored = { name: 'North', remark: '', number: 3, plan: theirs };
    const found = conflictOf(since, base, stored, { name: 'East', remark: 'windy', plan: mine });
    expect(found).toMatchObject({ number: 3, by: ['Zhou', 'Li'] });
    expect(found.theirs).toEqual([
      { what: 'settings', values: { field: 'name', from: 'East', to: 'North' } },
      { what: 'pointsAdded', values: { count: 1 } },
    ]);
    expect(found.mine).toEqual([
      { what: 'settings', values: { field: 'remark', from: '', to: 'windy' } },
      { what: 'settings', values: { field: 'speed', from: base.settings.speed, to: 4 } },
    ]);
  });

  it('are told of a new name alone, without a version that nobody saved', () => {
    const since = [change(1, 'Li', { name: ['East', 'North'] })];
    expect(readNumber(since)).toBeNull();
    const stored = { name: 'North', remark: '', number: 1, plan: base };
    const found = conflictOf(since, base, stored, { name: 'East', remark: '', plan: mine });
    expect(found.number).toBeNull();
    expect(found.theirs).toEqual([
      { what: 'settings', values: { field: 'name', from: 'East', to: 'North' } },
    ]);
    expect(found.mine).toHaveLength(1);
  });
});
