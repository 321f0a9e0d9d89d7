import { dockCalls, droneCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

const pdf = (text: string): Buffer =>
  Buffer.from(`%PDF-1.7\n1 0 obj\n<< /Text (${text}) >>\nendobj\nstartxref\n9\n%%EOF\n`);
const disguised = Buffer.from('<!doctype html><script>alert(1)</script>');

// Files are refused, and a dock that has flown is not deleted.
test.use({ expectedFaults: [/422|409/] });

test('a policy is uploaded, a disguised file is refused, and what expired shows it', async ({
  page,
  caller,
}) => {
  const given = { name: '巡检一号', sn: 'DOCUMENT01', vendor: 'DJI' as const };
  const { oid } = await caller.call(droneCalls.add, given);
  await signIn(page, 'admin', `/UAVAdmin?open=${oid}`);
  const drawer = page.getByRole('dialog', { name: '巡检一号' });
  const documents = drawer.getByRole('region', { name: 'Documents' });
  await expect(documents).toContainText('No documents yet');
  await expect(drawer.getByRole('region', { name: 'Standing alarms' })).toContainText(
    'No dock reports this device',
  );

  await documents.getByRole('button', { name: 'Upload a document' }).click();
  const form = page.getByRole('dialog', { name: 'Upload a document' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  const file = form.locator('input[type=file]');
  await expect(save).toBeDisabled();
  await file.setInputFiles({ name: 'policy.pdf', mimeType: 'application/pdf', buffer: disguised });
  await expect(form.getByLabel('Name')).toHaveValue('policy');
  await save.click();
  await expect(form.getByRole('alert')).toContainText('by its content this file is HTML');
  await file.setInputFiles({
    name: 'huge.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.alloc(10_000_001),
  });
  await expect(form.getByRole('alert')).toContainText('Larger than allowed');
  await expect(save).toBeDisabled();
  await file.setInputFiles({ name: 'policy.pdf', mimeType: 'application/pdf', buffer: pdf('hull') });
  await form.getByLabel('Valid until').fill('2020-03-31');
  await form.getByLabel('Remark').fill('hull');
  await save.click();
  await expect(form).toHaveCount(0);
  const kept = documents.getByRole('listitem');
  await expect(kept).toContainText('Policy');
  await expect(kept).toContainText('Expired');
  await expect(kept).toContainText('2020-03-31');
  await expect(kept).toContainText('hull');

  const saved = page.waitForEvent('download');
  await kept.getByRole('button', { name: 'Download “policy”' }).click();
  expect((await saved).suggestedFilename()).toBe('policy.pdf');

  // A picture of a maintenance follows its end.
  for (const step of ['Note that maintenance is due', 'Begin maintenance', 'End maintenance']) {
    await drawer.getByRole('button', { name: step }).click();
    const noted = page.getByRole('dialog', { name: step });
    await noted.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(noted).toHaveCount(0);
  }
  const attach = page.getByRole('dialog', { name: 'Attach maintenance files' });
  await attach.locator('input[type=file]').setInputFiles({
    name: 'rods.pdf',
    mimeType: 'application/pdf',
    buffer: pdf('rods'),
  });
  await expect(attach.getByText('Attached: rods')).toBeVisible();
  await attach.getByRole('button', { name: 'Close' }).last().click();
  await expect(kept).toHaveCount(2);
  await expect(kept.first()).toContainText('Maintenance file');

  await kept.last().getByRole('button', { name: 'Delete “policy”' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Document deleted')).toBeVisible();
  await expect(kept).toHaveCount(1);
});

test('a dock is retired, is offered nowhere, and is found again', async ({ page, caller }) => {
  const given = { name: '南机场', sn: 'DRETIRE001', model: '3-2-0', vendor: 'DJI' as const };
  const { oid } = await caller.call(dockCalls.add, given);
  await signIn(page, 'admin', `/DaJiAirport?open=${oid}`);
  const drawer = page.getByRole('dialog', { name: '南机场' });
  const fact = (name: string) =>
    drawer.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact('Standing')).toContainText('In service');
  await expect(drawer.getByRole('region', { name: 'Standing alarms' })).toContainText('No alarm stands');
  await drawer.getByText('Flights', { exact: true }).click();
  await expect(drawer.getByText('No flights yet')).toBeVisible();
  await drawer.getByRole('button', { name: 'Retire' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Retire' }).click();
  await expect(page.getByText('Dock retired')).toBeVisible();
  await expect(fact('Standing')).toContainText('Retired');
  await expect(fact('Airworthy')).toContainText('Not airworthy');

  await page.goto('/#/FlyArrange');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('南机场')).toHaveCount(0);

  await page.goto('/#/DaJiAirport?standing=retired');
  const row = page.getByRole('row').filter({ hasText: '南机场' });
  await expect(row).toContainText('Not airworthy: retired');
  await page.goto('/#/DaJiAirport?standing=inService');
  await expect(page.getByText('No dock matches')).toBeVisible();
  await page.goto(`/#/DaJiAirport?open=${oid}`);
  await drawer.getByRole('button', { name: 'Reinstate' }).click();
  await expect(page.getByText('In service again')).toBeVisible();
  await expect(fact('Airworthy')).toContainText('never heard of');
  await drawer.getByText('History').click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'In service again' })).toBeVisible();
});

test('docks of a spreadsheet are judged row by row, and say that they have no password yet', async ({
  page,
}) => {
  await signIn(page, 'admin', '/DaJiAirport');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('note')).toContainText('no password and no binding code');
  const rows = [
    'Name,Serial number,Model,Vendor',
    '东机场,DSHEET0001,3-2-0,DJI',
    '西机场,DSHEET0002,Toaster,DJI',
  ];
  const choose = (...lines: string[]) =>
    dialog.locator('input[type=file]').setInputFiles({
      name: 'docks.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\n')),
    });
  await choose(...rows);
  await expect(dialog.getByRole('row').filter({ hasText: 'DSHEET0002' })).toContainText('Toaster');
  await choose(...rows.slice(0, 2));
  await dialog.getByRole('button', { name: /Import 1/ }).click();
  const row = page.getByRole('row').filter({ hasText: '东机场' });
  await expect(dialog).toHaveCount(0);
  await row.click();
  const drawer = page.getByRole('dialog', { name: '东机场' });
  await drawer.getByText('Way in').click();
  await expect(drawer.getByRole('button', { name: 'New binding code' })).toBeVisible();
});
