import type { Page } from '@playwright/test';
import { firstRoles, memberCalls } from '../../packages/domain/src/index.ts';
import type { Caller } from '../support/calls.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'people' });

const addMember = (caller: Caller, account: string) =>
  caller.call(memberCalls.save, {
    account,
    name: `${account} 同学`,
    groupOID: caller.session.groupOID,
    password: 'Osprey#Nest42',
  });

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Roles and groups' }).getByRole('button', { name });
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

async function newRole(page: Page, button: string, name: string, group?: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  if (group) {
    await dialog.getByLabel('Role group').click();
    await page.locator('.ant-select-item-option').filter({ hasText: group }).click();
  }
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 2, name, exact: true })).toBeVisible();
}

test.describe('a role', () => {
  // What the story tries in vain is answered with refusals.
  test.use({ expectedFaults: [/422|409/] });

  test('is made, given rights and members, looked through, and deleted once nobody holds it', async ({
    page,
    caller,
  }) => {
    await addMember(caller, 'nightingale');
    await signIn(page, 'admin', '/RoleManagement');
    await newRole(page, 'New role group', 'Crew');
    await newRole(page, 'New role', 'Night crew', 'Crew');

    const watch = box(page, 'Watch: All rights');
    await watch.click();
    await expect(watch).toBeChecked();
    await box(page, 'Register and change docks').click();
    await expect(watch).toBeChecked({ indeterminate: true });
    await entry(page, 'Leader').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Save rights' }).click();
    const review = page.getByRole('alertdialog');
    const given = await review.getByRole('listitem').count();
    expect(given).toBeGreaterThan(20);
    await expect(review).toContainText(`${given} granted`);
    await expect(review).not.toContainText('Register and change docks');
    await review.getByRole('button', { name: 'Save' }).click();
    // Saved: nothing differs any more. The passing message may be over before a busy machine looks.
    await expect(page.getByRole('button', { name: 'Save rights' })).toBeDisabled();

    await page.getByRole('tab', { name: 'Members' }).click();
    // An empty list offers it once more than the bar above it.
    await page.getByRole('region', { name: 'Members' }).getByRole('button', { name: 'Add members' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText('Please select the designated person');
    await dialog.getByRole('checkbox', { name: 'Select nightingale 同学' }).click();
    await dialog.getByRole('button', { name: 'Add 1' }).click();
    await expect(page.getByRole('cell', { name: 'nightingale', exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Remove members' }).click();
    await expect(page.getByText('No members selected to remove')).toBeVisible();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const refused = page.getByRole('alertdialog');
    await expect(refused).toContainText('The role cannot be deleted');
    await expect(refused.getByRole('listitem')).toHaveText('nightingale 同学');
    await refused.getByRole('button', { name: 'Show members' }).click();

    await page.getByRole('button', { name: 'View as this role' }).click();
    const banner = page.getByRole('status').filter({ hasText: 'Viewing as “Night crew”' });
    await expect(banner).toBeVisible();
    const menu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
    const pages = [
      'Data statistics',
      'Choose a cockpit',
      'Device distribution',
      'AI detection',
      'Alarm work',
      'Work order distribution',
      'Monthly inspection report',
      'Results',
      'Big tables',
      'Map shares',
    ];
    await expect(menu).toHaveText(pages.map((name) => new RegExp(name)));
    await page.reload();
    await expect(banner).toBeVisible();
    await expect(menu).toHaveCount(pages.length);
    await banner.getByRole('button', { name: 'Stop viewing' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Night crew' })).toBeVisible();

    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('checkbox', { name: 'Select nightingale 同学' }).click();
    await page.getByRole('button', { name: 'Remove members' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('Nobody holds this role yet')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(entry(page, 'Night crew')).toHaveCount(0);
  });
});

const words = [
  { language: '中文', title: '角色管理', matrix: '权限矩阵', granted: '已授予', operator: '飞行操作员' },
  {
    language: 'English',
    title: 'Role management',
    matrix: 'Matrix',
    granted: 'Granted',
    operator: 'Flight operator',
  },
  {
    language: 'العربية',
    title: 'إدارة الأدوار',
    matrix: 'المصفوفة',
    granted: 'ممنوحة',
    operator: 'مشغّل الطيران',
  },
] as const;

// Administrators of the first organisation also run the platform.
const grants = Object.values(firstRoles).flat().length + 1;

test('the table of all rights reads the same in three languages and is saved as a file', async ({ page }) => {
  await signIn(page, 'admin', '/RoleManagement');
  for (const { language, title, matrix, granted, operator } of words) {
    await page
      .locator('.header')
      .getByRole('button', { name: /语言|Language|اللغة/ })
      .click();
    await page.getByRole('menuitem', { name: language }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await page.getByRole('tab', { name: matrix }).click();
    await expect(page.getByRole('columnheader', { name: operator })).toBeVisible();
    await expect(page.getByRole('cell', { name: granted, exact: true })).toHaveCount(grants);
  }
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'تصدير' }).click();
  const stream = await (await saved).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const [head = '', , first = ''] = Buffer.concat(chunks).toString().split('\r\n');
  expect(head).toContain('مشغّل الطيران');
  expect(first).toContain('/DataStatistics');
  expect(first.match(/✓/g)).toHaveLength(5);
});
