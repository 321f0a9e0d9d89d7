import { createPrivateKey, randomUUID, sign } from 'node:crypto';
import type { Page } from '@playwright/test';
import { startTestProvider } from '../../apps/server/src/testing/openid-provider.ts';
import { memberCalls, organisationCalls, sessionCalls } from '../../packages/domain/src/index.ts';
import { signInCaller } from '../support/calls.ts';
import { expect, signIn, test } from '../support/story.ts';

// Spent codes are refused with 401, and a provider is another site: that is what these stories are about.
test.use({
  expectedFaults: [/401|409|^foreign address: http:\/\/localhost:|^request failed: .*uavdock/],
});

/** Notes when the address was cleaned, ms after the program had arrived, and every Referer that went out. */
async function watchAddress(
  page: Page,
): Promise<{ cleanedAfter: () => Promise<number>; referers: string[] }> {
  const referers: string[] = [];
  page.on('request', (request) => {
    const referer = request.headers()['referer'];
    if (referer) referers.push(referer);
  });
  await page.addInitScript(`{
    const replace = history.replaceState;
    history.replaceState = function (...rest) {
      const [program] = performance.getEntriesByType('resource').filter(({ name }) => /\\/first-.*\\.js$/.test(name));
      window.cleanedAfter ??= performance.now() - program.responseEnd;
      return replace.apply(this, rest);
    };
  }`);
  return { referers, cleanedAfter: async () => Number(await page.evaluate('window.cleanedAfter')) };
}

/** Every address that the browser could go back to. */
async function history(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { entries } = await session.send('Page.getNavigationHistory');
  return entries.map(({ url }) => url);
}

const personMenu = (page: Page) => page.getByRole('button', { name: /^(Person menu|个人菜单|قائمة)/ });

test('a one-time code in the address opens a page once, and leaves no trace', async ({
  page,
  caller,
  product,
  context,
}) => {
  const { code } = await caller.call(sessionCalls.codeCreate, { purpose: 'authInfo' });
  const watch = await watchAddress(page);
  await page.goto(`/?authInfo=${code}#/TaskManagerNew`);
  await expect(page).toHaveURL(`${product.url}/#/TaskManagerNew`);
  await expect(page.getByRole('main')).toBeVisible();
  expect(await watch.cleanedAfter()).toBeLessThan(1_000);
  expect(watch.referers).toEqual([]);
  expect((await history(page)).join(' ')).not.toContain(code);
  expect(product.lastWords()).not.toContain(code);

  await context.clearCookies();
  await page.goto('about:blank');
  await page.goto(`/?authInfo=${code}#/TaskManagerNew`);
  await expect(page.getByText('登录链接已失效，请用账号登录')).toBeVisible();
  await expect(page).toHaveURL(/#\/Login\?to=%2FTaskManagerNew$/);
});

test('a dock is opened by hash parameters, straight and through the proxy page', async ({
  page,
  caller,
  context,
}) => {
  const dock = randomUUID();
  for (const [address, rest] of [
    ['/#authToken=CODE', `&taskOID=7&oid=${dock}`],
    ['/#/PortMonitorseeProxy?authToken=CODE', `&taskOID=7&oid=${dock}`],
  ] as const) {
    const { code } = await caller.call(sessionCalls.codeCreate, { purpose: 'monitor' });
    await context.clearCookies();
    await page.goto('about:blank');
    // There is no such dock; the way to it is what counts.
    await page.route(/uavdock/, (route) => route.abort());
    const exchanged = page.waitForResponse(/codeExchange/);
    await page.goto(address.replace('CODE', code) + rest);
    expect((await exchanged).status()).toBe(200);
    await expect(page).toHaveURL(new RegExp(`#/PortMonitorSee\\?taskOID=7&oid=${dock}$`));
    expect((await history(page)).join(' ')).not.toContain(code);
  }
});

test('a payload signed by another system opens the page it names, whoever was there before', async ({
  page,
  caller,
  product,
}) => {
  const key = await caller.call(organisationCalls.keyAdd, { name: 'Portal' });
  const payload = (claims: object): string => {
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1_000);
    const body = `${part({ alg: 'EdDSA', kid: key.oid })}.${part({
      account: 'admin',
      iat: now,
      exp: now + 60,
      jti: randomUUID(),
      aud: key.audience,
      ...claims,
    })}`;
    return `${body}.${sign(null, Buffer.from(body), createPrivateKey(key.privateKey)).toString('base64url')}`;
  };
  await page.goto('/');
  await page.evaluate("sessionStorage.setItem('left', 'behind')");
  const watch = await watchAddress(page);
  const good = payload({ page: '/RoutePlanning' });
  await page.goto(`/?loginInfo=${good}`);
  await expect(page).toHaveURL(`${product.url}/#/RoutePlanning`);
  await expect(page.getByRole('main')).toBeVisible();
  expect(await watch.cleanedAfter()).toBeLessThan(1_000);
  expect(await page.evaluate("sessionStorage.getItem('left')")).toBeNull();
  expect((await history(page)).join(' ')).not.toContain(good);

  // A second use signs nobody in, nor out: whoever made a bad link must not decide who works here.
  await page.goto('about:blank');
  await page.goto(`/?loginInfo=${good}#/TaskManagerNew`);
  await expect(page.getByText('登录链接已失效，请用账号登录')).toBeVisible();
  await page.goto('/');
  await page.reload();
  await expect(personMenu(page)).toBeVisible();
});

test('a link of another account asks first, and names both', async ({ page, caller, product, context }) => {
  const { groupOID } = await caller.call(sessionCalls.userInfo, {});
  const given = 'Story!teller7';
  const own = 'Story_teller_7';
  const person = { account: 'mallory', name: 'Mallory M', password: given, groupOID, roleOIDs: [] };
  await caller.call(memberCalls.save, person);
  const other = await signInCaller(product.url, 'mallory', given);
  await other.call(memberCalls.changePassword, {
    oldPassword: given,
    newPassword: own,
    confirmPassword: own,
  });
  const link = async (): Promise<string> =>
    `/?authInfo=${(await other.call(sessionCalls.codeCreate, { purpose: 'authInfo' })).code}#/RoutePlanning`;

  await signIn(page);
  const before = await page.context().cookies();
  const first = await link();
  await page.goto(first);
  await expect(page.getByRole('heading', { name: 'This link signs in another account' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('mallory');
  await expect(page.getByRole('main')).toContainText('admin');
  expect((await history(page)).join(' ')).not.toContain('authInfo');
  for (const [language, dir] of [
    ['العربية', 'rtl'],
    ['中文', 'ltr'],
    ['English', 'ltr'],
  ] as const) {
    await page.getByRole('button', { name: language }).click();
    await expect(page.locator('html')).toHaveAttribute('dir', dir);
    await expect(page.getByRole('main')).toContainText('Mallory M');
  }
  // The keyboard stands on staying when the page opens.
  await page.reload();
  await expect(personMenu(page)).toBeVisible();
  await page.goto('about:blank');
  await page.goto(first);
  await expect(page.getByRole('button', { name: /^Stay signed in as/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(personMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${product.url}/#/RoutePlanning`);
  expect((await page.context().cookies()).find(({ name }) => name === '__Host-authToken')).toEqual(
    before.find(({ name }) => name === '__Host-authToken'),
  );

  // Opened in a window where the product stands, and agreed to: the own session is over at the server.
  const code = (await other.call(sessionCalls.codeCreate, { purpose: 'authInfo' })).code;
  await page.evaluate(`location.hash = '#/personalInfo?authInfo=${code}'`);
  await page.getByRole('button', { name: 'Sign out and go on as Mallory M' }).click();
  await expect(page.getByText('A link signed you in as Mallory M (mallory)')).toBeVisible();
  expect((await history(page)).join(' ')).not.toContain(code);
  const answer = await context.request.get(`${product.url}/nebula-five/user/getUserInfo.rest`, {
    headers: { authToken: before.find(({ name }) => name === '__Host-authToken')?.value ?? '' },
  });
  expect(answer.status()).toBe(401);
});

test('an OpenID provider is a door for those who have an account, in three languages', async ({
  page,
  caller,
  product,
  context,
}) => {
  const provider = await startTestProvider(`${product.url}/openid/return`, 'localhost');
  try {
    const { issuer, clientId, clientSecret } = provider;
    await caller.call(organisationCalls.openIdEdit, {
      enabled: true,
      name: 'Company sign-on',
      issuer,
      clientId,
      clientSecret,
      accountClaim: 'preferred_username',
    });
    provider.account = 'stranger';
    await page.goto('/#/TaskManagerNew');
    const button = page.getByRole('button', { name: 'Company sign-on' });
    for (const [language, refused] of [
      ['中文', '单点登录未成功，请重试或使用账号登录'],
      ['العربية', 'لم ينجح الدخول الموحد؛ حاول مرة أخرى أو سجّل الدخول بحسابك'],
      ['English', 'Single sign-on did not succeed; try again, or sign in with your account'],
    ] as const) {
      await page.getByRole('button', { name: language }).click();
      // The refusal of the last language stands there until the way out and back is over.
      await Promise.all([page.waitForEvent('load'), button.click()]);
      await expect(page.getByText(refused)).toBeVisible();
      await expect(page).toHaveURL(/#\/Login\?to=%2FTaskManagerNew$/);
    }
    await context.clearCookies();
    provider.account = 'admin';
    await button.click();
    await expect(personMenu(page)).toBeVisible();
    await expect(page).toHaveURL(`${product.url}/#/TaskManagerNew`);
    expect((await history(page)).filter((address) => /openId=(?!failed)/.test(address))).toEqual([]);
  } finally {
    await provider.stop();
  }
});
