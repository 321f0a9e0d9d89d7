import { expect, it } from 'vitest';
import type { DockLink } from '../../modules/dock/index.ts';
import { createLinkTable } from './link-table.ts';

const dock = (oid: string, droneSn: string | null): DockLink =>
  ({ dock: { oid, sn: `SN-${oid}`, droneSn } }) as unknown as DockLink;

it('finds a dock under its own number and under that of the aircraft that is behind it now', () => {
  const table = createLinkTable();
  const [a, b] = [dock('a', 'AIR1'), dock('b', null)];
  for (const link of [a, b]) {
    table.add(link);
    table.setDrone(link);
  }
  expect(table.ofSn('AIR1')).toBe(a);
  a.dock = { ...a.dock, droneSn: 'AIR2' };
  table.setDrone(a);
  expect([table.ofSn('AIR1'), table.ofSn('AIR2'), table.ofSn('SN-a')]).toEqual([null, a, a]);
  a.dock = { ...a.dock, droneSn: null };
  table.setDrone(a);
  expect(table.ofSn('AIR2')).toBeNull();
});

it('leaves an aircraft with the dock that has it by now when the former one goes', () => {
  const table = createLinkTable();
  const [a, b] = [dock('a', 'AIR'), dock('b', 'AIR')];
  for (const link of [a, b]) {
    table.add(link);
    table.setDrone(link);
  }
  table.remove(a);
  expect([table.ofSn('AIR'), table.ofSn('SN-a'), table.find('a')]).toEqual([b, null, null]);
  table.remove(b);
  expect(table.ofSn('AIR')).toBeNull();
});
