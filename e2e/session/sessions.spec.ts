import { createHmac } from 'node:crypto';
import { promised } from '../../packages/testing/src/index.ts';
import { password } from '../support/product.ts';
import { expect, signIn, test } from '../support/story.ts';

// A session that is ended elsewhere answers with 401, its socket may be written to as it closes, and a sign-in without the
// second step answers so too.
test.use({ expectedFaults: [/401|WebSocket connection|WebSocket is already in CLOSING/] });

test('a session is ended from another browser, which the page says within two seconds', async ({
  page,
  browser,
  product,
}) => {
  await signIn(page, 'admin', '/TaskManagerNew');
  await expect(page.getByText('Live link up')).toBeVisible();
  const context = await browser.newContext({ baseURL: product.url });
  const other = await context.newPage();
  await signIn(other, 'admin', '/personalInfo?tab=sessions');
  await expect(other.getByRole('heading', { name: 'Where you are signed in' })).toBeVisible();
  await expect(other.getByText('This one')).toHaveCount(1);
  await other
    .getByRole('button', { name: /^Sign out 管理员/ })
    .first()
    .click();
  const ended = other.waitForResponse(/destroyUserToken/);
  await other.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  expect((await ended).status()).toBe(200);
  await expect(page.getByText('Your session has ended')).toBeVisible({ timeout: promised(2_000) });
  await context.close();
});

test('an administrator sees who is online and signs them out; a member signs out the others', async ({
  page,
  caller,
}) => {
  await signIn(page, 'admin', '/operation?tab=online');
  const table = page.getByRole('table');
  await expect(table.getByText('admin').first()).toBeVisible();
  await page.getByLabel('Name, account or address').fill('nobody at all');
  await expect(page.getByText('Nobody online matches')).toBeVisible();
  await page.goto('/#/personalInfo?tab=sessions');
  await page.getByRole('button', { name: 'Sign out the others' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out the others' }).click();
  await expect(page.getByText(/signed out$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign out the others' })).toBeDisabled();
  expect(caller.session.oid).toBeTruthy();
});

/** What an authenticator app shows at a moment, by RFC 6238. */
function codeOf(secret: string, at = Date.now()): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret.replaceAll(/\s/g, '')].map((one) =>
    letters.indexOf(one).toString(2).padStart(5, '0'),
  );
  const key = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)));
  const hash = createHmac('sha1', key).update(step).digest();
  const offset = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

test('an authenticator app is set up, asked for at sign-in, and removed again', async ({ page }) => {
  await signIn(page, 'admin', '/personalInfo?tab=sessions');
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Begin' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = await dialog.locator('code').innerText();
  await dialog.getByLabel('Six digits that the app shows').fill(codeOf(secret));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const recovery = await dialog.getByRole('listitem').first().innerText();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText(/^In use since/)).toBeVisible();

  await page.getByRole('button', { name: /^Person menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByLabel('Account', { exact: true }).fill('admin');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const code = page.getByLabel('Code of the authenticator app');
  await expect(code).toBeFocused();
  await code.fill(recovery);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('button', { name: /^Person menu/ })).toBeVisible();

  await page.goto('/#/personalInfo?tab=sessions');
  await expect(page.getByText('9 recovery codes left')).toBeVisible();
  await page.getByRole('button', { name: 'Remove the authenticator' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  // The step of setting up is spent; the next one is taken a little early.
  await dialog.getByLabel('Code of the authenticator app').fill(codeOf(secret, Date.now() + 30_000));
  await dialog.getByRole('button', { name: 'Remove the authenticator' }).click();
  await expect(page.getByText('Not set up')).toBeVisible();
});
