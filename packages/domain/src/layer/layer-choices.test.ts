import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  changedChoices,
  choicesOfKnown,
  hasChosen,
  joinedChanges,
  noLayerChoices,
  type LayerChange,
} from './layer-choices.ts';

const oid = fc.constantFrom('a', 'b', 'c');
const change: fc.Arbitrary<LayerChange> = fc.record(
  {
    reset: fc.boolean(),
    shown: fc.dictionary(oid, fc.boolean()),
    opacity: fc.dictionary(oid, fc.constantFrom(0, 0.5, 1)),
    order: fc.uniqueArray(oid),
    only3D: fc.boolean(),
  },
  { requiredKeys: [] },
);

it('makes one change of two that does the same', () => {
  fc.assert(
    fc.property(change, change, change, (before, first, later) => {
      const start = changedChoices(noLayerChoices, before);
      expect(changedChoices(start, joinedChanges(first, later))).toEqual(
        changedChoices(changedChoices(start, first), later),
      );
    }),
  );
});

it('leaves out what was chosen for layers that are gone, and repetitions', () => {
  const choices = {
    shown: { a: true, x: false },
    opacity: { x: 0.5 },
    order: ['x', 'a', 'b', 'a'],
    only3D: true,
  };
  expect(choicesOfKnown(choices, new Set(['a', 'b']))).toEqual({
    shown: { a: true },
    opacity: {},
    order: ['a', 'b'],
    only3D: true,
  });
});

it('knows whether anything was chosen', () => {
  expect(hasChosen(noLayerChoices)).toBe(false);
  expect(hasChosen({ ...noLayerChoices, only3D: true })).toBe(true);
  expect(hasChosen({ ...noLayerChoices, shown: { a: false } })).toBe(true);
});
