import { limits } from '@eyrie/domain';
import { expect, it } from 'vitest';
import {
  exceedsBattery,
  fileFault,
  isBlocked,
  isClear,
  isUnchecked,
  uncheckedRules,
} from './import-rules.ts';

it.each([
  [{ name: 'a.kmz', size: 10 }, null],
  [{ name: 'A.KMZ', size: 10 }, null],
  [{ name: 'a.xlsx', size: 10 }, null],
  [{ name: 'A.CSV', size: 10 }, null],
  [{ name: 'a.xlsx', size: 0 }, 'empty'],
  [{ name: 'a.xlsx', size: limits.table.bytes + 1 }, 'tableTooBig'],
  [{ name: 'a.xls', size: 10 }, 'notKmz'],
  [{ name: 'a.zip', size: 10 }, 'notKmz'],
  [{ name: 'a.kmz', size: 0 }, 'empty'],
  [{ name: 'a.kmz', size: limits.route.kmzBytes }, null],
  [{ name: 'a.kmz', size: limits.route.kmzBytes + 1 }, 'tooBig'],
])('%o: %s', (file, fault) => {
  expect(fileFault(file)).toBe(fault);
});

it('a route is blocked by one finding that blocks, and by no other', () => {
  const finding = (blocking: boolean) => ({ code: 'height', blocking, values: {} }) as const;
  expect(isBlocked({ warnings: [] })).toBe(false);
  expect(isBlocked({ warnings: [finding(false), finding(false)] })).toBe(false);
  expect(isBlocked({ warnings: [finding(false), finding(true)] })).toBe(true);
});

it('a rule for which something was missing is unchecked, unless it blocks', () => {
  const finding = { code: 'reach', blocking: false, values: { missing: 'takeOff' } };
  expect(isUnchecked(finding)).toBe(true);
  expect(isUnchecked({ ...finding, blocking: true })).toBe(false);
  expect(isUnchecked({ ...finding, values: {} })).toBe(false);
});

it('nothing was found where rules wanted for something, but not where a layer of obstacles was not read', () => {
  const finding = { code: 'clearance', blocking: false };
  expect(isClear([])).toBe(true);
  expect(isClear([{ ...finding, values: { missing: 'terrain' } }])).toBe(true);
  expect(isClear([{ ...finding, values: { missing: 'obstacles', layer: '风机' } }])).toBe(false);
  expect(isClear([{ ...finding, values: {} }])).toBe(false);
});

it('counts each rule that could not be checked once, and none that found something', () => {
  const unchecked = (code: string, missing: string) => ({ code, blocking: false, values: { missing } });
  expect(uncheckedRules([])).toBe(0);
  expect(uncheckedRules([{ code: 'reach', blocking: false, values: {} }])).toBe(0);
  expect(
    uncheckedRules([
      unchecked('clearance', 'terrain'),
      unchecked('clearance', 'obstacles'),
      unchecked('battery', 'takeOff'),
    ]),
  ).toBe(2);
});

it('a route is split that was found to exceed a battery, and none of which that is not known', () => {
  const battery = { code: 'battery' as const, blocking: false };
  expect(exceedsBattery([{ ...battery, values: { percent: 111 } }])).toBe(true);
  expect(exceedsBattery([{ ...battery, values: { missing: 'takeOff' } }])).toBe(false);
  expect(exceedsBattery([])).toBe(false);
});
