import { dockCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'results', expectedFaults: [/40[34]/] });

test('a shared map is opened by people without an account until it is revoked', async ({
  page,
  caller,
  browser,
}) => {
  const { groupOID } = caller.session;
  await caller.call(dockCalls.add, {
    name: '码头机场',
    sn: 'SHAREDQUAY0001',
    model: '3-2-0',
    vendor: 'DJI',
    groupOID,
  });
  await signIn(page, 'admin', '/MapShare');
  await page.getByRole('button', { name: 'New share' }).first().click();
  const form = page.getByRole('dialog', { name: 'New share' });
  await form.getByLabel('Name').fill('Harbour');
  await form.getByLabel('Docks and aircraft').click();
  await page.getByTitle('码头机场').click();
  await form.getByLabel('Valid until').click();
  await page.getByTitle('4 hours').click();
  await form.getByLabel('Password').fill('tide-2026');
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form).toBeHidden();
  // What it was made for is in sight at once, and the same later.
  const saved = page.getByRole('dialog', { name: 'Share saved' });
  await expect(saved.getByRole('button', { name: 'Copy link' })).toBeEnabled();
  const link = await saved.getByLabel('Link').inputValue();
  expect(link).toContain('#/share/');
  await saved.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('row').filter({ hasText: 'Harbour' }).click();
  await expect(page.getByLabel('Link')).toHaveValue(link);

  const outside = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'ar' });
  const phone = await outside.newPage();
  await phone.goto(link);
  await phone.getByLabel('كلمة المرور').fill('guess');
  await phone.getByRole('button', { name: 'فتح' }).click();
  await expect(phone.getByRole('alert')).toContainText('غير صحيحة');
  await phone.getByLabel('كلمة المرور').fill('tide-2026');
  await phone.getByRole('button', { name: 'فتح' }).click();
  await expect(phone.getByRole('heading', { name: 'Harbour' })).toBeVisible();
  await expect(phone.getByRole('list')).toContainText('码头机场');
  await expect(phone.getByText('مشاهد واحد')).toBeVisible();
  // Nothing but its own answers can be reached from it.
  const refused = await phone.request.post(new URL(dockCalls.query.path, link).href, { data: {} });
  expect(refused.status()).toBe(401);

  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(phone.getByRole('alert')).toContainText('غير صالح');
  await phone.goto(link.replace(/.{6}$/, 'AAAAAA'));
  await expect(phone.getByRole('alert')).toContainText('غير صالح');
  await outside.close();
});
