import { expect, it } from 'vitest';
import { isTerminal, terminalTarget } from './terminal-address.ts';

it('knows the planner for the field by its address alone', () => {
  expect(isTerminal('#/RouteSetTerminal')).toBe(true);
  expect(isTerminal('#/RouteSetTerminal?plan=new')).toBe(true);
  expect(isTerminal('#/RouteSetTerminalX')).toBe(false);
  expect(isTerminal('#/Login?to=%2FRouteSetTerminal')).toBe(false);
});

it('has the planner for the field kept at an address of its own, which shows nothing else', () => {
  const at = (pathname: string, hash: string, keeps = true) => terminalTarget({ pathname, hash }, keeps);
  expect(at('/', '#/RouteSetTerminal?plan=new')).toBe('/RouteSetTerminal#/RouteSetTerminal?plan=new');
  expect(at('/console/index.html', '#/RouteSetTerminal')).toBe('/console/RouteSetTerminal#/RouteSetTerminal');
  expect(at('/', '#/RouteSetTerminal', false)).toBeNull();
  expect(at('/', '#/RoutePlanning')).toBeNull();
  expect(at('/RouteSetTerminal', '#/RouteSetTerminal?plan=new')).toBeNull();
  expect(at('/RouteSetTerminal', '#/RoutePlanning')).toBe('/RouteSetTerminal#/RouteSetTerminal');
});

it('has work in the field kept at an address of its own, which gives way to other pages', () => {
  const at = (pathname: string, hash: string, keeps = true) => terminalTarget({ pathname, hash }, keeps);
  expect(at('/', '#/WorkOrderField?oid=1')).toBe('/WorkOrderField#/WorkOrderField?oid=1');
  expect(at('/', '#/WorkOrderField', false)).toBeNull();
  expect(at('/', '#/WorkOrderFieldX')).toBeNull();
  expect(at('/console/WorkOrderField', '#/WorkOrderField?oid=1')).toBeNull();
  // Who is not signed in signs in there.
  expect(at('/WorkOrderField', '#/Login?to=%2FWorkOrderField')).toBeNull();
  expect(at('/WorkOrderField', '')).toBeNull();
  expect(at('/console/WorkOrderField', '#/AlarmWorksheet')).toBe('/console/#/AlarmWorksheet');
});
