import { taskCalls } from '../../packages/domain/src/index.ts';
import { expectFourStates, listsOfPages } from '../support/list-states.ts';
import { expect, signIn, test } from '../support/story.ts';

test('a list keeps views and takes several rows away at once', async ({ page, caller }) => {
  for (const name of ['East line', 'West line', 'Roof'])
    await caller.call(taskCalls.add, { name, type: 'manual' });
  await signIn(page, 'admin', '/TaskManagerNew');
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  await expect(row('Roof')).toBeVisible();

  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByText('Set a filter first')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Search by task').fill('line');
  await expect(row('Roof')).toHaveCount(0);
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByLabel('Name of the view').fill('Lines');
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'Lines', exact: true })).toBeVisible();
  await page.goto('/#/TaskManagerNew');
  await page.reload();
  await expect(row('Roof')).toBeVisible();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Lines', exact: true }).click();
  await expect(page).toHaveURL(/keyword=line/);
  await expect(row('Roof')).toHaveCount(0);

  await page.getByLabel('Select East line').check();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  // Each of several answers for itself: these two have no runs to pause.
  await page.getByRole('button', { name: 'Pause several' }).click();
  const several = page.getByRole('dialog');
  await several.getByLabel('Reason for the pause').fill('Storm');
  await several.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(several.getByText('2 tasks stay as before:')).toBeVisible();
  await expect(several.getByRole('listitem').filter({ hasText: 'East line' })).toContainText('manual task');
  await several.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(page.getByText('0 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Select all on this page' }).click();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('button', { name: 'Cancel', exact: true }).last().click();
  await expect(page.getByText('Cancelled deletion')).toBeVisible();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await expect(page.getByText('2 entries deleted')).toBeVisible();
  await expect(page.getByText('No task matches')).toBeVisible();
  // By keyboard alone, and said to those who do not see it.
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 entries brought back')).toBeVisible();
  await expect(row('West line')).toBeVisible();
  await expect(page.getByText('2 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).last().click();
  await expect(page.getByText('No task matches')).toBeVisible();
  await page.locator('.ey-empty').getByRole('button', { name: 'Reset' }).click();
  await expect(row('Roof')).toBeVisible();
});

/** One list on its page, one in each of two tabs, and one of each kit; the proof `list-states` looks at all there are. */
const sample = ['/DaJiAirport', '/RobotAdmin', '/TaskManagerNew'];

test.describe('a list, wherever it stands', () => {
  test.use({ expectedFaults: [/500/] });

  test('shows that it loads, failed, is empty and is old as four things with a way on', async ({ page }) => {
    await signIn(page);
    const lists = await listsOfPages(page, sample);
    // Of the page, of a tab, and behind a click.
    expect(lists.filter(({ tab, clicks }) => tab === null && clicks.length === 0).length).toBe(2);
    expect(lists.filter(({ tab }) => tab !== null).length).toBe(3);
    expect(lists.filter(({ clicks }) => clicks.length > 0).length).toBe(1);
    await page.reload();
    for (const list of lists) await expectFourStates(page, list);
  });
});

test('where there is room the list says when a task flies, and its remarks', async ({ page, caller }) => {
  await page.setViewportSize({ width: 2400, height: 900 });
  await caller.call(taskCalls.add, { name: 'With a remark', type: 'manual', remark: 'after the storm' });
  await signIn(page, 'admin', '/TaskManagerNew');
  const row = page.getByRole('row').filter({ hasText: 'With a remark' });
  await expect(row.getByRole('cell', { name: 'after the storm' })).toBeVisible();
  await expect(row.getByRole('cell', { name: 'Started by hand' })).toBeVisible();
});
