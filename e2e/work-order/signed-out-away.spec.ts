import { sessionCalls, workOrderCalls } from '../../packages/domain/src/index.ts';
import { cutFaults, test } from '../support/network.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect } from '../support/story.ts';

// What is asked for without a connection fails, and the session is over once there is one.
test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  expectedFaults: [new RegExp(`${cutFaults.source}|(?:^|status of )40[13]`)],
});

test('who signs out without a connection is signed out at the server before anything else is asked', async ({
  page,
  network,
  context,
  caller,
}) => {
  const name = 'signed-out-bolt';
  const { oid } = await caller.call(workOrderCalls.add, { name, class: 'crack' });
  await caller.call(workOrderCalls.assign, { oid, assigneeOID: caller.session.oid });
  const reader = readerOf(page, 'en');
  const { t, shown } = reader;
  const login = page.locator('.login');
  await signInAs(reader, '/WorkOrderField');
  await page.getByRole('link', { name }).click();
  const authToken = (await context.cookies()).find((one) => one.name.endsWith('authToken'))?.value ?? '';
  const stands = async (): Promise<number> => {
    const answer = await fetch(new URL(sessionCalls.userInfo.path, network.url), { headers: { authToken } });
    return answer.status;
  };
  expect(await stands()).toBe(200);
  await page.evaluate(() => navigator.serviceWorker.ready);
  const other = await context.newPage();
  await other.goto('/#/personalInfo');
  const person = other.getByRole('button', { name: shown('shell.person') });
  await expect(person).toBeVisible();

  await network.cut(true);
  await page.getByRole('button', { name: t('workOrder.move.claim'), exact: true }).click();
  await expect(page.getByText(shown('workOrder.field.claimWaits'))).toBeVisible();
  await person.click();
  await other.getByRole('menuitem', { name: t('login.signOut') }).click();
  await expect(other.locator('.login')).toBeVisible();
  // In the other tab too nothing is theirs any more.
  await expect(login).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  // The phone opens the page for the field again: whose cookie it still has is signed out.
  await page.reload();
  await expect(login).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
  expect(await stands()).toBe(200);

  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().includes('/nebula-five/')) asked.push(new URL(request.url()).pathname);
  });
  await network.cut(false);
  await expect.poll(stands).toBe(401);
  await expect(login).toBeVisible();
  const reached = asked.slice(0, asked.indexOf(sessionCalls.logout.path) + 1);
  expect(new Set(reached)).toEqual(new Set([sessionCalls.userInfo.path, sessionCalls.logout.path]));
  // What waited is the member's, and is sent when they are back; it was sent for nobody.
  expect((await caller.call(workOrderCalls.get, { oid })).state).toBe('toBeClaimed');
  await page.reload();
  await expect(login).toBeVisible();
  await signInAs(reader, `/WorkOrderField?oid=${oid}`);
  await expect.poll(async () => (await caller.call(workOrderCalls.get, { oid })).state).toBe('inProcess');
});
