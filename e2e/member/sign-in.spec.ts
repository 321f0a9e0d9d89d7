import { password } from '../support/product.ts';
import { expect, signIn, test } from '../support/story.ts';

test('a member signs in, stays signed in over a reload, and signs out everywhere', async ({ page }) => {
  await signIn(page);
  await expect(page).toHaveURL(/#\/DataStatistics/);

  await page.reload();
  await expect(page.getByRole('button', { name: /^Person menu/ })).toBeVisible();

  await page.getByRole('button', { name: /^Person menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Account')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Account')).toBeVisible();
});

test('nothing that opens a session lies readable in the browser', async ({ page, context }) => {
  await signIn(page);
  const kept = String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'));
  const readable = String(await page.evaluate('document.cookie'));
  const token = (await context.cookies()).find(({ name }) => name.endsWith('authToken'));
  expect(token).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
  expect(token?.value).toBeTruthy();
  for (const secret of [password, token?.value ?? '']) {
    expect(kept).not.toContain(secret);
    expect(readable).not.toContain(secret);
  }
});
