import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldPopups, type Popup } from './popup-fold.ts';

const popup = (oid: string, kind: string, level: Popup['level'] = 'attention'): Popup => ({
  oid,
  kind,
  level,
  values: {},
  at: 0,
  link: null,
});

it('folds those of one kind into the newest, and says how many stand behind it', () => {
  const folded = foldPopups([
    popup('a', 'insuranceEnds'),
    popup('b', 'rightsChanged'),
    popup('c', 'insuranceEnds'),
    popup('d', 'insuranceEnds'),
  ]);
  expect(folded.map(({ newest, others }) => [newest.oid, others])).toEqual([
    ['a', ['c', 'd']],
    ['b', []],
  ]);
});

it('names every device of an alarm', () => {
  const alarms = [popup('a', 'controlLost', 'alarm'), popup('b', 'controlLost', 'alarm')];
  expect(foldPopups(alarms).map(({ newest }) => newest.oid)).toEqual(['a', 'b']);
});

it('loses none and shows none twice', () => {
  const kinds = fc.constantFrom('x', 'y', 'z');
  const levels = fc.constantFrom('info' as const, 'attention' as const, 'alarm' as const);
  fc.assert(
    fc.property(fc.array(fc.tuple(kinds, levels)), (drawn) => {
      const popups = drawn.map(([kind, level], at) => popup(String(at), kind, level));
      const shown = foldPopups(popups).flatMap(({ newest, others }) => [newest.oid, ...others]);
      expect(shown.toSorted()).toEqual(popups.map(({ oid }) => oid).toSorted());
    }),
  );
});
