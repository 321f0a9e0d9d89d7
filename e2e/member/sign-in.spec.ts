import { password } from '../support/product.ts';
import { expect, signInByForm, test } from '../support/story.ts';

test('a member signs in, stays signed in over a reload, and signs out everywhere', async ({ page }) => {
  await signInByForm(page);
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
  await signInByForm(page);
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

test.describe('a refused sign-in', () => {
  // What the browser says about the answers below.
  test.use({ expectedFaults: [/401|429/] });

  test('says why in every language, asks for characters that can be had anew, and counts a wait', async ({
    page,
  }) => {
    // Answers in place of the server's: real failures would ask the other stories for characters too.
    const refuse = (status: number, reason: string, rest: object) =>
      page.route(/loginPC/, (route) =>
        route.fulfill({ status, json: { code: status, message: reason, data: { reason, ...rest } } }),
      );
    const submit = page.locator('button[type=submit]');
    const secret = page.locator('input[autocomplete=current-password]');
    const picture = page.locator('.member-captcha img');
    await refuse(401, 'wrongPassword', { captchaRequired: true });
    await page.goto('/');
    await page.locator('input[name=account]').fill('someone');
    await secret.fill('wrong');
    await submit.click();
    for (const [language, why] of [
      ['中文', '账号或密码错误'],
      ['العربية', 'الحساب أو كلمة المرور غير صحيحة'],
      ['English', 'Account or password is wrong'],
    ] as const) {
      await page.getByRole('button', { name: language }).click();
      await expect(page.getByRole('alert').filter({ hasText: why })).toBeVisible();
    }
    const renewed = async (act: () => Promise<void>): Promise<void> => {
      const before = await picture.getAttribute('src');
      await act();
      await expect(picture).not.toHaveAttribute('src', before ?? '');
    };
    await renewed(() => page.getByRole('button', { name: /^Picture with characters/ }).click());
    const characters = page.getByLabel('Characters in the picture');
    await characters.fill('abcd');
    await renewed(() => submit.click());
    await expect(characters).toHaveValue('');
    await secret.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true });
    await expect(page.getByText('Caps lock is on')).toBeVisible();
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect(secret).toHaveAttribute('type', 'text');
    await page.unroute(/loginPC/);
    await refuse(429, 'tooManyRequests', { captchaRequired: true, retryAfterSeconds: 3_500 });
    await characters.fill('abcd');
    await submit.click();
    await expect(submit).toHaveText('Try again in 59 min');
    await expect(submit).toBeDisabled();
  });
});

test.describe('an account that is too long', () => {
  test.use({ expectedFaults: [/422/] });

  test('stays as it was typed, and the form stays in the window', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'English' }).click();
    const long = 'a'.repeat(80);
    await page.getByLabel('Account').fill(long);
    await page.getByLabel('Password', { exact: true }).fill('anything');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('64');
    await expect(page.getByLabel('Account')).toHaveValue(long);
    const right = await page
      .getByRole('alert')
      .evaluate((alert) => alert.getBoundingClientRect().right - window.innerWidth);
    expect(right).toBeLessThanOrEqual(0);
  });
});
