import type { Page } from '@playwright/test';
import { departmentCalls, memberCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'people' });

const row = (page: Page, name: string) => page.locator('.department-row').filter({ hasText: name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true });

async function addBelow(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a department below' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  // The parent stays chosen, for the next one beside it; what was made is seen below it.
  await expect(row(page, name)).toBeVisible();
  await row(page, name).click();
  await expect(heading(page, name)).toBeVisible();
}

test.describe('the tree of departments', () => {
  // A department that is not empty is refused, which is what the story is about.
  test.use({ expectedFaults: [/409/] });

  test('grows, is searched, moved by keyboard and by dragging, and says what is in the way', async ({
    page,
    caller,
  }) => {
    const top = caller.session.groupOID;
    const east = await caller.call(departmentCalls.save, { name: 'East', parentOID: top });
    const member = { account: 'watcher', name: 'Watcher <b>bold</b>', groupOID: east.oid };
    await caller.call(memberCalls.save, member);
    await signIn(page, 'admin', '/OrganizationStructure');
    // What the topmost one does not take stays in its place and says why.
    const untaken = page.getByRole('toolbar').getByRole('button', { name: /: .*topmost department$/ });
    await expect(untaken).toHaveCount(2);
    await expect(untaken.last()).toHaveAttribute('aria-disabled', 'true');

    await addBelow(page, 'West');
    await addBelow(page, 'Harbour');
    await page.getByRole('button', { name: 'Edit department' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old harbour');
    // Somebody else was quicker: the form says so, and what was typed stays.
    const { list } = await caller.call(departmentCalls.query, { keyword: 'Harbour' });
    await caller.call(departmentCalls.save, { oid: list[0]?.oid, name: 'Haven' });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('has changed this meanwhile: Name (Harbour → Haven)')).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(heading(page, 'Old harbour')).toBeVisible();
    await page.getByRole('button', { name: 'Edit department' }).click();
    await page.getByRole('dialog').getByText('History').click();
    await expect(page.getByRole('dialog').getByRole('listitem')).toContainText([
      'changed: Name (Haven → Old harbour)',
      'changed: Name (Harbour → Haven)',
    ]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('button', { name: 'Move department' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Move below').click();
    await page.locator('.ant-select-tree-title').getByText('East', { exact: true }).click();
    await expect(dialog).toContainText('Will see it (1)');
    await expect(dialog).toContainText('Watcher <b>bold</b>');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog).toHaveCount(0);

    await page.getByPlaceholder('Search departments').fill('harbour');
    const match = page.getByRole('button', { name: /Old harbour/ });
    await expect(match).toContainText('/ East');
    await match.click();
    await expect(heading(page, 'Old harbour')).toBeVisible();
    await page.reload();
    await expect(heading(page, 'Old harbour')).toBeVisible();

    await row(page, 'East').dragTo(row(page, 'West'));
    await expect(dialog).toContainText('Moves along: 2 departments, 1 member');
    await dialog.getByRole('button', { name: 'Move', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const { path } = await caller.call(departmentCalls.get, { oid: east.oid });
    expect(path.map((step) => step.name).slice(1)).toEqual(['West', 'East']);

    await row(page, 'West').click();
    await page.getByRole('button', { name: 'Delete department' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText('Cancelled deletion')).toBeVisible();
    await page.getByRole('button', { name: 'Delete department' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const refused = page.getByRole('alertdialog');
    await expect(refused).toContainText('West cannot be deleted');
    await refused.getByRole('link', { name: 'East' }).click();
    await expect(heading(page, 'East')).toBeVisible();

    // A screen reader knows the rows of the tree, and the heading of every cell of the list.
    await expect(page.getByRole('treeitem', { name: /^East 1 member/ })).toBeVisible();
    const account = page
      .getByRole('table', { name: 'Members' })
      .getByRole('columnheader', { name: 'Account' });
    await expect(account).toBeVisible();
    // Paper gets the list without what stands around it, and whoever asked for less motion sees none.
    await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(account).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(account).toHaveCSS('transition-duration', '0s');
  });
});
