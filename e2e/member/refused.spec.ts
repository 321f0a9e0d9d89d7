import { expect, test } from '../support/story.ts';

// Wrong passwords are refused with 401; that is the story. Afterwards everybody at this address has to read a picture.
test.use({ expectedFaults: [/401/] });

test('after failures a picture has to be read, and the message does not tell whether the account exists', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'English' }).click();
  const messages: string[] = [];
  for (const account of ['nobody-here', 'nobody-here', 'nobody-here']) {
    await page.getByLabel('Account').fill(account);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    const answered = page.waitForResponse(/loginPC/);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await answered;
    await expect(page.getByRole('alert')).toBeVisible();
    messages.push(await page.getByRole('alert').innerText());
  }
  expect(new Set(messages).size).toBe(1);
  await expect(page.getByLabel('Characters in the picture')).toBeVisible();
  await expect(
    page.getByRole('button', { name: 'Picture with characters, click for another' }).locator('img'),
  ).toBeVisible();
});
