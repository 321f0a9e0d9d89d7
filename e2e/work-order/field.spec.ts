import sharp from 'sharp';
import { memberCalls, sessionCalls, workOrderCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { storedDrafts, waitForDraft } from '../support/kept-drafts.ts';
import { signInCaller, type Caller } from '../support/calls.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { cutFaults, test } from '../support/network.ts';
import { expect } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

const colours = ['#aa3333', '#33aa33'] as const;
const photoOf = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: colour } })
    .jpeg()
    .toBuffer();

const [firstPassword, ownPassword] = ['Kestrel#Nest42', 'Kestrel_42x'];

/** Another person who works on orders, and has to change their password first. */
async function makeColleague(caller: Caller, account: string): Promise<void> {
  const roles = await caller.call(memberCalls.grantableRoles, {});
  await caller.call(memberCalls.save, {
    account,
    name: 'Colleague',
    password: firstPassword,
    groupOID: caller.session.groupOID,
    roleOIDs: roles.map(({ oid }) => oid),
  });
}

test.describe('orders on a phone', () => {
  // What is asked for without a connection fails, and the page goes on.
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    // One expression: two would be read as a value and its options.
    expectedFaults: [new RegExp(`${cutFaults.source}|(?:^|status of )40[13]`)],
  });

  for (const language of storyLanguages<Language>(languages))
    test(`are claimed, photographed and completed while the network is cut, in ${language}`, async ({
      page,
      network,
      caller,
    }) => {
      const { oid: assigneeOID } = await caller.call(sessionCalls.userInfo, {});
      const given = async (name: string): Promise<string> => {
        const { oid } = await caller.call(workOrderCalls.add, { name, class: 'crack' });
        await caller.call(workOrderCalls.assign, { oid, assigneeOID });
        return oid;
      };
      const name = `bolt-${language}`;
      const oid = await given(name);
      const other = await given(`nest-${language}`);

      const reader = readerOf(page, language);
      const { t, shown } = reader;
      await signInAs(reader, '/AlarmWorksheet');
      const main = page.getByRole('main');
      await main.getByRole('link', { name: t('workOrder.fieldTitle') }).click();
      await expect(page.getByRole('heading', { level: 1, name: t('workOrder.fieldTitle') })).toBeVisible();
      await page.getByRole('link', { name }).click();
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
      const fits = (): Promise<boolean> =>
        page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
      expect(await fits()).toBe(true);

      const add = async (
        label: 'workOrder.field.photoBefore' | 'workOrder.field.photoAfter',
        colour: string,
      ) => {
        const choosing = page.waitForEvent('filechooser');
        await page.getByRole('button', { name: t(label) }).click();
        const file = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await photoOf(colour) };
        await (await choosing).setFiles(file);
      };
      await add('workOrder.field.photoBefore', colours[0]);
      await expect(page.getByRole('list', { name: t('workOrder.before') }).getByRole('img')).toHaveCount(1);

      // In the middle of the work there is no connection. Until then the page was kept.
      await page.evaluate(() => navigator.serviceWorker.ready);
      await network.cut(true);
      await expect(page.getByText(t('workOrder.field.offline'))).toBeVisible();
      await page.getByRole('button', { name: t('workOrder.move.claim'), exact: true }).click();
      await expect(page.getByText(shown('workOrder.field.claimWaits'))).toBeVisible();
      await add('workOrder.field.photoAfter', colours[1]);
      await page.getByLabel(t('workOrder.field.note')).fill('tightened');
      await page.screenshot({ path: test.info().outputPath(`field-${language}.png`), fullPage: true });
      // The phone drops the page behind its camera: it opens again without a connection, with what was done.
      await waitForDraft(page, 'tightened');
      await page.reload();
      await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
      await expect(page.getByText(shown('workOrder.field.claimWaits'))).toBeVisible();
      await expect(page.getByLabel(t('workOrder.field.note'))).toHaveValue('tightened');
      for (const stage of ['workOrder.before', 'workOrder.after'] as const)
        await expect(page.getByRole('list', { name: t(stage) }).getByRole('img')).toHaveCount(1);
      await page.screenshot({ path: test.info().outputPath(`away-${language}.png`), fullPage: true });
      await page.getByRole('button', { name: t('workOrder.move.complete'), exact: true }).click();
      await expect(page.getByText(shown('workOrder.field.completeWaits'))).toBeVisible();
      // Nothing of it reads in the storage of the phone.
      const kept = await storedDrafts(page);
      expect(kept.length).toBeGreaterThan(1_000);
      expect(kept).not.toMatch(/tightened|data:image/);
      expect((await caller.call(workOrderCalls.get, { oid })).state).toBe('toBeClaimed');

      await network.cut(false);
      await expect(page.getByText(shown('workOrder.field.completeWaits'))).toHaveCount(0);
      // The page that opened without a connection gives way before the usual one shows what waits.
      await expect.poll(async () => (await caller.call(workOrderCalls.get, { oid })).state).toBe('done');
      const { order, log, field } = await caller.call(workOrderCalls.findByOID, { oid });
      expect([order.state, order.result]).toEqual(['done', 'tightened']);
      expect(log.map(({ move }) => move)).toEqual(['add', 'assign', 'claim', 'complete']);
      expect([field.length, field[0]?.before.length, field[0]?.after.length]).toEqual([1, 1, 1]);
      // The pictures that were sent stand with the order.
      await expect(page.getByRole('heading', { name: t('workOrder.field.work') })).toBeVisible();
      await expect(page.locator('.field-pictures img')).toHaveCount(2);

      // Another order is given to a department meanwhile and closed: that is said, and the note is kept with it.
      await page.goto(`/#/WorkOrderField?oid=${other}`);
      await expect(page.getByLabel(t('workOrder.field.note'))).toBeVisible();
      await network.cut(true);
      await page.getByLabel(t('workOrder.field.note')).fill('nest is empty');
      await page.getByRole('button', { name: t('workOrder.move.complete'), exact: true }).click();
      await expect(page.getByText(shown('workOrder.field.completeWaits'))).toBeVisible();
      await caller.call(workOrderCalls.reject, { oid: other, reason: 'not now' });
      await network.cut(false);
      await expect(page.getByText(t('workOrder.field.workKept'))).toBeVisible();
      await page.screenshot({ path: test.info().outputPath(`kept-${language}.png`) });
      await page.getByRole('button', { name: t('workOrder.field.seen') }).click();
      await expect(page.getByText(t('workOrder.field.workKept'))).toHaveCount(0);
      expect((await caller.call(workOrderCalls.findByOID, { oid: other })).field[0]?.note).toBe(
        'nest is empty',
      );
    });

  test('are shown to nobody but their member, with or without a connection', async ({
    page,
    network,
    context,
    caller,
  }) => {
    await makeColleague(caller, 'field-colleague');
    const name = 'hidden-bolt';
    const { oid } = await caller.call(workOrderCalls.add, { name, class: 'crack' });
    await caller.call(workOrderCalls.assign, { oid, assigneeOID: caller.session.oid });
    const reader = readerOf(page, 'en');
    const { t, shown } = reader;
    const title = page.getByRole('heading', { level: 1, name: t('workOrder.fieldTitle') });
    const login = page.locator('.login');
    const nothingOfIt = async (): Promise<void> => {
      await expect(page.getByText(name)).toHaveCount(0);
      await expect(page.getByLabel(t('workOrder.field.note'))).toHaveCount(0);
    };
    /** Without a connection, as a phone that dropped the page opens it. */
    const reopen = async (): Promise<void> => {
      await network.cut(true);
      await page.reload();
    };

    await signInAs(reader, '/WorkOrderField');
    await page.getByRole('link', { name }).click();
    await page.getByLabel(t('workOrder.field.note')).fill('only mine');
    await waitForDraft(page, 'only mine');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await reopen();
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible();
    await expect(page.getByText(shown('app.asOf'))).toBeVisible();

    // Another member signs in, and the answer is lost on its way: their cookie lies beside what was kept of the first.
    const data = { account: 'field-colleague', password: firstPassword };
    const address = new URL(sessionCalls.login.path, network.url).href;
    expect((await context.request.post(address, { data })).status()).toBe(200);
    await page.reload();
    await expect(login).toBeVisible();
    await nothingOfIt();

    await network.cut(false);
    const colleague = await signInCaller(network.url, 'field-colleague', firstPassword);
    await colleague.call(memberCalls.changePassword, {
      oldPassword: firstPassword,
      newPassword: ownPassword,
      confirmPassword: ownPassword,
    });
    await signInAs(reader, '/WorkOrderField', { account: 'field-colleague', password: ownPassword });
    await expect(page.getByText(t('workOrder.field.none'))).toBeVisible();
    await nothingOfIt();
    await waitForDraft(page, '"orders":[]');
    await reopen();
    await expect(page.getByText(t('workOrder.field.none'))).toBeVisible();
    await expect(page.getByText(shown('app.asOf'))).toBeVisible();
    await nothingOfIt();
    // An address of the first member's order shows that nothing of it is here.
    await page.evaluate((to) => location.assign(to), `#/WorkOrderField?oid=${oid}`);
    await expect(page.getByText(t('workOrder.field.notKept'))).toBeVisible();
    await nothingOfIt();

    // Back with their own session the first finds what they wrote.
    await network.cut(false);
    await signInAs(reader, `/WorkOrderField?oid=${oid}`);
    await expect(page.getByLabel(t('workOrder.field.note'))).toHaveValue('only mine');
    await reopen();
    await expect(page.getByLabel(t('workOrder.field.note'))).toHaveValue('only mine');
    // Their session is ended meanwhile: with a connection the page learns it, and shows nothing any more.
    await caller.call(sessionCalls.endOthers, {});
    await network.cut(false);
    await expect(login).toBeVisible();
    await nothingOfIt();
    await reopen();
    await expect(login).toBeVisible();
    await expect(title).toHaveCount(0);
  });
});
