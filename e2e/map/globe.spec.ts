import type { Page } from '@playwright/test';
import { coloursOf, patience, pixelsApart, restOf, type Half } from '../support/map.ts';
import { expect, signIn, test } from '../support/story.ts';

const drag = async (page: Page, half: Half, [x, y]: readonly [number, number]): Promise<void> => {
  const box = await page.locator(`.eyrie-map-${half}`).boundingBox();
  // Beside the panels that lie over both halves.
  const [left, top] = [(box?.x ?? 0) + (box?.width ?? 0) * 0.75, (box?.y ?? 0) + (box?.height ?? 0) / 2];
  await page.mouse.move(left, top);
  await page.mouse.down();
  await page.mouse.move(left + x, top + y, { steps: 4 });
  await page.mouse.up();
};

// Both engines are drawn by the processor here: their time grows with the pixels.
test.use({ drawnMaps: true, viewport: { width: 1000, height: 640 } });

test('one map, flat and round: the place stays, and both halves follow each other', async ({ page }) => {
  // Two engines drawn without a graphics card, on a machine that others may use.
  await signIn(page, 'admin', '/DeviceAll');
  const mode = (name: string) => page.getByRole('button', { name, exact: true });
  const shown = (which: string) => page.locator(`.eyrie-map-canvas[data-mode="${which}"]`);
  await expect.poll(() => coloursOf(page, 'flat'), patience).toBeGreaterThan(10);

  await page.getByRole('button', { name: 'Find a place' }).click();
  await page.getByLabel('Name or coordinates (WGS-84)').fill('95.5, 113.95');
  await page.getByLabel('Name or coordinates (WGS-84)').press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Latitude 113.95 is out of range: -90 to 90.');
  await page.getByLabel('Name or coordinates (WGS-84)').fill(`22°32'24"N 113°57'0"E`);
  await page.getByLabel('Name or coordinates (WGS-84)').press('Enter');
  await expect.poll(() => restOf(page, 'flat'), patience).toEqual([113.95, 22.54, 15]);

  await test.step('a line between two clicks is measured, and Escape takes it away', async () => {
    await page.getByRole('button', { name: 'Measure', exact: true }).click();
    const tool = page.getByRole('region', { name: 'Measure' });
    await page.locator('.eyrie-map-flat').click({ position: { x: 440, y: 400 } });
    await page.locator('.eyrie-map-flat').click({ position: { x: 540, y: 400 } });
    // A hundred pixels of zoom 15 at 22.54°: 2.21 m each.
    await expect(tool.getByText(/^22\d\.\d m$|^22\d m$/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tool.getByText('Click on the map to add points.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(tool).toHaveCount(0);
  });

  await test.step('the globe is drawn, at the same place', async () => {
    await mode('3D Globe').click();
    await expect(shown('3d')).toBeVisible(patience);
    await expect.poll(async () => (await restOf(page, 'globe'))[0], patience).toBeCloseTo(113.95, 5);
    await mode('Zoom out').click();
    await expect.poll(() => coloursOf(page, 'globe'), patience).toBeGreaterThan(10);
  });

  await test.step('side by side the centres differ by less than a pixel after hands on both', async () => {
    await mode('Both Flat map and globe side by side').click();
    await expect(shown('split')).toBeVisible(patience);
    const before = await restOf(page, 'flat');
    expect(before[0]).toBeCloseTo(113.95, 3);
    expect(before[1]).toBeCloseTo(22.54, 3);
    await drag(page, 'flat', [100, 60]);
    await expect.poll(async () => (await restOf(page, 'flat'))[0], patience).not.toBe(before[0]);
    await expect.poll(() => pixelsApart(page), patience).toBeLessThan(1);
    const between = await restOf(page, 'flat');
    await drag(page, 'globe', [-80, 90]);
    await expect.poll(async () => (await restOf(page, 'flat'))[1], patience).not.toBe(between[1]);
    await expect.poll(() => pixelsApart(page), patience).toBeLessThan(1);
  });

  await test.step('and back on the flat map the place is kept', async () => {
    const last = await restOf(page, 'flat');
    await mode('2D Flat map').click();
    await expect(shown('2d')).toBeVisible();
    const now = await restOf(page, 'flat');
    expect(now[0]).toBeCloseTo(last[0], 6);
    expect(now[1]).toBeCloseTo(last[1], 6);
    await expect(page.locator('.cesium-widget')).toHaveCount(0);
  });
});
