import { dockCalls } from '../../packages/domain/src/index.ts';
import { connectDock } from '../../packages/testing/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

// The second writer is refused.
test.use({ expectedFaults: [/409/] });

test('a dock is registered, tells of itself, is changed, and leaves', async ({ page, caller, product }) => {
  await signIn(page, 'admin', '/DaJiAirport');
  await expect(page.getByRole('heading', { level: 1, name: 'Dock management' })).toBeVisible();
  await page.getByRole('button', { name: 'Register a dock' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Dock name').fill('North roof');
  await expect(form.getByRole('alert')).toContainText('Chinese');
  await form.getByLabel('Dock name').fill('北楼顶');
  await form.getByRole('combobox', { name: 'Model' }).click();
  await page.getByTitle('DJI Dock 2').click();
  await form.getByLabel('Serial number of the dock').fill('DBOOK00001');
  // Nothing is registered without its insurance.
  await expect(form.getByRole('button', { name: 'Register' })).toBeDisabled();
  await form.getByRole('combobox', { name: 'Insurance company' }).click();
  await page.locator('.ant-select-item-option:visible').first().click();
  await form.getByLabel('Policy number').fill('P-2020-1');
  await form.getByLabel('Insured until').fill('2020-03-31');
  await form.getByRole('button', { name: 'Register' }).click();
  const typed = (label: string) =>
    form
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .locator('bdi')
      .innerText();
  const secret = await typed('Password');
  const binding = { code: await typed('Binding code'), organizationId: await typed('Organisation ID') };
  const ladder = form.getByRole('list', { name: 'Steps of the dock on its way in' });
  const step = (name: RegExp) => ladder.getByRole('listitem').filter({ hasText: name });
  await expect(form.getByText('a dock does not reach it')).toBeVisible();
  await form.getByRole('button', { name: 'I have noted it' }).click();
  await expect(step(/Sign-in/)).toContainText('Waiting');

  // Each step lights up as the dock comes; what is wrong is said in words.
  const at = { url: product.mqtt, sn: 'DBOOK00001', droneSn: 'ABOOK00001' };
  await expect(connectDock({ ...at, secret: 'mistyped' })).rejects.toThrow('refused');
  await expect(step(/Sign-in/)).toContainText('Wrong password (return code 4)');
  const dock = await connectDock({ ...at, secret });
  await expect(step(/Sign-in/)).toContainText('MQTT 3.1.1');
  await dock.request('airport_organization_get', {
    device_binding_code: 'MISTYPED',
    organization_id: binding.organizationId,
  });
  await expect(step(/Names organisation and code/)).toContainText('The binding code is wrong');
  await dock.start(binding);
  await expect(step(/Is bound/)).not.toContainText('Waiting');
  await dock.topology(true);
  await dock.osdParts();
  await expect(step(/First telemetry/)).not.toContainText('Waiting');
  await form.getByRole('button', { name: 'Next' }).click();
  const first = form.getByRole('list', { name: 'First flight check' });
  await expect(first.getByRole('listitem').filter({ hasText: 'aircraft is known' })).toContainText('Fine');
  await form.getByRole('button', { name: 'Close' }).last().click();
  const row = page.getByRole('row').filter({ hasText: '北楼顶' });
  await expect(row).toContainText('Expired');
  // However long the reasons are, they end within their column, with a sign that there is more.
  const inside = (element: HTMLElement): boolean => {
    const cell = element.closest('td')?.getBoundingClientRect();
    return cell !== undefined && element.getBoundingClientRect().right <= cell.right;
  };
  expect(await row.locator('.airworthy-word .ey-state-word').evaluate(inside)).toBe(true);

  // What it says of itself is typed by nobody, and stands there with its age.
  await dock.osdParts({ B: { job_number: 41, acc_time: 7200 } });
  // Where there is room the list shows it too.
  const usual = page.viewportSize();
  await page.setViewportSize({ width: 3000, height: 900 });
  await expect(page.getByRole('columnheader', { name: 'Jobs flown' })).toBeVisible();
  await expect(row.getByRole('cell', { name: '41', exact: true })).toBeVisible();
  await expect(row.getByRole('cell', { name: /2:00:00/ })).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('list-wide.png') });
  if (usual) await page.setViewportSize(usual);
  await row.click();
  const drawer = page.getByRole('dialog', { name: '北楼顶' });
  const fact = (name: string) =>
    drawer.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact('Jobs flown')).toContainText('41');
  await expect(fact('Running time')).toContainText('2:00:00');
  await expect(drawer.getByText(/ ago$/)).toBeVisible();

  // What it holds of each limit, with the range.
  await dock.droneOsd({ height_limit: 120 });
  await drawer.getByText('Limits and settings').click();
  await expect(fact('Height limit')).toContainText('120 m (20 m–1,500 m)');
  await expect(fact('Silent mode')).toContainText('Off');
  await expect(fact('Transfer in flight')).toContainText('–');

  // Another value is asked of the device, which shows it when the device holds it.
  await drawer.getByRole('button', { name: 'Set: Silent mode' }).click();
  const setting = page.getByRole('dialog', { name: 'Set: Silent mode' });
  await setting.getByText('On', { exact: true }).click();
  await dock.osdParts();
  await setting.getByRole('button', { name: 'Change' }).click();
  const asked = await dock.waitFor(({ topic }) => topic.endsWith('/property/set'));
  await dock.setReply(asked, { silent_mode: { result: 0 } });
  await expect(page.getByText('The device took it and has not reported the new value yet')).toBeVisible();
  await expect(fact('Silent mode')).toContainText('asked for On');
  await dock.osd('A', { silent_mode: 1 });
  await expect(fact('Silent mode')).not.toContainText('asked for On');

  // A limit of an aircraft that is off is not changed.
  await dock.topology(false);
  await dock.osdParts();
  await drawer.getByRole('button', { name: 'Set: Height limit' }).click();
  const limit = page.getByRole('dialog', { name: 'Set: Height limit' });
  await limit.getByRole('spinbutton').fill('130');
  await limit.getByRole('button', { name: 'Change' }).click();
  await expect(page.getByText('Turn on the drone before setting limits', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(limit).toHaveCount(0);
  await dock.topology(true);
  await drawer.getByText('Limits and settings').click();

  // A device that speaks almost right is shown what is wrong with it.
  await dock.osd('A', { humidity: 'wet' });
  await dock.raw('thing/product/DBOOK00001/osd', '[1, 2]');
  await dock.raw('thing/product/DBOOK00001/osd', 'no message at all');
  const wrong = drawer.getByRole('listitem');
  await drawer.getByText('Newest messages').click();
  const newest = drawer.getByRole('list', { name: 'Newest messages' });
  await expect(newest.getByRole('listitem').filter({ hasText: 'property' }).first()).toBeVisible();
  await drawer.getByLabel('Messages that could not be used').check();
  await expect(wrong.filter({ hasText: 'humidity' })).toContainText('has to be a number');
  await expect(wrong.filter({ hasText: 'humidity' })).toContainText('"wet"');
  await expect(wrong.filter({ hasText: 'without the envelope' })).toContainText('[1, 2]');
  await expect(wrong.filter({ hasText: 'no JSON' })).toContainText('no message at all');
  await drawer.getByText('Newest messages').click();
  await dock.close();

  await drawer.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit 北楼顶' });
  const save = edit.getByRole('button', { name: 'Save', exact: true });
  await edit.getByLabel('Wind limit').fill('40');
  await expect(edit.getByRole('alert')).toContainText('12');
  await expect(save).toBeDisabled();
  await edit.getByLabel('Wind limit').fill('8');
  await edit.getByLabel('Policy number').fill('P-2027-1');
  await edit.getByLabel('Insured until').fill('2099-03-31');
  await save.click();
  await expect(page.getByText('北楼顶 saved')).toBeVisible();
  await expect(fact('Policy number')).toContainText('P-2027-1');
  await drawer.getByText('History').click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'Policy number' }).first()).toBeVisible();
  await expect(row).not.toContainText('Expired');

  // Maintenance goes one step at a time; while it is under way nothing starts.
  for (const [change, state] of [
    ['Note that maintenance is due', 'Needs maintenance'],
    ['Begin maintenance', 'Under maintenance'],
    ['End maintenance', 'Normal'],
  ] as const) {
    await drawer.getByRole('button', { name: change }).click();
    const noted = page.getByRole('dialog', { name: change });
    await noted.getByLabel('Remark').fill('rods greased');
    await noted.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(noted).toHaveCount(0);
    await expect(fact('Maintenance')).toContainText(state);
  }
  // Pictures and papers of what was done may follow.
  const files = page.getByRole('dialog', { name: 'Attach maintenance files' });
  await files.getByRole('button', { name: 'Close' }).last().click();
  await expect(files).toHaveCount(0);

  const found = await caller.call(dockCalls.search, { keyword: 'DBOOK' });
  expect(found.list).toMatchObject([{ name: '北楼顶', sn: 'DBOOK00001' }]);

  // Who read it before somebody else changed it is stopped, and told what changed.
  await drawer.getByRole('button', { name: 'Edit' }).click();
  const { list } = await caller.call(dockCalls.query, { keyword: 'DBOOK00001' });
  await caller.call(dockCalls.edit, { oid: list[0]?.oid ?? '', windLimit: 6 });
  await edit.getByLabel('Policy number').fill('P-2027-2');
  await save.click();
  await expect(edit).toContainText('Wind limit');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(edit).toHaveCount(0);

  // While it is open, a change that is told before the answer asks for the history of what is gone.
  await drawer.getByText('History').click();
  await drawer.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Dock deleted')).toBeVisible();
  await expect(row).toHaveCount(0);
});
