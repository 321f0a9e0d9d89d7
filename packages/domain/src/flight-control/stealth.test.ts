import { expect, it } from 'vitest';
import { commandRules } from '../command/command.ts';
import { lacksStealth, stealthMethods, stealthRefusal } from './stealth.ts';

it.each([
  [true, true, null],
  [true, false, 'drcMissing'],
  [false, true, 'droneOff'],
  [false, false, 'droneOff'],
] as const)('stealth mode of an aircraft that is on (%s), by sticks (%s): %s', (online, sticks, reason) => {
  expect(stealthRefusal({ online, sticks })).toBe(reason);
});

it('is asked about before the lights go out, never before they come back', () => {
  expect(stealthMethods.map((method) => commandRules[method].confirm)).toEqual([true, false]);
  expect(stealthMethods.map((method) => commandRules[method].control)).toEqual(['flight', 'flight']);
});

it('is there on the gateways whose documents have it', () => {
  expect(['3-1-0', '3-2-0', '3-3-0', '2-174-0', '2-144-0'].map(lacksStealth)).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
  expect([lacksStealth('Dock'), lacksStealth('Dock 2')]).toEqual([true, false]);
});
