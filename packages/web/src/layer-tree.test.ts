import { noLayerChoices, type LayerRecord } from '@eyrie/domain';
import { expect, it } from 'vitest';
import { isPicture, neighbour, placed, shortName, treeRows } from './layer-tree.ts';

const layer = (oid: string, position: number, parentOID: string | null = null): LayerRecord =>
  ({ oid, position, parentOID, visible: true, opacity: 1 }) as LayerRecord;
const layers = [layer('a', 1), layer('b', 2), layer('c', 3), layer('d', 4, 'b')];
const names = (rows: ReturnType<typeof treeRows>) => rows.map((row) => row.layer.oid).join('');

it('lists what lies highest first, children under their parent', () => {
  expect(names(treeRows(layers, noLayerChoices))).toBe('cbda');
  expect(treeRows(layers, noLayerChoices).map(({ depth }) => depth)).toEqual([0, 0, 1, 0]);
  expect(names(treeRows([layer('x', 1, 'gone')], noLayerChoices))).toBe('x');
});

it('hides children with their parent and keeps what was chosen for them', () => {
  const rows = treeRows(layers, { ...noLayerChoices, shown: { b: false }, opacity: { a: 0.5 } });
  expect(rows.find((row) => row.layer.oid === 'd')).toMatchObject({ chosen: true, visible: false });
  expect(rows.find((row) => row.layer.oid === 'a')).toMatchObject({ visible: true, opacity: 0.5 });
});

it('puts a layer in the place of another of its branch, and nowhere else', () => {
  const rows = treeRows(layers, noLayerChoices);
  const after = (oid: string, at: string): string | null => {
    const order = placed(rows, oid, at);
    return order && names(treeRows(layers, { ...noLayerChoices, order }));
  };
  expect(after('a', 'b')).toBe('cabd');
  expect(after('a', 'c')).toBe('acbd');
  expect(after('c', 'a')).toBe('bdac');
  expect(after('d', 'a')).toBeNull();
  expect(after('a', 'd')).toBeNull();
  const order = placed(rows, 'a', 'b') ?? [];
  // One that came later lies where the organisation has it.
  expect(names(treeRows([...layers, layer('e', 5)], { ...noLayerChoices, order }))[0]).toBe('e');
});

it('knows the neighbours of a layer in its branch', () => {
  const rows = treeRows(layers, noLayerChoices);
  expect([neighbour(rows, 'b', 1), neighbour(rows, 'b', -1)]).toEqual(['c', 'a']);
  expect([neighbour(rows, 'c', 1), neighbour(rows, 'd', 1)]).toEqual([null, null]);
});

it('cuts names after ten characters as people count them', () => {
  expect(shortName('0123456789')).toBe('0123456789');
  expect(shortName('0123456789a')).toBe('0123456789…');
  expect(shortName('👨‍👩‍👧'.repeat(11))).toBe(`${'👨‍👩‍👧'.repeat(10)}…`);
});

it('takes tiled layers of any place for pictures, and no ground, model, drawing or what is being made', () => {
  const drawn = { role: 'layer', source: 'tiles', type: 1, state: 'ready' } as const;
  expect(isPicture(drawn)).toBe(true);
  expect(isPicture({ ...drawn, role: 'basemap' })).toBe(false);
  expect(isPicture({ ...drawn, role: 'terrain' })).toBe(false);
  expect(isPicture({ ...drawn, source: 'vector' })).toBe(false);
  expect(isPicture({ ...drawn, type: 4 })).toBe(false);
  expect(isPicture({ ...drawn, state: 'preparing' })).toBe(false);
});
