import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { allCalls, organisationCalls, sessionCalls } from '../../packages/domain/src/index.ts';
import { password } from '../support/product.ts';
import { expect, signIn, signInByForm, test } from '../support/story.ts';

// Whatever a foreign page fires at the product fails, which the browser calls faults.
test.use({ expectedFaults: [/./] });

/** A page of another site that fires every call at the product in every way that needs no permission. */
const attack = (
  home: string,
  paths: readonly string[],
): string => `<!doctype html><title>other</title><script>
  const home = ${JSON.stringify(home)};
  const paths = ${JSON.stringify(paths)};
  const body = JSON.stringify({ name: 'taken over', oids: [], oid: 'x', enabled: false });
  const send = (path, init) => fetch(home + path, { mode: 'no-cors', credentials: 'include', ...init }).catch(() => 0);
  const socket = () => new Promise((done) => {
    const one = new WebSocket(home.replace('http', 'ws') + '/mqtt', 'mqtt');
    one.onopen = () => done('open');
    one.onerror = () => done('refused');
  });
  window.fired = (async () => {
    const frame = document.createElement('iframe');
    frame.name = 'sink';
    document.documentElement.append(frame);
    for (const path of paths) {
      const parts = new FormData();
      parts.append('file', new Blob(['x']), 'route.kmz');
      await Promise.all([
        send(path, { method: 'POST', headers: { 'content-type': 'text/plain' }, body }),
        send(path, { method: 'POST', body: new URLSearchParams({ name: 'taken over' }) }),
        send(path, { method: 'POST', body: parts }),
        send(path, { method: 'GET' }),
      ]);
      new Image().src = home + path;
    }
    for (const path of paths.slice(0, 40)) {
      const form = document.createElement('form');
      Object.assign(form, { action: home + path, method: 'post', target: 'sink', enctype: 'text/plain' });
      document.documentElement.append(form);
      form.submit();
    }
    // With a header of ours the browser asks first, and is not allowed.
    const asked = await fetch(home + paths[0], { method: 'POST', headers: { authToken: 'x' }, body }).then(
      () => 'answered', () => 'refused');
    return [asked, await socket()];
  })();
</script>`;

async function foreignSite(page: string): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(page),
  );
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { server, url: `http://localhost:${(server.address() as AddressInfo).port}/` };
}

test('a page of another site changes nothing, whatever it fires with the cookies of a member', async ({
  page,
  caller,
  product,
}) => {
  await signIn(page);
  const before = await caller.call(organisationCalls.get, {});
  const keys = await caller.call(organisationCalls.keys, {});
  const paths = [...new Set(allCalls.map(({ path }) => path.replace(/\{\w+\}/g, 'x')))];
  const { server, url } = await foreignSite(attack(product.url, paths));
  try {
    await page.goto(url);
    expect(await page.evaluate('window.fired')).toEqual(['refused', 'refused']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  expect(await caller.call(organisationCalls.get, {})).toEqual(before);
  expect(await caller.call(organisationCalls.keys, {})).toEqual(keys);
  // Not even the session of the member has ended.
  await page.goto('/');
  await expect(page.getByRole('button', { name: /^Person menu/ })).toBeVisible();
  expect((await caller.call(sessionCalls.own, {})).length).toBeGreaterThan(1);
});

test('signing out leaves nothing of the member in the browser', async ({ page, context }) => {
  await signInByForm(page, 'admin', '/TaskManagerNew');
  const held = (await context.cookies()).filter(({ name }) => name === '__Host-authToken');
  expect(held).toMatchObject([{ secure: true, httpOnly: true, sameSite: 'Strict', path: '/' }]);
  const token = held[0]?.value ?? '';
  await page.getByRole('button', { name: /^Person menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('Account', { exact: true })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  const kept = String(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])'));
  for (const secret of [token, password]) expect(kept).not.toContain(secret);
  expect(Object.keys(JSON.parse(kept)[0] as object).toSorted()).toEqual(
    expect.arrayContaining(['eyrie.language']),
  );
  for (const name of ['eyrie.menu', 'eyrie.scene', 'eyrie.tabs', 'eyrie.filters'])
    expect(kept).not.toContain(name);
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
});
