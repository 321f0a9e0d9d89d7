import type { Page } from '@playwright/test';
import {
  firstDisplay,
  memberCalls,
  sessionCalls,
  type CallDeclaration,
  type ResponseOf,
} from '../../packages/domain/src/index.ts';
import { password } from '../support/product.ts';
import { expect, signIn, signInByForm, test } from '../support/story.ts';

/** The server's answer with other data, as another member would get it. */
const changeAnswer = <C extends CallDeclaration>(
  page: Page,
  { path }: C,
  change: (data: ResponseOf<C>) => ResponseOf<C>,
): Promise<unknown> =>
  page.route(`**${path}*`, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: ResponseOf<C> };
    await route.fulfill({ response, json: { ...body, data: change(body.data) } });
  });

test('an unknown address leads to a page that exists', async ({ page }) => {
  await signIn(page);
  await page.goto('/#/no-such-page');
  await expect(page).not.toHaveURL(/no-such-page/);
  await expect(page.getByRole('main')).toBeVisible();
});

test('the refusal page says whose right is missing and leads back', async ({ page }) => {
  // Somebody of a department that is not called as the organisation is.
  await changeAnswer(page, sessionCalls.userInfo, (data) => ({
    ...data,
    groupNameCN: 'Patrol',
    organisationName: 'Southern Grid',
  }));
  await signIn(page);
  await expect(page.getByRole('banner')).toContainText('Southern Grid');
  await page.goto('/#/403');
  await expect(page.getByRole('heading', { name: 'You may not open this page' })).toBeVisible();
  await expect(page.getByText('administrator of Southern Grid')).toBeVisible();
  await expect(page.getByText('Patrol')).toHaveCount(0);
  await page
    .getByRole('link', { name: 'Back to the first page' })
    .or(page.getByRole('button', { name: 'Back to the first page' }))
    .click();
  await expect(page).toHaveURL(/DataStatistics/);
});

test('who may open one hidden page lands on it, and who has no role reads who can help', async ({ page }) => {
  let menu = ['/FlyArrange'];
  await changeAnswer(page, memberCalls.resources, (data) =>
    data.filter(({ URL, type }) => type !== 'menu' || menu.includes(URL)),
  );
  await signIn(page, 'admin', '/');
  await expect(page).toHaveURL(/FlyArrange/);
  menu = [];
  await page.goto('/#/');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You have no role yet' })).toBeVisible();
  await expect(page.getByText(/An administrator of .+ can give you a role/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Back to the first page' })).toHaveCount(0);
});

test('where there is no dock yet, arranging a flight says the first step to everybody', async ({ page }) => {
  await signIn(page, 'admin', '/FlyArrange');
  await page.getByRole('group', { name: 'Dock' }).getByRole('button', { name: 'Register a dock' }).click();
  await expect(page).toHaveURL(/DataStatistics/);

  await changeAnswer(page, memberCalls.resources, (data) => data.filter(({ URL }) => URL !== 'dock:edit'));
  await page.goto('/#/FlyArrange');
  await page.reload();
  await expect(page.getByText('Ask somebody who may manage docks to register one.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Register a dock' })).toHaveCount(0);
});

test('an answer that is not the product’s is not called a fault of the network', async ({
  page,
  expectedFaults,
}) => {
  expectedFaults.push(/502/);
  await page.route(`**${sessionCalls.login.path}`, (route) =>
    route.fulfill({ status: 502, body: '<html>bad gateway</html>' }),
  );
  await page.goto('/');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('Account').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('any');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('The server answered wrongly (HTTP 502).')).toBeVisible();
});

test('without a session every page asks for one, fetches what one wanted meanwhile, and leads there', async ({
  page,
}) => {
  await page.goto('/#/DeviceAll');
  await page.getByRole('button', { name: 'English' }).click();
  const engineOfMap = page.waitForResponse(/\/assets\/host-[^/]+\.js$/);
  await page.getByLabel('Account', { exact: true }).fill('admin');
  expect((await engineOfMap).status()).toBe(200);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/#\/DeviceAll$/);
});

test('tabs follow the visited pages and close by the rule', async ({ page }) => {
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const tabs = page.getByRole('navigation', { name: 'Open pages' });
  await menu.getByRole('link', { name: 'Route management' }).click();
  // A page that is left before it has come was not visited.
  await expect(tabs.getByRole('link', { name: 'Route management' })).toBeVisible();
  await menu.getByRole('link', { name: 'Task management' }).click();
  await expect(tabs.getByRole('link')).toHaveText(['Data statistics', 'Route management', 'Task management']);

  await tabs.getByRole('link', { name: 'Route management' }).click();
  await page.getByRole('button', { name: 'Tab actions' }).click();
  await page.getByRole('menuitem', { name: 'Close others' }).click();
  await expect(tabs.getByRole('link')).toHaveText(['Route management']);

  await menu.getByRole('link', { name: 'Account' }).click();
  await tabs.getByRole('button', { name: 'Close Account' }).click();
  await expect(page).toHaveURL(/RoutePlanning/);
});

test('times and units are shown as chosen, and tabs keep their order over a sign-out', async ({
  page,
  caller,
}) => {
  await signIn(page);
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  const tabs = page.getByRole('navigation', { name: 'Open pages' });
  const shown = page.getByRole('button', { name: /^Time and units/ });
  await expect(shown).toHaveText(/UTC\+08:00\s*m$/);
  await shown.click();
  await page.getByRole('radio', { name: 'Universal time (UTC)' }).check();
  await page.getByRole('radio', { name: /^Feet/ }).check();
  await page.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(shown).toHaveText(/UTC\s*ft$/);

  await menu.getByRole('link', { name: 'Route management' }).click();
  await expect(tabs.getByRole('link', { name: 'Route management' })).toBeVisible();
  await page.getByRole('button', { name: 'Tab actions' }).click();
  await page.getByRole('menuitem', { name: 'Move towards the start' }).click();
  await expect(tabs.getByRole('link')).toHaveText(['Route management', 'Data statistics']);

  await page.getByRole('button', { name: /^Person menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await signInByForm(page);
  await expect(shown).toHaveText(/UTC\s*ft$/);
  await expect(tabs.getByRole('link')).toHaveText(['Route management', 'Data statistics']);
  await caller.call(memberCalls.displaySet, firstDisplay);
});

test('an address typed over unsaved input asks first', async ({ page }) => {
  await signIn(page, 'admin', '/customized');
  const name = page.getByRole('textbox').first();
  await name.fill('Another name');
  await page.evaluate('location.hash = "#/RoutePlanning"');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/customized/);
  await expect(name).toHaveValue('Another name');
  await page.evaluate('location.hash = "#/RoutePlanning"');
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  await expect(page).toHaveURL(/RoutePlanning/);
});

test('a question about unsaved input goes with what it asks about', async ({ page }) => {
  await signIn(page, 'admin', '/customized');
  const name = page.getByRole('textbox').first();
  const stored = await name.inputValue();
  const question = page.getByRole('alertdialog');
  await name.fill('Another name');
  await page.getByRole('link', { name: 'Data statistics' }).first().click();
  await expect(question).toBeVisible();
  await name.fill(stored);
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(/customized/);
  await page.getByRole('link', { name: 'Data statistics' }).first().click();
  await expect(page).toHaveURL(/DataStatistics/);
});

test('under 1100 px the menu folds, and nothing stands beside the window', async ({ page }) => {
  await signIn(page);
  const menu = page.getByRole('complementary');
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(240);
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect.poll(async () => (await menu.boundingBox())?.width).toBe(64);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
});

test('the language changes everywhere at once, and Arabic reads from the right', async ({ page }) => {
  await signIn(page);
  const language = page.getByRole('button', { name: /^Language/ });
  await language.press('Enter');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(language).toBeFocused();
  await language.click();
  await page.getByRole('menuitem', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  const menu = await page.getByRole('complementary').boundingBox();
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBe(1440);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.getByRole('button', { name: /اللغة/ }).click();
  await page.getByRole('menuitem', { name: '中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
  await expect(page.getByRole('link', { name: '航线管理' })).toBeVisible();
});

test('the map stands in a window of its own, from which account, language and sign-out are at hand', async ({
  page,
}) => {
  await signIn(page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Device distribution' }).click();
  const map = await opened;
  await expect(map).toHaveURL(/DeviceAll/);
  await expect(page).toHaveURL(/DataStatistics/);
  const banner = map.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Back to the first page' })).toBeVisible();
  await banner.getByRole('button', { name: /^Language/ }).click();
  await map.getByRole('menuitem', { name: '中文' }).click();
  await expect(map.getByText('机场列表')).toBeVisible();
  await map.close();

  // Also for whom there is no other page.
  await changeAnswer(page, memberCalls.resources, (data) => data.filter(({ URL }) => URL === '/DeviceAll'));
  // A new document: in the old one the address would lead to the page of the rights before.
  await page.goto('about:blank');
  await page.goto('/#/');
  await expect(page).toHaveURL(/DeviceAll/);
  await expect(page.getByRole('link', { name: 'Back to the first page' })).toHaveCount(0);
  // What the map asks for when it has come must be answered before the session ends.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /管理员$/ }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.locator('.login')).toBeVisible();
});

test('Chinese and Arabic of the sign-in page stand in fonts of the product', async ({ page }) => {
  const fetched: string[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('.woff2')) fetched.push(new URL(response.url()).pathname);
  });
  const loaded = (family: string, text: string): Promise<boolean> =>
    page.evaluate(
      async ([name, sample]) => {
        const faces = await document.fonts.load(`16px '${name}'`, sample);
        return faces.length > 0 && faces.every(({ status }) => status === 'loaded');
      },
      [family, text] as const,
    );
  await page.goto('/');
  for (const [language, sample] of [
    ['中文', '登录'],
    ['العربية', 'تسجيل'],
  ] as const) {
    await page.getByRole('button', { name: language }).click();
    await expect(page.getByRole('button', { name: language })).toHaveAttribute('aria-pressed', 'true');
    expect(await loaded('Eyrie First', sample), language).toBe(true);
  }
  // Only what stands there: none of the slices of the whole fonts.
  expect(fetched.filter((path) => !path.includes('/first-'))).toEqual([]);
});

test('a slow line shows the shape of what comes, in the look that was chosen', async ({ page }) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Switch to light' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/assets\/.+\.(js|css)$/, async (route) => {
    await arrival;
    await route.continue();
  });
  const reloaded = page.reload();
  const shape = page.locator('.skeleton-page-shell');
  await expect(shape).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(shape).toHaveCSS('background-color', 'rgb(244, 246, 248)');
  await expect(shape).toHaveText('');
  arrive();
  await reloaded;
  await expect(page.getByRole('main')).toBeVisible();
  await expect(shape).toHaveCount(0);
});

test('whoever registers a dock is told all that is entered at it, and help stands with its field', async ({
  page,
  product,
}) => {
  await signIn(page);
  await page.getByRole('button', { name: 'Register a dock' }).click();
  const dialog = page.getByRole('dialog', { name: 'Register a dock' });
  const help = (field: string) => dialog.locator('.ant-form-item').filter({ hasText: field });
  await expect(help('Serial number')).toContainText('On the plate of the dock');
  await expect(help('Insurance company')).not.toContainText('plate');
  await dialog.getByLabel('Dock name').fill('东门机场');
  await dialog.getByLabel('Model').press('Enter');
  await page.getByText('DJI Dock 2', { exact: true }).click();
  await dialog.getByLabel('Serial number of the dock').fill('TOLDDOCK0001');
  await dialog.getByRole('combobox', { name: 'Insurance company' }).click();
  await page.locator('.ant-select-item-option').last().click();
  await dialog.getByLabel('Policy number').fill('P-1');
  await dialog.getByLabel('Insured until').fill('2099-12-31');
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  const done = page.getByRole('dialog', { name: 'Bring in 东门机场' });
  await expect(done.getByText(product.mqtt, { exact: true })).toBeVisible();
  await expect(done.getByText('a dock does not reach it')).toBeVisible();
  await expect(done.getByText('TOLDDOCK0001')).toBeVisible();
});
