import { describe, expect, it } from 'vitest';
import {
  faultsFrom,
  faultsOf,
  flightRequest,
  suggestedAltitude,
  type FlightDraft,
} from './flight-form.rules.ts';

const oid = '0190b2a4-0000-7000-8000-000000000001';
const draft = (part: Partial<FlightDraft>): FlightDraft => ({
  routeOID: oid,
  dockOID: oid,
  returnAltitude: 100,
  lostAction: 'return',
  clarity: 'hd',
  taskName: '',
  taskOID: null,
  ...part,
});

describe('faults of a draft', () => {
  it.each([20, 100, 1500])('takes a return altitude of %d m', (returnAltitude) => {
    expect(faultsOf(draft({ returnAltitude }))).toEqual({});
  });
  it.each([19, 1501, -5, 100.5])('refuses %d m and says the range', (returnAltitude) => {
    expect(faultsOf(draft({ returnAltitude })).returnAltitude).toEqual({
      id: 'issue.returnAltitude',
      values: { min: 20, max: 1500 },
    });
  });
  it('names every missing field at once', () => {
    const faults = faultsOf(draft({ routeOID: null, dockOID: null, returnAltitude: null }));
    expect(Object.keys(faults).toSorted()).toEqual(['dockOID', 'returnAltitude', 'routeOID']);
  });
});

describe('what pictures are searched for', () => {
  const crack = { aiTypes: ['crack'] };
  const range = { id: 'arrange.aiRangeFault', values: { min: 25, max: 50 } };
  it.each([null, 24, 51, 30.5])('needs a range within the limits, not %s', (aiRange) => {
    expect(faultsOf(draft({ ...crack, aiRange })).aiRange).toEqual(range);
  });
  it.each([25, 50])('takes %d m', (aiRange) => {
    expect(faultsOf(draft({ ...crack, aiRange }))).toEqual({});
    expect(flightRequest(draft({ ...crack, aiRange })).data).toMatchObject({ ...crack, aiRange });
  });
  it('asks for no range, and sends none, where there are no types', () => {
    expect(flightRequest(draft({ aiTypes: [], aiRange: 99 })).data).not.toHaveProperty('aiRange');
  });
});

it('puts the words of the server beside the field', () => {
  const data = { issues: [{ path: 'returnAltitude', rule: 'max', message: '不能大于 120' }, { path: 'x' }] };
  expect(faultsFrom(data)).toEqual({ returnAltitude: { text: '不能大于 120' } });
  expect(faultsFrom(null)).toEqual({});
});

it.each([
  [0, 100],
  [79, 100],
  [81, 110],
  [120, 140],
  [2000, 1500],
])('over %d m suggests %d m', (highest, suggested) => {
  expect(suggestedAltitude(highest)).toBe(suggested);
});
