/** The report of the month of a fair, and what its file says. */
import { readFile, writeFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';
import { workOrderCalls } from '../../packages/domain/src/index.ts';
import { aiTypeName } from '../support/ai-type.ts';
import { expect, test } from '../support/story.ts';
import { verified } from '../support/verified.ts';
import { shoot, type Fair } from './fair.ts';

/** The month in which all of it happens. */
const monthNow = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai', year: 'numeric', month: '2-digit' }).format(
    new Date(),
  );

/** Everything that a file says, its packed parts taken apart and the texts of any letters written out. */
const textIn = (bytes: Buffer): string => {
  const parts = [bytes.toString('latin1')];
  for (let at = bytes.indexOf('stream\n'); at >= 0; at = bytes.indexOf('stream\n', at + 1))
    try {
      parts.push(inflateSync(bytes.subarray(at + 7)).toString('latin1'));
    } catch {
      // Not a packed part.
    }
  const plain = parts.join('\n');
  // Texts that Latin letters do not suffice for stand in files as numbers of UTF-16.
  const wide = [...plain.matchAll(/<FEFF((?:[0-9A-F]{4})+)>/gi)].map(([, digits = '']) =>
    Buffer.from(digits, 'hex').swap16().toString('utf16le'),
  );
  return [plain, ...wide].join('\n');
};

/** What is downloaded by a button lies under a name of its own. @returns where */
async function downloaded({ reader: { page } }: Fair, button: string, name: string): Promise<string> {
  const arrives = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const path = test.info().outputPath(name);
  await (await arrives).saveAs(path);
  return path;
}

/** The file of the month is signed, and says in its language what was found and that it is done; changed it is not the one. */
async function checkFile(fair: Fair): Promise<void> {
  const { reader, product, word } = fair;
  const { t } = reader;
  const path = await downloaded(fair, t('inspectionReport.download'), `month-${word}.pdf`);
  await downloaded(fair, t('inspectionReport.proof'), `month-${word}.pdf.proof.json`);
  const pdf = await readFile(path);
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const lines = textIn(pdf).split('\n');
  // What a picture shows is written beside it for people who do not see it.
  expect(
    lines.some(
      (line) =>
        line.includes(aiTypeName('hotSpot', reader.language)) && line.includes(t('workOrder.state.done')),
    ),
    'the file says that what was found is done',
  ).toBe(true);
  const words = await verified(product, path);
  expect(words).toContain(`"month-${word}" ${monthNow()}, draft, ${reader.language}`);
  expect(words).toContain('signed and unchanged');
  await writeFile(path, Buffer.concat([pdf, Buffer.of(32)]));
  await expect(verified(product, path)).rejects.toThrow('the file is not the one that was signed');
}

/** The month's report names the order among those that are done, and its file shows the picture. */
export async function report(fair: Fair, orderOID: string): Promise<void> {
  const { reader, caller, word } = fair;
  const { page, t } = reader;
  const { name } = await caller.call(workOrderCalls.get, { oid: orderOID });
  await page.goto('/#/InspectionMonth');
  await page
    .getByRole('button', { name: t('inspectionReport.add'), exact: true })
    .first()
    .click();
  const form = page.getByRole('dialog');
  await form.getByLabel(t('inspectionReport.month')).fill(monthNow());
  await form.getByLabel(t('inspectionReport.name'), { exact: true }).fill(`month-${word}`);
  await form.getByRole('button', { name: t('app.save'), exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: `month-${word}` });
  await row.getByRole('button', { name: t('inspectionReport.open') }).click();
  const steps = page.getByRole('navigation', { name: t('inspectionReport.steps') }).getByRole('button');
  await steps.nth(2).click();
  await expect(page.getByRole('table', { name: t('inspectionReport.byClass') })).toContainText(
    aiTypeName('hotSpot', reader.language),
  );
  await shoot(page, `findings-${word}`, true);
  await steps.nth(4).click();
  const orders = page.getByRole('table', { name: t('inspectionReport.orderList') });
  await expect(orders.getByRole('row').filter({ hasText: name })).toContainText(t('workOrder.state.done'));
  await shoot(page, `orders-${word}`, true);
  await steps.nth(5).click();
  await page.getByRole('combobox', { name: t('inspectionReport.format') }).click();
  await page.getByTitle(t('inspectionReport.format.pdf'), { exact: true }).last().click();
  await page.getByRole('button', { name: t('inspectionReport.generate'), exact: true }).click();
  await expect(page.getByText(t('inspectionReport.fileState.done'), { exact: true })).toHaveCount(1);
  await checkFile(fair);
  await shoot(page, `report-${word}`, true);
}
