import { readFile, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import type { DocumentMade, DocumentOrder } from './report-order.ts';
import { reportBlocks, type Block, type ReportContent } from './report-document.ts';
import { reportHtml } from './report-html.ts';

/** Only where one is asked for: no compiler runs on some systems, which still make the other files. */
const loadPdf = () => import('./report-pdf.ts').catch(() => null);

const bytesOf = async (
  blocks: readonly Block[],
  order: DocumentOrder,
  at: number,
): Promise<Uint8Array | null> => {
  const { format, language, workspace } = order;
  if (format === 'docx') return (await import('./report-docx.ts')).reportDocx(blocks, language);
  if (format === 'html') return new TextEncoder().encode(await reportHtml(blocks, language));
  const pdf = await loadPdf();
  return pdf && pdf.reportPdf(blocks, { language, at, workspace });
};

const rendered = async (order: DocumentOrder): Promise<DocumentMade> => {
  const content = JSON.parse(await readFile(order.contentPath, 'utf8')) as ReportContent;
  const blocks = reportBlocks(content, order.language, new Map(order.pictures), order.logo);
  const bytes = await bytesOf(blocks, order, content.madeAt);
  if (!bytes) return { fault: 'reportNoPdf' };
  await writeFile(order.out, bytes);
  return { fault: null, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
};

parentPort?.postMessage(await rendered(workerData as DocumentOrder));
