import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { commandCalls, taskCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

// An address that is refused answers so.
test.use({ sharing: 'devices', expectedFaults: [/422/] });

test('a program reads with a personal token, orders nothing, and is out once it is revoked', async ({
  page,
  product,
}) => {
  await signIn(page, 'admin', '/personalInfo?tab=tokens');
  await page.getByRole('search').getByRole('button', { name: 'New token' }).click();
  const form = page.getByRole('dialog', { name: 'New token' });
  await form.getByLabel('Name').fill('nightly');
  await form.getByLabel('Rights').fill('Task management');
  await page.locator('.ant-select-item-option:visible').filter({ hasText: 'Task management' }).click();
  await page.keyboard.press('Tab');
  await form.getByRole('button', { name: 'Make' }).click();
  const made = page.getByRole('dialog', { name: 'Token nightly' });
  const token = (await made.locator('pre').first().textContent()) ?? '';
  await made.getByRole('button', { name: 'I have kept it' }).click();

  const use = async (path: string, request: object) => {
    const answer = await fetch(product.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(request),
    });
    return { status: answer.status, said: await answer.text() };
  };
  const read = () => use(taskCalls.query.path, { pageNum: 1, pageSize: 20 });
  expect((await read()).status).toBe(200);
  const ordered = await use(commandCalls.startJob.path, { oid: crypto.randomUUID() });
  expect(ordered.status).toBe(403);
  expect(ordered.said).toContain('tokenRefused');

  await page.getByRole('button', { name: 'Revoke the token nightly' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'nightly' })).toContainText('Revoked');
  expect((await read()).status).toBe(401);
});

test('a webhook refuses an address inside of the network, and a test reaches its receiver', async ({
  page,
}) => {
  const heard: string[] = [];
  const receiver = createServer((request, response) => {
    heard.push(String(request.headers['webhook-id']));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  try {
    await signIn(page, 'admin', '/operation?tab=webhooks');
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const form = page.getByRole('dialog', { name: 'New webhook' });
    await form.getByLabel('Name').fill('hears');
    await form.getByLabel('Address').fill('https://10.0.0.1/hook');
    await form.getByLabel('Events').click();
    await page.locator('.ant-select-item-option:visible').filter({ hasText: 'Flight over' }).click();
    await page.keyboard.press('Tab');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toContainText('Address');
    // A product of this machine alone may call this machine.
    const { port } = receiver.address() as AddressInfo;
    await form.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`);
    await form.getByRole('button', { name: 'Save' }).click();
    const row = page.getByRole('row').filter({ hasText: 'hears' });
    await row.first().getByRole('button', { name: 'Send a test' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'HTTP 204' })).toContainText('Taken');
    expect(heard).toHaveLength(1);
  } finally {
    receiver.close();
  }
});
