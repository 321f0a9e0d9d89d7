import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { promised } from '../../packages/testing/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

const cell = (page: Page, name: string) => page.getByRole('cell', { name, exact: true });
const line = (page: Page, name: string) => page.getByRole('row').filter({ has: cell(page, name) });
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name);

test.describe('members', () => {
  // Sign-ins that must fail, what is typed wrong, and an answer that is cut off.
  test.use({ expectedFaults: [/401|409|422|user\/import\.rest/] });

  test('are added, get a password once, are disabled at once, and deleted', async ({ page, browser }) => {
    await signIn(page, 'admin', '/OrganizationStructure');
    await page.getByRole('button', { name: 'Add member' }).click();
    await field(page, 'Name').fill('Fay');
    await field(page, 'Account').fill('fay');
    await field(page, 'Phone').fill('123');
    await expect(page.getByRole('dialog')).toContainText('Please enter a correct phone number');
    await field(page, 'Phone').fill('13912345678');
    await field(page, 'Roles').click();
    await page.locator('.ant-select-item-option').filter({ hasText: 'Inspector' }).click();
    // Whoever goes on by keys keeps what was chosen with the mouse.
    await page.keyboard.press('Tab');
    await expect(field(page, 'Phone')).toBeFocused();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toContainText('Password for Fay');
    await expect(line(page, 'fay')).toContainText('Inspector');
    const password = await field(page, 'Password').inputValue();
    expect(password).toHaveLength(20);
    await page.getByRole('dialog').getByRole('button', { name: 'I know' }).click();

    const other = await browser.newContext();
    const theirs = await other.newPage();
    await theirs.goto(page.url().replace(/#.*/, ''));
    await theirs.getByRole('button', { name: 'English' }).click();
    await theirs.getByLabel('Account').fill('fay');
    await theirs.getByLabel('Password', { exact: true }).fill(password);
    await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
    await theirs.getByLabel('New password', { exact: true }).fill('Kestrel_Nest42');
    await theirs.getByLabel('New password again').fill('Kestrel_Nest42');
    await theirs.getByRole('button', { name: 'Change password' }).click();
    await expect(theirs.getByRole('main')).toBeVisible();
    await expect(theirs.locator('.login')).toHaveCount(0);

    await line(page, 'fay').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click();
    await expect(line(page, 'fay')).toContainText('Disabled');
    await expect(theirs.getByRole('dialog')).toBeVisible({ timeout: promised(5_000) });
    await other.close();

    await page.getByRole('checkbox', { name: 'Select Fay' }).check();
    await page.getByRole('toolbar', { name: 'Members' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(cell(page, 'fay')).toHaveCount(0);
    // Nobody can do anything to themselves, and each button says so.
    const own = line(page, 'admin').getByRole('button');
    await expect(own).toHaveCount(5);
    await expect(own.and(page.locator('[aria-disabled=true]'))).toHaveCount(5);
    await expect(own.first()).toHaveAccessibleName(
      'Edit: You cannot change your own roles, department or state',
    );
    await expect(line(page, 'admin').getByRole('checkbox')).toBeDisabled();
  });

  test('make their own account from an invitation, whose code leaves the address', async ({
    page,
    browser,
  }) => {
    await signIn(page, 'admin', '/OrganizationStructure');
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make a link' }).click();
    const link = await field(page, 'Link').inputValue();
    // It is told once: closing asks until it was copied, also where the browser gives pages no clipboard.
    await page.keyboard.press('Escape');
    await expect(page.getByText('The link was not copied and will not be shown again.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await page.getByRole('dialog').getByRole('button', { name: 'Copy' }).click();
    await expect(page.getByText('Copied', { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const other = await browser.newContext();
    const guest = await other.newPage();
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: '接受邀请' })).toBeVisible();
    expect(guest.url()).toMatch(/#\/invitation$/);
    await guest.getByRole('button', { name: 'English' }).click();
    await guest.getByLabel('Name').fill('Guest');
    await guest.getByLabel('Account').fill('admin');
    await guest.getByLabel('Password', { exact: true }).fill('Osprey#Nest42');
    await guest.getByLabel('Password again').fill('Osprey#Nest42');
    await guest.getByRole('button', { name: 'Make my account' }).click();
    await expect(guest.getByText('This account name is already used')).toBeVisible();
    await guest.getByLabel('Account').fill('guest');
    await guest.getByRole('button', { name: 'Make my account' }).click();
    await guest.getByRole('button', { name: 'Sign in' }).click();
    // The link says at once that it was used, in every language, and leads on.
    await guest.goto(link);
    for (const [language, used] of [
      ['中文', '此邀请已用于创建账号，请用该账号登录'],
      ['العربية', 'استُخدمت هذه الدعوة لإنشاء حساب، سجّل الدخول بذلك الحساب'],
      ['English', 'This invitation has already been used to make an account. Sign in with that account'],
    ] as const) {
      await guest.getByRole('button', { name: language }).click();
      await expect(guest.getByRole('alert').filter({ hasText: used })).toBeVisible();
    }
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByLabel('Account').fill('guest');
    await guest.getByLabel('Password', { exact: true }).fill('Osprey#Nest42');
    await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(guest.locator('.login')).toHaveCount(0);
    await other.close();
  });

  test('come from a spreadsheet, row by row', async ({ page }) => {
    await signIn(page, 'admin', '/OrganizationStructure');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const rows = [
      'account,name,phone,department',
      'imp1,One,,',
      'admin,<i>Two</i>,12,Nowhere',
      'imp3,Three,,',
    ];
    const choose = (name: string, lines: readonly string[]): Promise<void> =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    await choose('heading.csv', rows.slice(0, 1));
    const refused = dialog.getByRole('alert').filter({ hasText: 'heading.csv' });
    await expect(refused).toContainText('Account, Name, Phone, Department, Roles, Valid until');
    await choose('people.csv', rows);
    await expect(dialog).toContainText('3 rows: 2 good, 1 with faults');
    await expect(dialog).toContainText('<i>Two</i>');
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Department' })).toContainText('Nowhere');
    await expect(dialog.getByRole('button', { name: 'Import 2 members' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: /Leave out/ }).check();
    // Written, and the answer lost on its way: asked again it comes, with the same first passwords.
    await page.route(
      '**/user/import.rest',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await dialog.getByRole('button', { name: 'Import 2 members' }).click();
    await expect(
      page
        .getByText('Network Error')
        .or(page.getByText(/network/i))
        .first(),
    ).toBeVisible();
    await dialog.getByRole('checkbox', { name: /Leave out/ }).check();
    await dialog.getByRole('button', { name: 'Import 2 members' }).click();
    await expect(dialog).toContainText('2 members imported');
    const coming = page.waitForEvent('download');
    // The button that was pressed is gone with its step; Escape still belongs to the dialog, and asks for the passwords.
    await page.keyboard.press('Escape');
    await expect(page.getByText('Download the first passwords before closing')).toBeVisible();
    await dialog.getByRole('button', { name: 'Download the first passwords' }).click();
    const file = readFileSync(await (await coming).path(), 'utf8');
    expect(file.split('\r\n')[1]).toMatch(/^"imp1","One","[A-Za-z][^"]{19}"$/);
    await page.keyboard.press('Escape');
    await expect(cell(page, 'imp3')).toBeVisible();
  });
});
