import { promised } from '../../packages/testing/src/index.ts';
import { limits, noticeCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

test('an operator sees health, reads and checks the log, backs up and makes a diagnosis', async ({
  page,
}) => {
  await signIn(page, 'admin', '/operation');
  await expect(page.getByRole('heading', { level: 1, name: 'Operations' })).toBeVisible();
  for (const part of ['Docks', 'Server process', 'Database', 'Message broker', 'Object storage'])
    await expect(page.getByRole('heading', { level: 3, name: part, exact: true })).toBeVisible();
  await expect(page.getByText(/^Measured \d+ s ago/).first()).toBeVisible();
  // The table draws the rows in sight; this is its first one.
  const timer = page.getByRole('row').filter({ hasText: 'Write pending rows of the audit log' });
  await expect(timer).toContainText('2 s');

  await page.getByRole('tab', { name: 'Backup' }).click();
  await page.getByRole('button', { name: 'Back up now' }).click();
  const file = page.getByRole('row').filter({ hasText: '.tar.zst' });
  await expect(file).toBeVisible({ timeout: promised(60_000) });
  const saved = page.waitForEvent('download');
  await file.getByRole('button', { name: 'Download' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^eyrie-.*\.tar\.zst$/);

  await page.getByRole('tab', { name: 'Diagnosis' }).click();
  await page.getByRole('button', { name: 'Make a diagnosis file' }).click();
  await expect(page.getByRole('row').filter({ hasText: '.zip' })).toBeVisible({ timeout: promised(60_000) });

  await page.getByRole('tab', { name: 'Background work' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Diagnosis file' })).toContainText('Done');

  await page.getByRole('tab', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: 'Check the chains' }).click();
  await expect(page.getByText(/^Both chains are whole: \d+ rows of control and \d+ others/)).toBeVisible();
  await page.getByLabel('Search in the detail').fill('.tar.zst');
  const row = page.getByRole('row').filter({ hasText: 'Backup' });
  await expect(row).toHaveCount(1);
  await row.click();
  await expect(page.getByRole('dialog')).toContainText('Hash of the row');
  await expect(page).toHaveURL(/[?&]open=\d+/);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  expect((await table).suggestedFilename()).toBe('Audit log.csv');

  await page.request.post('/nebula-five/login/loginPC.rest', {
    data: { account: 'nobody-has-this', password: 'Osprey#Nest42' },
  });
  await page.getByText('No organisation', { exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: 'nobody-has-this' })).toBeVisible();
  await page.getByRole('button', { name: 'Check the chains' }).click();
  await expect(page.getByText(/^Both chains are whole: \d+ rows of control and \d+ others/)).toBeVisible();
});

test('a further organisation is made and its first password is shown once', async ({ page }) => {
  await signIn(page, 'admin', '/operation?tab=organisations');
  await page.getByRole('button', { name: 'Add an organisation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name of the organisation').fill('南方电网');
  await dialog.getByLabel('Account of its administrator').fill('south');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.locator('pre')).toHaveText(/^south \S{8,}$/);
  await dialog.getByRole('button', { name: 'I have kept it' }).click();
  await expect(page.getByRole('row').filter({ hasText: '南方电网' })).toBeVisible();
});

test('what is announced stands in every open console at once, and is read before the sign-in', async ({
  page,
  caller,
}) => {
  await signIn(page, 'admin', '/operation?tab=notice');
  await page.getByRole('button', { name: 'For every organisation' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Text · English').fill('<b>Drill</b> tonight');
  await dialog.getByLabel('Show on the sign-in page too').check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const strip = page.getByRole('status', { name: 'Announcements' });
  await expect(strip.getByText('<b>Drill</b> tonight')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '<b>Drill</b> tonight' })).toContainText('Current');

  // What stands is changed as a whole; what is too long is counted and not sent.
  const announced = page.getByRole('row').filter({ hasText: '<b>Drill</b> tonight' });
  await announced.getByRole('button', { name: 'Change' }).click();
  const field = dialog.getByLabel('Text · English');
  await field.fill('x'.repeat(limits.operation.notice.textMax + 1));
  await expect(dialog.getByRole('alert')).toContainText(String(limits.operation.notice.textMax));
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await field.fill('<b>Drill</b> tonight at eight');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(strip.getByText('<b>Drill</b> tonight at eight')).toBeVisible();
  await announced.getByRole('button', { name: 'Change' }).click();
  await field.fill('<b>Drill</b> tonight');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(strip.getByText('<b>Drill</b> tonight', { exact: true })).toBeVisible();

  // Somebody else plans maintenance: this console is told, without asking.
  const from = Date.now() + 3_600_000;
  const { oid } = await caller.call(noticeCalls.addForAll, {
    kind: 'maintenance',
    texts: { en: 'New disks' },
    from,
    until: from + 3_600_000,
  });
  await expect(strip.getByText(/^Maintenance planned from/)).toBeVisible({ timeout: promised(3_000) });
  await caller.call(noticeCalls.end, { oid });
  await expect(strip.getByText(/^Maintenance planned from/)).toBeHidden({ timeout: promised(3_000) });

  await strip.getByRole('button', { name: 'Dismiss: <b>Drill</b> tonight' }).click();
  await expect(strip.getByText('<b>Drill</b> tonight')).toBeHidden();

  await page.getByRole('button', { name: /^Person menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByText('<b>Drill</b> tonight')).toBeVisible();
});
