import sharp from 'sharp';
import { tinyArchive } from '../../apps/server/src/modules/layer/pmtiles.fixture.ts';
import { placed, tinyTiff } from '../../apps/server/src/modules/layer/raster.fixture.ts';
import { layerCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

const worldTile = (): Promise<Buffer> =>
  sharp({ create: { width: 256, height: 256, channels: 4, background: '#2fb3a680' } })
    .png()
    .toBuffer();

const field = {
  type: 'Polygon',
  coordinates: [
    [
      [120.1, 30.2],
      [120.2, 30.2],
      [120.2, 30.3],
      [120.1, 30.2],
    ],
  ],
};

// A file that is wrong on purpose, and a source that nobody answers for.
test.use({ drawnMaps: true, expectedFaults: [/\b(422|502)\b/] });

test('a file becomes a layer of the map, and a dead source says so', async ({ page, caller }) => {
  await signIn(page, 'admin', '/Layer');
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'GeoJSON' }).check();
  const swapped = { type: 'Point', coordinates: [30.2, 120.1] };
  const file = (json: object) => ({
    name: 'Fields of the north.geojson',
    mimeType: 'application/geo+json',
    buffer: Buffer.from(JSON.stringify(json)),
  });
  await dialog.locator('input[type=file]').setInputFiles(file(swapped));
  await expect(dialog.getByRole('alert')).toContainText('30.2, 120.1');
  await dialog.locator('input[type=file]').setInputFiles(file(field));
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Upload a file' }).click();
  await dialog.getByRole('radio', { name: 'GeoTIFF / COG' }).check();
  const size = { width: 64, height: 64, bands: 3, samples: new Uint8Array(64 * 64 * 3).fill(120) };
  const tiff = tinyTiff({ ...size, tags: placed(4326, 120.15, 30.25, 0.00001) });
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'Orthophoto.tif', mimeType: 'image/tiff', buffer: tiff });
  await expect(dialog).toBeHidden();
  const prepared = page.getByRole('row').filter({ hasText: 'Orthophoto' });
  await expect(prepared.getByText('Ready')).toBeVisible();

  await page.getByRole('button', { name: 'Upload a file' }).click();
  await dialog.getByRole('radio', { name: 'GeoJSON' }).check();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'Way.kml',
    mimeType: 'application/vnd.google-earth.kml+xml',
    buffer: Buffer.from(`<kml><Placemark><Style><LineStyle><color>ff0000ff</color></LineStyle></Style>
      <LineString><coordinates>120.1,30.2 120.2,30.3</coordinates></LineString></Placemark></kml>`),
  });
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Upload a file' }).click();
  await dialog.getByRole('radio', { name: 'PMTiles' }).check();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'Whole world.pmtiles',
    mimeType: 'application/octet-stream',
    buffer: tinyArchive({ tiles: { '0/0/0': await worldTile() } }),
  });
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Add layer' }).first().click();
  await dialog.getByLabel('Name').fill('Dead');
  await dialog.getByLabel('Source').click();
  await page.getByTitle('XYZ tiles').click();
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/{z}/{x}/{y}.png');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  // For all of the organisation: the arrow keys move what has the focus, and the focus stays with it.
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  const ordered = dialog.getByRole('listitem');
  await expect(ordered).toHaveText(['Dead', 'Whole world', 'Way', 'Orthophoto', 'Fields of the north']);
  await dialog.getByRole('button', { name: 'Move Fields of the north' }).press('ArrowUp');
  await expect(ordered).toHaveText(['Dead', 'Whole world', 'Way', 'Fields of the north', 'Orthophoto']);
  await expect(dialog.getByRole('status')).toHaveText('Fields of the north: place 4 of 5');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp');
  await expect(ordered).toHaveText(['Fields of the north', 'Dead', 'Whole world', 'Way', 'Orthophoto']);
  await page.keyboard.press('Escape');

  // A browser that draws without a graphics card may take long before it asks.
  const drawnWithin = { timeout: 60_000 };
  const world = page.waitForResponse(
    (answer) => /\/layer\/tile\/[^/]+\/0\/0\/0\.rest/.test(answer.url()),
    drawnWithin,
  );
  await page.goto('/#/DeviceAll');
  // Out of the archive, over the whole map.
  expect((await world).headers()['content-type']).toBe('image/png');
  const panel = page.getByRole('region', { name: 'Layers' });
  await panel.getByRole('button', { name: /unfold/i }).click();
  const row = panel.getByRole('listitem').filter({ hasText: 'Fields of the north' });
  await expect(row.getByText('Fields of …')).toBeVisible();
  const isTile = (url: string): boolean => url.includes('/layer/tile/');
  const drawn = page.waitForResponse(
    (answer) => isTile(answer.url()) && answer.status() === 200,
    drawnWithin,
  );
  await panel.getByRole('button', { name: 'Zoom to Orthophoto' }).click();
  expect((await drawn).headers()['content-type']).toBe('image/webp');
  const shown = row.getByRole('checkbox');
  await expect(shown).toBeChecked();
  await expect(panel.locator('[data-layer]').first()).toContainText('Fields of the north');
  await panel.getByText('Legend').click();
  const legend = panel.getByRole('list', { name: 'Legend' });
  await expect(legend.getByRole('listitem').filter({ hasText: 'Way' }).locator('path')).toHaveAttribute(
    'stroke',
    '#ff0000',
  );
  await panel.getByRole('button', { name: 'Move Way' }).press('ArrowUp');
  await expect(panel.locator('[data-layer]').nth(2)).toContainText('Way');
  await shown.uncheck();
  await page.reload();
  await panel.getByRole('button', { name: /unfold/i }).click();
  await expect(shown).not.toBeChecked();
  // It was kept with the member, not in this browser.
  const kept = await caller.call(layerCalls.choices, {});
  expect([Object.values(kept.shown), kept.order.length]).toEqual([[false], 5]);
  await panel.getByRole('button', { name: 'Back to the default of the organisation' }).click();
  await expect(shown).toBeChecked();
  await expect(panel.locator('[data-layer]').nth(3)).toContainText('Way');
  const dead = panel.getByRole('listitem').filter({ hasText: 'Dead' });
  await expect(dead.getByText('The address may not be called')).toBeVisible();
});
