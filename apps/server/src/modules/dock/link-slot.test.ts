import { expect, it } from 'vitest';
import { openDockLink, type DockLink } from './dock.link.ts';
import type { DockIdentity } from './dock.store.ts';
import { linkSlot } from './link-slot.ts';

const linkOf = (oid: string) => openDockLink({ oid, sn: oid, kind: 'dock' } as DockIdentity, 1);

it('what a room keeps of a link is of this link alone, and of a look at it with other values', () => {
  const slot = linkSlot<number | null>(0);
  const other = linkSlot<number | null>(0);
  const link = linkOf('a');
  slot.set(link, 4);
  expect([slot.of(link), slot.of(linkOf('b')), other.of(link)]).toEqual([4, 0, 0]);
  const copy: DockLink = { ...link, flightOID: 'f' };
  expect(slot.of(copy)).toBe(4);
  slot.set(link, null);
  expect(slot.of(link)).toBeNull();
});
