import { expect, it } from 'vitest';
import { isTerminal } from './terminal-address.ts';

it('knows the planner for the field by its address alone', () => {
  expect(isTerminal('#/RouteSetTerminal')).toBe(true);
  expect(isTerminal('#/RouteSetTerminal?plan=new')).toBe(true);
  expect(isTerminal('#/RouteSetTerminalX')).toBe(false);
  expect(isTerminal('#/Login?to=%2FRouteSetTerminal')).toBe(false);
});
