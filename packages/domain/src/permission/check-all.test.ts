import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkState, rightsDifference, toggleAll } from './check-all.ts';
import { inspectionResources, resources, type Resource } from './resources.ts';
import { permissionTree, rightsIn } from './tree.ts';

const some = fc.subarray([...resources]);
const held = some.map((list) => new Set<Resource>(list));
const branches = permissionTree('menu');
/** Every box of the tree: all, a group, a page, a right. */
const boxes: readonly (readonly Resource[])[] = [
  rightsIn(branches),
  ...branches.map((branch) => rightsIn([branch])),
  ...branches.flatMap(({ pages }) => pages.map(({ rights }) => rights)),
  ...rightsIn(branches).map((right) => [right]),
];
const box = fc.constantFrom(...boxes);

describe('the tree of rights', () => {
  it('has every right once, each under one page', () => {
    expect(rightsIn(branches).toSorted()).toEqual([...resources].toSorted());
  });

  it('of the inspection app has its functions and no page', () => {
    expect(rightsIn(permissionTree('inspection')).toSorted()).toEqual([...inspectionResources].toSorted());
  });

  it('leaves out what is not offered, and headings with nothing under them', () => {
    fc.assert(
      fc.property(held, (offered) => {
        const tree = permissionTree('menu', (one) => offered.has(one));
        expect(new Set(rightsIn(tree))).toEqual(offered);
        for (const { pages } of tree) {
          expect(pages.length).toBeGreaterThan(0);
          for (const { rights } of pages) expect(rights.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe('a box for several rights', () => {
  it('is full when all are granted, empty when none is, half otherwise', () => {
    fc.assert(
      fc.property(box, held, (rights, granted) => {
        const state = checkState(rights, granted);
        expect(state === 'all').toBe(rights.every((one) => granted.has(one)));
        expect(state === 'none').toBe(!rights.some((one) => granted.has(one)));
      }),
    );
    expect(checkState([], new Set(['dock:edit']))).toBe('none');
  });

  it('agrees with the boxes inside it', () => {
    fc.assert(
      fc.property(held, (granted) => {
        for (const { pages } of branches) {
          const inside = pages.map(({ rights }) => checkState(rights, granted));
          const state = checkState(
            pages.flatMap(({ rights }) => rights),
            granted,
          );
          expect(state === 'all').toBe(inside.every((one) => one === 'all'));
          expect(state === 'none').toBe(inside.every((one) => one === 'none'));
        }
      }),
    );
  });

  it('goes from empty or half to full, and from full to empty, where all may be granted', () => {
    fc.assert(
      fc.property(box, held, (rights, granted) => {
        const before = checkState(rights, granted);
        const after = toggleAll(rights, granted, () => true);
        expect(checkState(rights, after)).toBe(before === 'all' ? 'none' : 'all');
      }),
    );
  });

  it('touches nothing outside it, and nothing that may not be granted', () => {
    fc.assert(
      fc.property(box, held, held, (rights, granted, mine) => {
        const after = toggleAll(rights, granted, (one) => mine.has(one));
        for (const one of resources)
          if (!rights.includes(one) || !mine.has(one)) expect(after.has(one)).toBe(granted.has(one));
        // Twice clicked from full or empty, everything is as it was.
        const again = toggleAll(rights, after, (one) => mine.has(one));
        const open = rights.filter((one) => mine.has(one));
        if (checkState(open, granted) !== 'some') expect(again).toEqual(granted);
      }),
    );
  });
});

describe('the difference before saving', () => {
  it('says exactly what leads from before to after', () => {
    fc.assert(
      fc.property(held, held, (before, after) => {
        const { added, removed } = rightsDifference(before, after);
        const walked = new Set([...before, ...added].filter((one) => !removed.includes(one)));
        expect(walked).toEqual(after);
        expect(added.filter((one) => before.has(one))).toEqual([]);
        expect(removed.filter((one) => after.has(one))).toEqual([]);
      }),
    );
  });
});
