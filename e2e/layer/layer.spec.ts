import { expect, signIn, test } from '../support/story.ts';

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
test.use({ expectedFaults: [/\b(422|502)\b/] });

test('a file becomes a layer of the map, and a dead source says so', async ({ page }) => {
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

  await page.getByRole('button', { name: 'Add layer' }).first().click();
  await dialog.getByLabel('Name').fill('Dead');
  await dialog.getByLabel('Source').click();
  await page.getByTitle('XYZ tiles').click();
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/{z}/{x}/{y}.png');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();

  await page.goto('/#/DeviceAll');
  const panel = page.getByRole('region', { name: 'Layers' });
  await panel.getByRole('button', { name: /unfold/i }).click();
  const row = panel.getByRole('listitem').filter({ hasText: 'Fields of the north' });
  await expect(row.getByText('Fields of …')).toBeVisible();
  const shown = row.getByRole('checkbox');
  await expect(shown).toBeChecked();
  await shown.uncheck();
  await page.reload();
  await panel.getByRole('button', { name: /unfold/i }).click();
  await expect(shown).not.toBeChecked();
  const dead = panel.getByRole('listitem').filter({ hasText: 'Dead' });
  await expect(dead.getByText('The address may not be called')).toBeVisible({ timeout: 40_000 });
});
