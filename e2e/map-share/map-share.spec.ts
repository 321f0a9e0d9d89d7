import { expect, signIn, test } from '../support/story.ts';

test('one map share is added, shown, changed, imported beside and deleted', async ({ page }) => {
  await signIn(page, 'admin', '/MapShare');
  await page.getByRole('button', { name: 'Add map share' }).first().click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Name').fill('x'.repeat(65));
  await expect(dialog.getByRole('alert')).toContainText('64');
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Name').fill('First');
  await save.click();
  await expect(dialog).toBeHidden();

  await page.getByRole('row').filter({ hasText: 'First' }).click();
  const drawer = page.getByRole('dialog', { name: 'First' });
  await drawer.getByRole('button', { name: 'Edit map share' }).click();
  const form = page.getByRole('dialog', { name: 'Edit map share' });
  await form.getByLabel('Remark').fill('corrected');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  await expect(drawer.getByText('corrected')).toBeVisible();
  await drawer.getByText('History', { exact: true }).click();
  await expect(drawer.getByRole('listitem')).toContainText('Remark');
  await page.goBack();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const rows = 'Name,Remark\r\nSecond,\r\n,nameless\r\n';
  const file = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) };
  await dialog.locator('input[type=file]').setInputFiles(file);
  await expect(dialog.getByText('1 row to import, 1 wrong')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Import 1 row/ })).toBeDisabled();
  const good = { ...file, buffer: Buffer.from('Name,Remark\r\nSecond,\r\n') };
  await dialog.locator('input[type=file]').setInputFiles(good);
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(dialog).toBeHidden();

  const second = page.getByRole('row').filter({ hasText: 'Second' });
  await second.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await expect(second).toHaveCount(0);
});
