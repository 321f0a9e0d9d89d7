import { expect, signIn, test } from '../support/story.ts';

test.use({ demo: true, drawnMaps: true });

test('the demo shows its docks live on the map, and one of them flies by itself', async ({ page }) => {
  await signIn(page, 'admin', '/DeviceAll');
  const docks = page.locator('.dock-row');
  // The page may have come while the first of them was registered; it reads the list again once a minute.
  await expect(docks).toHaveCount(4, { timeout: 90_000 });
  await expect(
    docks.filter({ hasText: /Idle|Working|Preparing|Climbing|On the route|Returning|Landing/ }),
  ).toHaveCount(4);

  await test.step('a device is found by its name', async () => {
    await page.getByRole('button', { name: 'Find a place' }).click();
    const field = page.getByLabel('Name or coordinates (WGS-84)');
    await field.fill('nothing of this name');
    await expect(page.getByText('No device or region has this name.')).toBeVisible();
    const name = (await docks.last().locator('bdi').first().textContent()) ?? '';
    await field.fill(name);
    await page.getByRole('list', { name: 'Places found' }).getByText('Docks').first().click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    await expect(field).toHaveCount(0);
  });

  await test.step('a patrol takes off by itself', async () => {
    await expect(
      docks.filter({ hasText: /Preparing|Climbing|On the route|Returning|Landing/ }).first(),
    ).toBeVisible({ timeout: 180_000 });
  });

  await test.step('its way so far is played', async () => {
    const flying = docks.filter({ hasText: /Climbing|On the route|Returning/ }).first();
    await expect(flying).toBeVisible();
    const drone = (await flying.locator('.dock-row-facts bdi').first().textContent()) ?? '';
    const player = page.getByRole('region', { name: 'Track player' });
    const open = page.getByRole('button', { name: 'Track', exact: true });
    // Its period ends when it is opened, and rows are stored a second later.
    await expect(async () => {
      if (await player.isVisible()) await open.click();
      await open.click();
      await player.getByRole('combobox', { name: 'Device' }).fill(drone);
      await page.getByTitle(drone).last().click();
      await player.getByRole('button', { name: 'Show' }).click();
      await expect(player).toContainText('points shown', { timeout: 3_000 });
    }).toPass();
    const moment = player.getByRole('slider', { name: 'Moment' });
    await moment.press('End');
    await expect(player).toContainText(/Battery\s*\d+ %/);
    await open.click();
  });

  await test.step('the card leads to the monitor of the dock', async () => {
    await docks
      .filter({ hasText: /Preparing|Climbing|On the route|Returning|Landing/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Open monitor' }).click();
    await expect(page).toHaveURL(/PortMonitorSee\?oid=/);
    await expect(page.getByRole('region', { name: 'Instruments' })).toBeVisible();
  });
});
