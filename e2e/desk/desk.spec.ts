import { deskCalls, dockCalls, memberCalls } from '../../packages/domain/src/index.ts';
import { languages, type Language } from '../../packages/phrases/src/index.ts';
import { signInCaller, type Caller } from '../support/calls.ts';
import { readerOf, signInAs } from '../support/reader.ts';
import { expect, test } from '../support/story.ts';
import { storyLanguages } from '../support/story-languages.ts';

test.use({ sharing: 'people' });

/** A note of another member, who was on shift before. */
const leaveNote = async (caller: Caller, url: string, account: string, text: string): Promise<void> => {
  const roles = await caller.call(memberCalls.grantableRoles, {});
  const role = roles.find(({ name }) => /operator|操作员/i.test(name));
  await caller.call(memberCalls.save, {
    account,
    name: account,
    password: 'Kestrel#Nest42',
    groupOID: caller.session.groupOID,
    roleOIDs: role ? [role.oid] : [],
  });
  const before = await signInCaller(url, account, 'Kestrel#Nest42');
  const [oldPassword, newPassword] = ['Kestrel#Nest42', 'Kestrel_42x'];
  await before.call(memberCalls.changePassword, { oldPassword, newPassword, confirmPassword: newPassword });
  await before.call(deskCalls.note, { text });
};

for (const language of storyLanguages<Language>(languages))
  test(`a shift sees who watches what and acknowledges what the one before left, in ${language}`, async ({
    page,
    caller,
    context,
    product,
  }) => {
    const reader = readerOf(page, language);
    const { t, shown } = reader;
    const dockName = `值班机场${'甲乙丙'[languages.indexOf(language)]}`;
    const said = `西门已锁 ${language}`;
    const sn = `7DESK${language.toUpperCase().replace('-', '')}01`;
    const { oid } = await caller.call(dockCalls.add, {
      name: dockName,
      sn,
      droneSn: `AIR${sn}`,
      vendor: 'DJI',
      model: '3-2-0',
    });
    await signInAs(reader, '/DataStatistics');
    const desk = page.getByRole('region', { name: t('desk.title') });
    // The monitor of another language counts for a while after it was closed.
    await expect(desk.getByRole('link', { name: dockName })).toHaveCount(0);

    const monitor = await context.newPage();
    await monitor.goto(`/#/PortMonitorSee?oid=${oid}`);
    await expect(desk.getByRole('link', { name: dockName })).toBeVisible();
    await monitor.close();

    const account = `shift${language.slice(0, 2)}`;
    await leaveNote(caller, product.url, account, said);
    await desk.getByRole('button', { name: shown('desk.acknowledgeNamed') }).click();
    await expect(desk.getByRole('button', { name: shown('desk.acknowledgeNamed') })).toHaveCount(0);
    await desk.getByText(t('desk.past')).click();
    await expect(desk.getByText(said)).toBeVisible();

    await desk.getByLabel(t('desk.write')).fill('x'.repeat(100_000));
    await expect(desk.locator('.ant-form-item-explain-error')).toContainText(/2,?000/);
    await expect(desk.getByRole('button', { name: t('desk.save') })).toBeDisabled();
    await desk.getByLabel(t('desk.write')).fill(`Dock 3 drips ${language}`);
    await desk.getByRole('button', { name: t('desk.save') }).click();
    await expect(desk.getByText(`Dock 3 drips ${language}`)).toBeVisible();
    await expect(desk.getByLabel(t('desk.write'))).toHaveValue('');
    // Nobody acknowledges what is their own.
    await expect(desk.getByRole('button', { name: shown('desk.acknowledgeNamed') })).toHaveCount(0);
    await page.screenshot({ path: test.info().outputPath(`desk-${language}.png`), fullPage: true });
  });
