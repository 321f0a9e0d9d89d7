import { memberCalls, notificationCalls, roleCalls } from '../../packages/domain/src/index.ts';
import type { Page } from '@playwright/test';
import type { Caller } from '../support/calls.ts';
import { signInCaller } from '../support/calls.ts';
import { expect, signIn, test } from '../support/story.ts';

test.use({ sharing: 'people' });

/** A colleague whose rights the administrator changes. */
async function makeColleague(caller: Caller): Promise<{ oid: string; roleOID: string }> {
  const roles = await caller.call(memberCalls.grantableRoles, {});
  const role = roles.find((one) => /operator|操作员/i.test(one.name)) ?? roles[0];
  if (!role) throw new Error('there is no role to give');
  const made = await caller.call(memberCalls.save, {
    account: 'colleague',
    name: 'Colleague',
    password: 'Kestrel#Nest42',
    groupOID: caller.session.groupOID,
    roleOIDs: [role.oid],
  });
  return { oid: made.oid, roleOID: role.oid };
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications, / });

test('a member is told live, reads it in one window, and the other one agrees', async ({
  page,
  caller,
  product,
  context,
}) => {
  const { oid, roleOID } = await makeColleague(caller);
  const first = await signInCaller(product.url, 'colleague', 'Kestrel#Nest42');
  await first.call(memberCalls.changePassword, {
    oldPassword: 'Kestrel#Nest42',
    newPassword: 'Kestrel_42x',
    confirmPassword: 'Kestrel_42x',
  });
  await signIn(page, 'colleague', '/personalInfo', 'Kestrel_42x');
  const other = await context.newPage();
  await other.goto('/#/personalInfo');
  await expect(bell(other)).toBeVisible();
  await expect(page.getByText('Live link up')).toBeVisible();
  await expect(other.getByText('Live link up')).toBeVisible();
  await first.call(notificationCalls.read, { all: true });
  await expect(bell(page)).toHaveAccessibleName('Notifications, none unread');

  const change = (call: typeof roleCalls.addMembers) => caller.call(call, { roleOID, userOIDs: [oid] });
  await change(roleCalls.removeMembers);
  await change(roleCalls.addMembers);
  for (const window of [page, other]) {
    await expect(bell(window)).toHaveAccessibleName('Notifications, 2 unread');
    // Those of one kind are one, which says how many stand behind it.
    await expect(window.getByRole('alert').getByText(/changed your roles or department/)).toHaveCount(1);
    await expect(window.getByRole('alert').getByText('and 1 more of this kind')).toBeVisible();
  }
  // Nothing of the page lies under it.
  const foot = await page.locator('.layout-page').boundingBox();
  const over = await page.locator('.popups').boundingBox();
  expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(over?.y ?? 0);
  await page.getByRole('alert').getByRole('button', { name: 'Seen' }).click();
  for (const window of [page, other]) {
    await expect(bell(window)).toHaveAccessibleName('Notifications, none unread');
    await expect(window.getByRole('alert').getByText(/changed your roles/)).toHaveCount(0);
  }
  await change(roleCalls.removeMembers);
  await change(roleCalls.addMembers);
  await expect(bell(page)).toHaveAccessibleName('Notifications, 2 unread');
  await bell(page).click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(list.getByRole('row').filter({ hasText: /changed your roles/ })).toHaveCount(4);
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(bell(other)).toHaveAccessibleName('Notifications, none unread');
  await list.getByRole('checkbox', { name: 'Unread' }).check();
  await expect(list.getByText('No notification matches')).toBeVisible();
  await list.locator('.ey-empty').getByRole('button', { name: 'Reset' }).click();
  const messages = list.getByRole('row').filter({ hasText: /changed your roles/ });
  await messages.first().getByRole('button', { name: 'Delete' }).click();
  await expect(messages).toHaveCount(3);
  await page.goBack();
  await expect(list).toHaveCount(0);
  await expect(page).toHaveURL(/personalInfo$/);
});

test('each says how they are told; safety cannot be silenced', async ({ page }) => {
  await signIn(page, 'admin', '/personalInfo?tab=notifications');
  await expect(page.getByText(/they cannot be silenced/)).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Control lost in flight: Sound' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Rights changed: Pop-up' }).uncheck();
  await page.getByRole('checkbox', { name: 'On', exact: true }).check();
  await page.getByLabel('From', { exact: true }).fill('21:30');
  await expect(page.getByText('Saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('checkbox', { name: 'Rights changed: Pop-up' })).not.toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Password reset: Pop-up' })).toBeChecked();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('21:30');
  await page.getByRole('button', { name: 'As its level' }).click();
  await expect(page.getByRole('checkbox', { name: 'Rights changed: Pop-up' })).toBeChecked();
});
