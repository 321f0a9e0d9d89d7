import { lasFile, slope } from '../../apps/server/src/modules/layer/cloud/las.fixture.ts';
import { coloursOf, patience } from '../support/map.ts';
import { expect, signIn, test } from '../support/story.ts';

// A file that is wrong on purpose.
test.use({ drawnMaps: true, expectedFaults: [/\b422\b/], viewport: { width: 1000, height: 640 } });

test('a point cloud is converted and shown on the globe, by colour, class and height', async ({ page }) => {
  // The globe is drawn by the processor here.
  test.setTimeout(240_000);
  await signIn(page, 'admin', '/Layer');
  await page.getByRole('button', { name: 'Upload a file' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Point cloud (LAS, LAZ, COPC)' }).check();
  const points = slope(120, [500_000, 5_316_300]);
  const file = (buffer: Buffer) => ({ name: 'Quarry.las', mimeType: 'application/octet-stream', buffer });
  await dialog.locator('input[type=file]').setInputFiles(file(lasFile({ points, epsg: null })));
  await expect(dialog.getByRole('alert')).toContainText('give the EPSG code of its places');
  await dialog.getByLabel('EPSG code of a DXF or a point cloud').fill('32632');
  await dialog.locator('input[type=file]').setInputFiles(file(lasFile({ points, epsg: null })));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Quarry' }).getByText('Ready')).toBeVisible(patience);

  await page.goto('/#/AchievementDisplay?tab=oblique');
  await expect(page.getByRole('listitem').filter({ hasText: 'Quarry' })).toContainText('Point cloud');

  await page.goto('/#/DeviceAll');
  const panel = page.getByRole('region', { name: 'Layers' });
  await panel.getByRole('button', { name: /unfold/i }).click();
  const row = panel.getByRole('listitem').filter({ hasText: 'Quarry' });
  await expect(row.getByText('Shown in 3D only')).toBeVisible();
  await page.getByRole('button', { name: '3D Globe', exact: true }).click();
  await expect(page.locator('.eyrie-map-canvas[data-mode="3d"]')).toBeVisible(patience);
  await expect.poll(() => coloursOf(page, 'globe'), patience).toBeGreaterThan(10);
  const fetched = page.waitForResponse((answer) => /\/layer\/file\/[^/]+\/1\.rest/.test(answer.url()), {
    timeout: 120_000,
  });
  await panel.getByRole('button', { name: 'Zoom to Quarry' }).click();
  expect((await fetched).status()).toBe(200);
  await expect.poll(() => coloursOf(page, 'globe'), patience).toBeGreaterThan(10);
  await expect(row.getByText('Loading')).toBeHidden(patience);
  await row.getByLabel('Colours of Quarry').click();
  await page.getByTitle('Class', { exact: true }).click();
  await expect(row.getByRole('list', { name: 'Class' }).getByText('Buildings')).toBeVisible();
  await row.getByLabel('Most points of Quarry').click();
  await page.getByTitle('0.5 million points').click();
  await expect(row.getByText('The map cannot load it')).toBeHidden();
});
