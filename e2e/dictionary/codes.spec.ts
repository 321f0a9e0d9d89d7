import { dictionaryCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'devices' });

const csv = (...lines: string[]) => ({
  name: 'codes.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
});

test('a group is made, its codes are edited in place, imported, exported and deleted', async ({ page }) => {
  await signIn(page, 'admin', '/EncodingTable');
  await expect(page.getByRole('heading', { level: 1, name: 'Code table' })).toBeVisible();
  await page.getByRole('button', { name: 'Add group' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Group code').fill('colour');
  // What is too long stays to be corrected, and is not sent.
  await dialog.getByLabel('Name in English').fill('Colours'.repeat(20));
  await expect(dialog.getByLabel('Name in English')).toHaveValue('Colours'.repeat(20));
  await expect(dialog.getByRole('alert')).toContainText('64');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Name in English').fill('Colours');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: /^Colours/ })).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Add code' }).first().click();
  await dialog.getByLabel('Code', { exact: true }).fill('R');
  await dialog.getByLabel('Name in Chinese').fill('<b>红</b>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  // The row can stand there before the dialog has gone, which has a field of the same name.
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row').filter({ hasText: '<b>红</b>' });
  // The reader's own language has no name yet: another one stands in, and says which.
  await expect(row.getByRole('button', { name: 'Edit Name in English' })).toContainText('Name in Chinese');

  await row.getByRole('button', { name: 'Edit Name in English' }).press('Enter');
  await page.getByRole('textbox', { name: 'Name in English' }).fill('Red');
  await page.keyboard.press('Enter');
  const cell = row.getByRole('button', { name: 'Edit Name in English: Red' });
  await expect(cell).toBeFocused();
  await cell.press('Enter');
  await page.keyboard.type('der');
  await page.keyboard.press('Escape');
  await expect(cell).toBeFocused();
  // What is refused stays in its field to be corrected.
  await row.getByRole('button', { name: /^Edit Order/ }).press('Enter');
  const order = page.getByRole('textbox', { name: 'Order' });
  await order.fill('first');
  await order.press('Enter');
  await expect(page.getByText('The order must be a whole number')).toBeVisible();
  await expect(order).toHaveValue('first');
  await order.fill('12');
  await order.press('Enter');
  await expect(row.getByRole('button', { name: 'Edit Order: 12' })).toBeFocused();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.locator('input[type=file]').setInputFiles(csv('Code,Name in English', 'r,Again', 'G,Green'));
  await expect(dialog.getByText('1 row to import, 1 wrong')).toBeVisible();
  await expect(dialog.getByRole('row', { name: /“r” exists already/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: '1 row to correct first' })).toBeDisabled();
  await dialog.locator('input[type=file]').setInputFiles(csv('编码,英文名称', 'G,=Green'));
  await dialog.getByRole('button', { name: 'Import 1 row' }).click();
  await expect(page.getByRole('button', { name: 'Edit Name in English: =Green' })).toBeVisible();

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click();
  const chunks: Buffer[] = [];
  for await (const chunk of await (await saved).createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain("G,,'=Green,,Yes,");

  // Its first field rests: the next one takes the keyboard, and Escape closes.
  await page.getByRole('button', { name: 'Edit group' }).press('Enter');
  await expect(dialog.getByLabel('Name in English')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Cancelled deletion')).toBeVisible();
  await page.getByRole('button', { name: 'Delete group' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await expect(page.getByRole('button', { name: /^Colours/ })).toHaveCount(0);
});

test('what the product reads stays, named in the language of the reader', async ({ page, caller }) => {
  const { list } = await caller.call(dictionaryCalls.query, { group: 'insuranceCompany' });
  expect(list.map((one) => one.code)).toEqual(['PICC', 'PINGAN', 'CPIC', 'CLPC']);
  await signIn(page, 'admin', '/EncodingTable');
  const remove = page.getByRole('button', { name: 'Delete group: Built in' });
  await expect(remove).toHaveAttribute('aria-disabled', 'true');
  for (const [language, heading, group] of [
    ['العربية', 'جدول الرموز', 'شركات التأمين'],
    ['中文', '码表管理', '保险公司'],
    ['English', 'Code table', 'Insurance companies'],
  ] as const) {
    await page
      .locator('.header-button')
      .filter({ hasText: /中文|English|العربية/ })
      .click();
    await page.getByRole('menuitem', { name: language }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(page.getByRole('button', { name: new RegExp(`^${group}`) })).toBeVisible();
  }
});
