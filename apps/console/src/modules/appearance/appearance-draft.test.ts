import { factoryAppearance, type Appearance } from '@eyrie/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutPixels, clampCut } from './crop.ts';
import { changesOf, draftOf, faultsOf } from './appearance-draft.ts';

const appearance: Appearance = {
  ...factoryAppearance,
  tileLevels: null,
  nameChineseOnly: true,
  insuranceRequired: true,
  version: 3,
};

test('only what differs is sent', () => {
  const draft = draftOf(appearance);
  expect(changesOf(appearance, draft)).toEqual({});
  expect(changesOf(appearance, { ...draft, pcName: '北方', menuColor: '#000000' })).toEqual({
    pcName: '北方',
    menuColor: '#000000',
  });
  expect(changesOf({ ...appearance, menuColor: '#000000' }, draft)).toEqual({ menuColor: null });
});

test('each field says its first fault', () => {
  expect(faultsOf({ ...draftOf(appearance), pcName: '', level: null })).toMatchObject({
    pcName: { rule: 'required' },
    level: { rule: 'required' },
  });
  expect(faultsOf(draftOf(appearance))).toEqual({});
});

test('a cut stays inside its picture, however it is pulled', () => {
  const share = fc.double({ min: -3, max: 4, noNaN: true });
  const side = fc.integer({ min: 1, max: 16_384 });
  fc.assert(
    fc.property(share, share, share, side, side, (size, x, y, width, height) => {
      const cut = cutPixels({ size, x, y }, width, height);
      expect(cut.left).toBeGreaterThanOrEqual(0);
      expect(cut.top).toBeGreaterThanOrEqual(0);
      // Rounding may add one pixel, which the canvas leaves clear of the picture.
      expect(cut.left + cut.width).toBeLessThanOrEqual(width + 1);
      expect(cut.top + cut.height).toBeLessThanOrEqual(height + 1);
      expect(clampCut(clampCut({ size, x, y }))).toEqual(clampCut({ size, x, y }));
    }),
  );
});
