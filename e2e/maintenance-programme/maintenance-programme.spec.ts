import { batteryCalls } from '../../packages/domain/src/index.ts';
import { expect, signIn, test } from '../support/story.ts';

// A programme that asks for nothing is refused.
test.use({ expectedFaults: [/422/] });

test('a programme says when maintenance is due, and the device is not airworthy until it is done', async ({
  page,
  caller,
}) => {
  await signIn(page, 'admin', '/MaintenanceProgramme');
  await page.getByRole('button', { name: 'Add a programme' }).first().click();
  const form = page.getByRole('dialog');
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await form.getByRole('combobox', { name: 'Kind of device' }).click();
  await page.getByTitle('Battery', { exact: true }).click();
  await form.getByLabel('Name').fill('Cells');
  await save.click();
  await expect(page.getByText('asks for at least one thing')).toBeVisible();
  await form.getByLabel('Cycles in all').fill('99999');
  await expect(form.getByRole('alert')).toContainText('10000');
  await form.getByLabel('Cycles in all').fill('200');
  await save.click();
  await expect(form).toHaveCount(0);
  await expect(page.getByRole('row').filter({ hasText: 'Cells' })).toContainText('Cycles in all 200');

  const { oid } = await caller.call(batteryCalls.add, { name: 'Old one', sn: 'WORN0001', vendor: 'DJI' });
  await page.goto(`/#/BatteryAdmin?open=${oid}`);
  const drawer = page.getByRole('dialog', { name: 'Old one' });
  const fact = (name: string) =>
    drawer.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(fact('Airworthy')).toContainText('never heard of');
  for (const [step, state, remedy] of [
    ['Note that maintenance is due', 'needs maintenance', 'Carry out the maintenance'],
    ['Begin maintenance', 'under maintenance', 'End the maintenance'],
  ] as const) {
    await drawer.getByRole('button', { name: step }).click();
    const noted = page.getByRole('dialog', { name: step });
    await noted.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(noted).toHaveCount(0);
    await expect(fact('Airworthy')).toContainText(state);
    await expect(fact('Airworthy')).toContainText(remedy);
  }
  await drawer.getByRole('button', { name: 'End maintenance' }).click();
  const done = page.getByRole('dialog', { name: 'End maintenance' });
  await done.getByLabel('Remark').fill('cells balanced');
  await done.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(done).toHaveCount(0);
  const files = page.getByRole('dialog', { name: 'Attach maintenance files' });
  await files.getByRole('button', { name: 'Close' }).last().click();
  await expect(files).toHaveCount(0);
  await expect(fact('Airworthy')).not.toContainText('maintenance');
  await drawer.getByText('Events', { exact: true }).click();
  await expect(drawer.getByRole('listitem').filter({ hasText: 'cells balanced' }).first()).toBeVisible();
});
