import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keptLayout } from './layout.calls.ts';
import {
  arrangedPages,
  cockpitPanels,
  factoryLayout,
  freePlace,
  movedPanel,
  panelGrid,
  placementFaults,
  resizedPanel,
  screenShapes,
  type PlacedPanel,
} from './layout.ts';

const shapes = arrangedPages.flatMap((page) => screenShapes.map((shape) => [page, shape] as const));
const map: PlacedPanel = { panel: 'map', column: 6, row: 2, width: 12, height: 8 };

describe('what comes with the product', () => {
  it.each(shapes)('can be placed, and leaves no cell of %s empty on a %s screen', (page, shape) => {
    const panels = factoryLayout[page][shape];
    expect(placementFaults(panels)).toEqual([]);
    const cells = panels.reduce((sum, { width, height }) => sum + width * height, 0);
    expect(cells).toBe(panelGrid.columns * panelGrid.rows);
  });
});

describe('moving and resizing', () => {
  it('keeps every panel on the screen and readable', () => {
    const by = fc.integer({ min: -40, max: 40 });
    fc.assert(
      fc.property(
        fc.constantFrom(...cockpitPanels),
        fc.array(fc.tuple(fc.boolean(), by, by)),
        (panel, steps) => {
          const start = freePlace([], panel);
          if (!start) throw new Error('an empty screen has no room');
          const end = steps.reduce(
            (one, [moves, columns, rows]) => (moves ? movedPanel : resizedPanel)(one, columns, rows),
            start,
          );
          expect(placementFaults([end])).toEqual([]);
        },
      ),
    );
  });
});

describe('faults of a placement', () => {
  it.each([
    [
      'over another one',
      [map, { ...map, panel: 'now' }],
      { at: 1, field: 'column', rule: 'overlap', bound: 'map' },
    ],
    ['beyond the edge', [{ ...map, column: 13 }], { at: 0, field: 'width', rule: 'tooBig', bound: 11 }],
    ['too small', [{ ...map, width: 5 }], { at: 0, field: 'width', rule: 'tooSmall', bound: 6 }],
  ] as const)('name the panel that stands %s', (_what, panels, fault) => {
    expect(placementFaults(panels)).toEqual([fault]);
  });

  it('are none where panels touch', () => {
    expect(placementFaults([map, { panel: 'now', column: 0, row: 2, width: 6, height: 2 }])).toEqual([]);
  });

  it('leave no place for a panel on a full screen', () => {
    expect(freePlace(factoryLayout['/CockpitLarge'].wide, 'docks')).toBeNull();
  });
});

describe('what another release kept', () => {
  const later = { panel: 'tides', column: 0, row: 0, width: 6, height: 4 };

  it('stays without the panels, theme and tour that this one does not know', () => {
    const unknown = { theme: 'sepia', tourEvery: 'often', mapMode: 'hologram' };
    const kept = { ...unknown, wide: [later, map], double: [map, { panel: 'map' }] };
    expect(keptLayout.parse(kept)).toEqual({
      theme: 'organisation',
      tourEvery: null,
      mapMode: '2d',
      wide: [map],
      double: [map],
    });
  });

  it('is as it was where this one knows all of it', () => {
    const kept = { ...factoryLayout['/CockpitLarge'], theme: 'dark', tourEvery: 60, mapMode: '3d' };
    expect(keptLayout.parse(kept)).toEqual(kept);
  });

  it.each([
    ['no panel is known', { theme: 'dark', tourEvery: null, wide: [later], double: [map] }],
    ['a shape is missing', { theme: 'dark', tourEvery: null, wide: [map] }],
    ['nothing is kept', null],
  ])('counts as none where %s', (_, kept) => {
    expect(keptLayout.safeParse(kept).success).toBe(false);
  });
});
