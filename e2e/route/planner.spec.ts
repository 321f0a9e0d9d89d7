import type { Page } from '@playwright/test';
import { routeCalls } from '../../packages/domain/src/index.ts';
import { addPoint, freshPlan } from '../../packages/planner/src/index.ts';
import { buildPhoto } from '../../packages/testing/src/index.ts';
import { password } from '../support/product.ts';
import { startController, type SimulatedDock } from '../support/simulator.ts';
import { expect, signIn, test } from '../support/story.ts';

/** Opens the editor of a new route and waits for its map. */
async function begin(page: Page, kind: string): Promise<void> {
  await page.goto(`/#/RoutePlanning?plan=new&kind=${kind}`);
  await expect(page.locator('.planner-map [data-map="2d"]')).toBeVisible();
}

/** Brings the map to a place that is near enough to draw on. */
async function lookAt(page: Page, place: string): Promise<void> {
  await page.getByRole('button', { name: 'Find a place' }).click();
  await page.getByLabel('Coordinates (WGS-84)').fill(place);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Coordinates (WGS-84)')).toHaveCount(0);
}

/** Clicks on the map, each once what the one before drew is listed. */
async function clickOn(
  page: Page,
  places: readonly (readonly [number, number])[],
  row: string,
): Promise<void> {
  const box = await page.locator('.planner-free').boundingBox();
  if (!box) throw new Error('there is no map');
  const rows = page.locator(row);
  const before = await rows.count();
  for (const [at, [x, y]] of places.entries()) {
    await page.mouse.click(box.x + x, box.y + y);
    await expect(rows).toHaveCount(before + at + 1);
  }
}

async function save(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(`Route “${name}” saved`)).toBeVisible();
  await expect(page).toHaveURL(/plan=[0-9a-f-]{36}/);
}

const points = '.planner-row';

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
  await expect(page.getByRole('region', { name: 'Findings' })).toContainText('Could not be checked');
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
  await page.waitForFunction(async () => {
    const all = await indexedDB.databases();
    return all.some(({ name }) => name === 'eyrie-route-drafts');
  });
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
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

test('everything is done by keyboard alone', async ({ page }) => {
  await signIn(page);
  await begin(page, 'waypoint');
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
  await expect(page.locator('.planner-map [data-map="2d"]')).toBeVisible();
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

const languages = [
  { name: '中文', editor: '航点列表', terminal: '外场航线规划', direction: 'ltr' },
  { name: 'English', editor: 'List of waypoints', terminal: 'Route planner for the field', direction: 'ltr' },
  { name: 'العربية', editor: 'قائمة النقاط', terminal: 'مخطط المسارات الميداني', direction: 'rtl' },
] as const;

test.describe('the planner for the field', () => {
  // What is asked for without a connection fails, and the page goes on.
  test.use({ expectedFaults: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED/] });

  test('opens without a session in every language, works without a connection, and saves later', async ({
    page,
    context,
  }) => {
    await page.goto('/#/RouteSetTerminal');
    for (const { name, editor, terminal, direction } of languages) {
      await page.getByRole('button', { name }).click();
      await expect(page.getByRole('heading', { name: terminal })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('dir', direction);
      await page.goto('/#/RouteSetTerminal?plan=new&kind=waypoint');
      await expect(page.getByRole('listbox', { name: editor })).toBeAttached();
      await expect(page.locator('.planner-map [data-map="2d"]')).toBeVisible();
      await page.goto('/#/RouteSetTerminal');
    }
    await page.getByRole('button', { name: 'English' }).click();
    // The page has an address of its own, which is kept with its files and nothing else.
    await expect(page).toHaveURL(/\/RouteSetTerminal#\/RouteSetTerminal/);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const kept = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      );
      return all.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.filter((path) => path !== '/RouteSetTerminal' && !path.startsWith('/assets/'))).toEqual([]);

    await context.setOffline(true);
    await page.reload();
    await page.getByRole('button', { name: /^Waypoint\b(?! mapping)/ }).click();
    await expect(page.locator('.planner-map [data-map="2d"]')).toBeVisible();
    await expect(page.getByText('No connection: the draft is kept on this device')).toBeVisible();
    const typed = page.getByLabel('Add by coordinates');
    for (const place of ['121.47, 31.23', '121.472, 31.231']) {
      await typed.fill(place);
      await typed.press('Enter');
    }
    await expect(page.locator(points)).toHaveCount(2);
    await page.getByLabel('Name', { exact: true }).fill('Field');
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Sign in to save' }).click();
    await page.getByLabel('Account').fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Go on with the draft' }).click();
    await expect(page.locator(points)).toHaveCount(2);
    await save(page, 'Field');
  });
});
