import { regionCalls, routeCalls } from '../../packages/domain/src/index.ts';
import { buildKmz, kmzModels } from '../../packages/testing/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

// Drawn on the map by hand.
test.use({ drawnMaps: true });

test('a region without flight is drawn, shows the route that it touches, and is kept', async ({
  page,
  caller,
}) => {
  const around = (lng: number, lat: number) => ({ lng, lat, height: 80, speed: 10 });
  const bytes = buildKmz({
    model: kmzModels.m3td,
    points: [around(105, 35), around(105.01, 35), around(105.02, 35)],
  });
  const file = new File([new Uint8Array(bytes)], 'route.kmz');
  await caller.call(routeCalls.uploadKmz, { name: '北线', file });
  await signIn(page, 'admin', '/ZoneManagementPage');
  const map = page.locator('.zone-map [data-map]');
  await expect(map).toHaveAttribute('data-map', '2d');
  await page.getByRole('button', { name: 'Draw a region' }).click();
  const editor = page.getByRole('region', { name: 'Draw a region' });
  await expect(editor).toContainText('No shape yet');
  const box = await map.boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  // What draws is loaded first; until then the pointer draws nothing.
  await expect(page.locator('.zone-map canvas')).toHaveCSS('cursor', 'crosshair');
  for (const [dx, dy] of [
    [-60, -60],
    [60, -60],
    [60, 60],
    [-60, 60],
  ] as const) {
    await page.mouse.move(x + dx, y + dy);
    await page.mouse.click(x + dx, y + dy);
  }
  await page.keyboard.press('Enter');
  await expect(editor.locator('.zone-place')).toHaveCount(4);
  await expect(editor.locator('.zone-measures')).toContainText('km²');

  await editor.getByLabel('Longitude 1', { exact: true }).fill('100');
  await editor.getByLabel('Latitude 1', { exact: true }).click();
  await expect(editor.getByLabel('Longitude 1', { exact: true })).toHaveValue('100');
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(editor.getByLabel('Longitude 1', { exact: true })).not.toHaveValue('100');

  await editor.getByLabel('Name').fill('禁飞区');
  await editor.getByLabel('Kind').click();
  await page.getByTitle('No flight').click();
  const impact = editor.getByRole('region', { name: 'Routes, tasks and flights touched' });
  await expect(impact).toContainText('Legs ⁦1→2, 2→3⁩');
  await expect(impact).toContainText('The pre-flight check will refuse it');
  await editor.getByRole('button', { name: 'Impact seen, save' }).click();
  await expect(page.getByRole('region', { name: '禁飞区' })).toContainText('No flight');
  await expect(
    page.getByRole('region', { name: 'List of regions' }).getByRole('button', { pressed: true }),
  ).toContainText('禁飞区');
  const { list } = await caller.call(regionCalls.query, { kind: 'noFly' });
  expect(list.map(({ name, shape }) => [name, shape])).toEqual([['禁飞区', 'polygon']]);
});

test('the list of regions is narrowed to one group', async ({ page, caller }) => {
  const ring = [
    [101, 31],
    [101.01, 31],
    [101.01, 31.01],
    [101, 31],
  ];
  const geometry = { type: 'Polygon' as const, coordinates: [ring] };
  for (const [name, group] of [
    ['north of all', 'group north'],
    ['south of all', 'group south'],
  ] as const)
    await caller.call(regionCalls.add, { name, geometry, group });
  await signIn(page, 'admin', '/ZoneManagementPage');
  const list = page.getByRole('region', { name: 'List of regions' });
  await expect(list.getByRole('button', { name: /south of all/ })).toBeVisible();
  await list.getByRole('combobox', { name: 'Filter by group' }).click();
  await page.getByTitle('group north', { exact: true }).click();
  await expect(list.getByRole('button', { name: /south of all/ })).toBeHidden();
  await expect(list.getByRole('button', { name: /north of all/ })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('groups.png') });
});
