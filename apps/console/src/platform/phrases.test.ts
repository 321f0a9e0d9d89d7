import {
  commandMethods,
  commandStates,
  firstRoleKeys,
  flightOutcomes,
  gateItemNames,
  refusalReasons,
  resources,
} from '@eyrie/domain';
import { phrases } from '@eyrie/phrases';
import { expect, it } from 'vitest';

const known = new Set(Object.keys(phrases('zh-CN')));

it.each([
  ['refusal', refusalReasons],
  ['gate', gateItemNames],
  ['command', [...commandMethods, 'leaseOverride']],
  ['commandState', commandStates],
  ['permission', resources],
  ['role', firstRoleKeys],
  ['statistics.outcome', flightOutcomes],
])('every %s of the domain has a text', (word, names) => {
  expect(names.filter((name) => !known.has(`${word}.${name}`))).toEqual([]);
});
