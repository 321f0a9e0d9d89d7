import { routeCalls } from '../../packages/domain/src/index.ts';
import { addPoint, freshPlan } from '../../packages/planner/src/index.ts';
import { buildPhoto } from '../../packages/testing/src/index.ts';
import { startController, type SimulatedDock } from '../support/simulator.ts';
import { expect, signIn, test } from '../support/story.ts';
import { begin, planMap, points, save } from './planner.ts';

test.use({ sharing: 'planner' });

test('everything is done by keyboard alone', async ({ page }) => {
  await signIn(page);
  await begin(page, 'waypoint');
  await page.getByRole('button', { name: 'Find a place' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type('nothing of this name');
  // Names are looked up here too, not taken for wrong coordinates.
  await expect(page.getByText('No device or region has this name.')).toBeVisible();
  await page.keyboard.press('Escape');
  const typed = page.getByLabel('Add by coordinates');
  for (const place of ['121.47, 31.23', '121.472, 31.231', '121.474, 31.23']) {
    await typed.fill(place);
    await typed.press('Enter');
  }
  const list = page.getByRole('listbox', { name: 'List of waypoints' });
  await expect(list.getByRole('option')).toHaveCount(3);
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Alt+ArrowDown');
  await expect(list.getByRole('option').nth(1)).toContainText('121.47000');
  await page.keyboard.press('End');
  await page.keyboard.press('Delete');
  await expect(list.getByRole('option')).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await expect(list.getByRole('option')).toHaveCount(3);
  // Insert behind the first, begin there, turn round: in the menu of the list, and by key.
  await list.focus();
  await page.keyboard.press('Home');
  const first = await list.getByRole('option').first().getAttribute('aria-label');
  await page.getByRole('button', { name: 'Edit points' }).click();
  await page.getByRole('menuitem', { name: /Insert a point behind/ }).click();
  await expect(list.getByRole('option')).toHaveCount(4);
  await page.keyboard.press('b');
  await expect(list.getByRole('option').first()).not.toHaveAttribute('aria-label', first ?? '');
  await page.keyboard.press('r');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(list.getByRole('option')).toHaveCount(3);
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-label', first ?? '');
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Join a saved route');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Unfold: Height profile' }).click();
  const chart = page.getByRole('slider', { name: 'Height profile' });
  await chart.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expect(list).toContainText('81');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await save(page, 'By hand');
});

test('a photo and a template begin routes, and going back loses nothing', async ({ page }) => {
  await signIn(page);
  await page.goto('/#/RoutePlanning');
  await page.getByRole('button', { name: 'New route' }).click();
  await page.getByRole('button', { name: /From a photo/ }).click();
  const marks = {
    GpsLatitude: '+31.23',
    GpsLongitude: '+121.47',
    RelativeAltitude: '+60.0',
    GimbalYawDegree: '+90.0',
  };
  await page.locator('input[type=file]').setInputFiles({
    name: 'DJI_0001_W.JPG',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(buildPhoto(marks)),
  });
  await expect(page.getByRole('status').filter({ hasText: 'does not say' })).toContainText('gimbal pitch');
  const open = page.getByRole('button', { name: 'Open in the editor' });
  await expect(open).toBeDisabled();
  await page.getByLabel('Gimbal pitch').fill('-30');
  await page.getByLabel('Gimbal pitch').blur();
  await open.click();
  await expect(page.locator(points)).toHaveCount(2);
  await page.locator(points).nth(1).click();
  await expect(
    page.getByRole('region', { name: 'Waypoint 2' }).getByLabel('Pitch (°)', { exact: true }),
  ).toHaveValue('-30');

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  const keep = page.getByRole('dialog', { name: 'Save as template' });
  await keep.getByLabel('Name').fill('Tower');
  await keep.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Template “Tower” saved')).toBeVisible();
  await page.goBack();
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(leave).toContainText('kept as a draft');
  await leave.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator(points)).toHaveCount(2);
  await page.getByRole('button', { name: 'Back to the routes' }).click();
  await leave.getByRole('button', { name: 'Leave' }).click();

  await page.getByRole('button', { name: 'New route' }).click();
  await page.getByRole('button', { name: /From a template/ }).click();
  const row = page.getByRole('row').filter({ hasText: 'Tower' });
  await row.getByRole('button', { name: 'New route from it' }).click();
  await expect(planMap(page)).toBeVisible();
  for (const place of ['121.47, 31.23', '121.472, 31.231']) {
    await page.getByLabel('Add by coordinates').fill(place);
    await page.getByLabel('Add by coordinates').press('Enter');
  }
  // Points do what those of the template did most.
  await expect(page.locator(points).first()).toContainText('4');
  await save(page, 'Tower two');
});

test.describe('a flight by hand', () => {
  // Asked too early, the recording has nothing to make a route of.
  test.use({ expectedFaults: [/422/] });
  let controller: SimulatedDock | null = null;
  test.afterAll(() => controller?.stop());

  test('is recorded and opened as a route', async ({ page, caller, product }) => {
    const droneSn = 'HELDROUTE01';
    controller = await startController(product, caller, { sn: 'RCROUTE0001', droneSn, consent: 'gives' });
    await signIn(page);
    await page.goto('/#/RoutePlanning');
    await page.getByRole('button', { name: 'Record a flight' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record a flight' });
    await dialog.getByLabel('Aircraft').click();
    await page.locator('.ant-select-item-option').first().click();
    await dialog.getByRole('button', { name: 'Begin recording' }).click();
    const end = dialog.getByRole('button', { name: 'End and make a route' });
    await expect(async () => {
      await end.click();
      await expect(page.locator(points)).not.toHaveCount(0, { timeout: 3_000 });
    }).toPass();
    await expect(page).toHaveURL(/plan=[0-9a-f-]{36}/);
    await expect(page.getByRole('tab', { name: 'Route', exact: true })).toBeVisible();
  });
});

test.describe('two people at one route', () => {
  test.use({ expectedFaults: [/409/] });

  test('learn of each other, and neither loses what was drawn', async ({ page, caller }) => {
    const plan = [121.47, 121.474].reduce(
      (before, lng) => addPoint(before, { lng, lat: 31.23 }),
      freshPlan('waypoint'),
    );
    const { oid } = await caller.call(routeCalls.add, { name: 'Shared', plan });
    await signIn(page);
    await page.goto(`/#/RoutePlanning?plan=${oid}`);
    await expect(page.locator(points)).toHaveCount(2);
    await caller.call(routeCalls.edit, { oid, plan: addPoint(plan, { lng: 121.476, lat: 31.232 }) });
    await page.getByLabel('Add by coordinates').fill('121.478, 31.23');
    await page.getByLabel('Add by coordinates').press('Enter');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('alertdialog', { name: 'Somebody else saved this route' });
    await expect(conflict).toContainText('1 point added');
    await conflict.getByRole('button', { name: 'Keep mine as a copy' }).click();
    await expect(page.getByText('Route “Shared copy” saved')).toBeVisible();
    await expect(page.locator(points)).toHaveCount(3);
  });
});
