import type { Page } from '@playwright/test';
import { buildKmz, hostileKmz, kmzModels } from '../../packages/testing/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

async function choose(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.google-earth.kmz',
    buffer: Buffer.from(bytes),
  });
}

const files = [
  { name: '东线', model: kmzModels.m30t, packing: 'stored' },
  { name: '西线', model: kmzModels.m3td, packing: 'deflated' },
  { name: '南线', model: kmzModels.m4td, packing: 'described' },
] as const;

test.use({ sharing: 'devices', expectedFaults: [/409/] });

test('routes of several aircraft are looked at before they are stored, and exported as they came', async ({
  page,
}) => {
  await signIn(page);
  await page.goto('/#/RoutePlanning');
  for (const { name, model, packing } of files) {
    await page.getByRole('button', { name: 'Import route' }).first().click();
    const bytes = buildKmz({ model, packing });
    await choose(page, `${packing}.kmz`, bytes);
    await expect(page.getByLabel(/Height profile/).first()).toBeVisible();
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Save route' }).click();
    await expect(page.getByText(`Route “${name}” saved`)).toBeVisible();
    const saved = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: 'Export KMZ' }).click();
    const stream = await (await saved).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(Buffer.from(bytes))).toBe(true);
    await page.keyboard.press('Escape');
  }
  for (const { name } of files) await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();

  await page.getByRole('cell', { name: '东线', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: '东线' });
  await drawer.getByRole('button', { name: 'Rename' }).click();
  const form = page.getByRole('dialog', { name: 'Rename' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  // Nothing is cut: what is too long stays, and is refused before it is sent.
  await form.getByLabel('Name').fill('x'.repeat(65));
  await expect(form.getByRole('alert')).toContainText('64');
  await expect(save).toBeDisabled();
  await form.getByLabel('Name').fill('东线');
  await expect(save).toBeDisabled();
  await form.getByLabel('Remark').fill('looked at');
  await page.route('**/uavroute/edit.rest', async (route) => {
    const data = { reason: 'inUse', inTheWay: [{ oid: 'x', name: 'Night round', count: 1, link: null }] };
    await route.fulfill({ status: 409, json: { code: 409, message: 'In use', data } });
  });
  await save.click();
  const refused = page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .filter({ hasText: 'Night round' });
  await expect(refused).toContainText('Editing is not allowed');
  await refused.getByRole('button', { name: 'I know' }).click();
  await page.unroute('**/uavroute/edit.rest');
  await save.click();
  await expect(form).toBeHidden();
  await drawer.getByText('History', { exact: true }).click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Remark' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/RoutePlanning\??$/);
  // A list in which nothing matches says so and leads back to its rows.
  await page.goto('/#/RoutePlanning?keyword=nowhere');
  await expect(page.getByText('No route matches')).toBeVisible();
  await page.locator('.ey-empty').getByRole('button', { name: 'Reset' }).click();
  await expect(page.getByRole('cell', { name: '东线', exact: true })).toBeVisible();
});

test.describe('refused', () => {
  test.use({ expectedFaults: [/422|400|413/] });

  test('a file that is no route is refused in words and stores nothing', async ({ page }) => {
    await signIn(page);
    await page.goto('/#/RoutePlanning');
    await page.getByRole('button', { name: 'Import route' }).first().click();
    const [hostile] = hostileKmz();
    if (!hostile) throw new Error('there is no hostile file to try');
    await choose(page, 'hostile.kmz', hostile.bytes);
    await expect(page.getByRole('alert')).toContainText('hostile.kmz');
    await expect(page.getByRole('button', { name: 'Save route' })).toHaveCount(0);
  });
});

test('a filled-in table becomes a route, and what is wrong in it is named row by row', async ({ page }) => {
  await signIn(page);
  await page.goto('/#/RoutePlanning');
  await page.getByRole('button', { name: 'Import route' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Import a DJI waypoint KMZ or an Excel table' });
  const template = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download the Excel template' }).click();
  expect((await template).suggestedFilename()).toMatch(/\.xlsx$/);
  const table = (...rows: string[]): Uint8Array =>
    new TextEncoder().encode(['lng,lat,height', ...rows].join('\n'));

  await choose(page, 'points.csv', table('113.95,22.54,60', '113.951,95,60'));
  await expect(dialog.getByRole('alert')).toContainText('1 fault');
  await expect(dialog.getByRole('cell', { name: 'Row 3' })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Save route' })).toHaveCount(0);

  await choose(page, 'points.csv', table('113.95,22.54,60', '113.951,22.541,60'));
  await expect(dialog.getByText('2 points can be taken')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('From a table');
  await dialog.getByRole('button', { name: 'Save route' }).click();
  await expect(page.getByText('Route “From a table” saved')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row').filter({ hasText: 'From a table' })).toBeVisible();
});
