import { waitForDraft } from '../support/kept-drafts.ts';
import { expect, signIn, test } from '../support/story.ts';
import { begin, clickOn, lookAt, points, save } from './planner.ts';

// Drawn on the map by hand.
test.use({ drawnMaps: true, sharing: 'planner' });

test('a route is drawn point by point, changed, saved, exported and opened again', async ({ page }) => {
  await signIn(page);
  await page.goto('/#/RoutePlanning');
  await page.getByRole('button', { name: 'New route' }).click();
  await page.getByRole('button', { name: /^Waypoint\b(?! mapping)/ }).click();
  await expect(page.locator('.planner-map [data-map="2d"]')).toBeVisible();
  await lookAt(page, '121.47, 31.23');
  await clickOn(
    page,
    [
      [150, 200],
      [300, 240],
      [380, 330],
    ],
    points,
  );
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Points3');

  // Each gesture is a step; all are taken back and done again.
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await undo.click();
  await expect(page.locator(points)).toHaveCount(1);
  await page.keyboard.press('Control+y');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(page.locator(points)).toHaveCount(3);

  // A drag is one step; the menu of the map offers what can be done there.
  const box = await page.locator('.planner-free').boundingBox();
  if (!box) throw new Error('there is no map');
  const second = await page.locator(points).nth(1).textContent();
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.mouse.move(box.x + 300, box.y + 240);
  await page.mouse.down();
  await page.mouse.move(box.x + 290, box.y + 280, { steps: 4 });
  await page.mouse.up();
  await expect(page.locator(points).nth(1)).not.toHaveText(second ?? '');
  await undo.click();
  await expect(page.locator(points).nth(1)).toHaveText(second ?? '');
  await page.mouse.click(box.x + 200, box.y + 360, { button: 'right' });
  await page.getByRole('menuitem', { name: 'Take off here' }).click();
  await expect(summary).not.toContainText('Farthest from the dockunknown');

  await page.locator(points).nth(1).click();
  const form = page.getByRole('region', { name: 'Waypoint 2' });
  const height = form.getByLabel('Height (m)');
  // Keys of the map do nothing in a field, and what is refused stays as it was typed.
  await height.fill('99999');
  await expect(form.getByRole('alert')).toContainText('99999');
  await height.fill('١٢٠');
  await height.press('Enter');
  await expect(page.locator(points).nth(1)).toContainText('120');
  await form.getByRole('button', { name: 'Add an action' }).click();
  await page.getByRole('menuitem', { name: 'Photo', exact: true }).click();
  await expect(summary).toContainText('Photos1');

  await page.locator(points).first().click();
  await page
    .locator(points)
    .nth(2)
    .click({ modifiers: ['Shift'] });
  const batch = page.getByRole('region', { name: 'Change 3 waypoints' });
  await batch.getByLabel('Speed (m/s)').fill('6');
  await batch.getByLabel('Speed (m/s)').press('Enter');
  await expect(batch).toContainText('3 of 3 will change');
  await batch.getByRole('button', { name: 'Apply' }).click();

  await page.getByRole('tab', { name: /Findings/ }).click();
  await expect(page.getByRole('region', { name: 'Findings' })).toContainText('Not checked');
  // The camera's view opens, or says why it cannot: here nothing is known of the ground.
  await page.getByRole('checkbox', { name: 'Camera view' }).check();
  await expect(page.getByRole('region', { name: 'Camera view' })).toContainText('height of the camera');
  await page.getByRole('button', { name: 'Close the camera view' }).click();
  await save(page, '东线巡检');
  // Saving is no end: what led to it can still be taken back, and is no conflict with oneself.
  await expect(undo).toBeEnabled();
  await save(page, '东线巡检二');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('东线巡检二');
  await undo.click();
  await save(page, '东线巡检三');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  await expect(page.getByRole('dialog')).toContainText('Drawn');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Back to the routes' }).click();
  const row = page.getByRole('row').filter({ hasText: '东线巡检' });
  await expect(row).toContainText('3');
  const saved = page.waitForEvent('download');
  await row.getByRole('button', { name: 'Export KMZ' }).click();
  expect((await saved).suggestedFilename()).toContain('东线巡检');
  await row.getByRole('button', { name: 'Edit route' }).click();
  await expect(page.locator(points)).toHaveCount(3);
  await expect(page.locator(points).nth(1)).toContainText('120');
});

test('areas and places of interest become routes, and a reload loses nothing', async ({ page }) => {
  await signIn(page);
  await begin(page, 'regional');
  await lookAt(page, '121.47, 31.23');
  await clickOn(
    page,
    [
      [150, 150],
      [380, 170],
      [390, 330],
      [160, 320],
    ],
    '.planner-corner',
  );
  await page.keyboard.press('Enter');
  const summary = page.getByRole('region', { name: 'Summary' });
  await expect(summary).toContainText('Spacing');
  await page.getByLabel('Side overlap (%)').fill('60');
  await page.getByLabel('Side overlap (%)').press('Enter');
  await expect(page.getByText('Not saved')).toBeVisible();
  // What was drawn and is not saved is offered again, with its steps.
  await waitForDraft(page, '"sideOverlap":60');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Go on with the draft' }).click();
  await expect(page.locator('.planner-corner')).toHaveCount(4);
  await expect(page.getByLabel('Side overlap (%)')).toHaveValue('60');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Side overlap (%)')).toHaveValue('70');
  await save(page, 'Field');

  await begin(page, 'poi');
  await lookAt(page, '121.47, 31.23');
  const box = await page.locator('.planner-free').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 250, (box?.y ?? 0) + 250);
  await expect(summary).toContainText('Points25');
  await page.getByLabel('Radius (m)').fill('80');
  await page.getByLabel('Radius (m)').press('Enter');
  await save(page, 'Tower');
});
