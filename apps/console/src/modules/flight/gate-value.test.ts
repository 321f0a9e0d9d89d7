import { expect, it } from 'vitest';
import { gateRank, gateReasonsOf, gateValue, gateVerdict } from './gate-value.ts';

const isPhrase = (id: string) => id === 'dock.rainfall.none';

it('reads words, numbers with their units, and leaves out what says nothing', () => {
  expect(gateValue('rain', 'none', isPhrase)).toEqual({ id: 'dock.rainfall.none' });
  expect(gateValue('battery', 40, isPhrase)).toEqual({ amount: 40, unitId: 'unit.percent' });
  expect(gateValue('clock', 900, isPhrase)).toEqual({ amount: 0.9, unitId: 'unit.second' });
  expect(gateValue('storage', 1_000_000, isPhrase)).toEqual({ amount: 1, unitId: 'unit.gigabyte' });
  expect(gateValue('returnAltitude', '20-500', isPhrase)).toEqual({ words: '20-500' });
  expect(gateValue('rain', 'hail', isPhrase)).toEqual({ words: 'hail' });
  expect(gateValue('home', 'true', isPhrase)).toBeNull();
  expect(gateValue('otherFlight', '0190b2a4', isPhrase)).toBeNull();
  expect(gateValue('wind', null, isPhrase)).toBeNull();
  expect(gateValue('insurance', 1_760_000_000_000, isPhrase)).toEqual({ instant: 1_760_000_000_000 });
  expect(gateValue('heightLimit', 120, isPhrase)).toEqual({ amount: 120, unitId: 'unit.metre' });
});

it('puts what blocks before what warns, and that before what passed', () => {
  const of = (verdict: 'passed' | 'failed' | 'notChecked', blocks: boolean) => gateRank({ verdict, blocks });
  expect([
    of('failed', true),
    of('notChecked', true),
    of('failed', false),
    of('notChecked', false),
    of('passed', false),
  ]).toEqual([0, 1, 2, 3, 4]);
});

it('calls what only warns neither failed nor unchecked, and knows a remedy for each reason of the book', () => {
  expect(gateVerdict({ verdict: 'failed', blocks: true })).toBe('failed');
  expect(gateVerdict({ verdict: 'failed', blocks: false })).toBe('warned');
  expect(gateVerdict({ verdict: 'notChecked', blocks: false })).toBe('notKnown');
  expect(gateVerdict({ verdict: 'passed', blocks: false })).toBe('passed');
  const of = (item: 'airworthy' | 'maintenance' | 'insurance' | 'health' | 'wind', value: string) =>
    gateReasonsOf({ item, verdict: 'failed', value });
  expect(of('airworthy', 'carried,firmware')).toEqual(['carried', 'firmware']);
  expect(of('maintenance', 'under')).toEqual(['underMaintenance']);
  expect(of('insurance', '1')).toEqual(['insuranceOver']);
  expect(of('health', '0x1')).toEqual(['alarm']);
  expect(of('wind', '13')).toEqual([]);
  expect(gateReasonsOf({ item: 'maintenance', verdict: 'passed', value: 'none' })).toEqual([]);
});
