import { parentPort } from 'node:worker_threads';
import type { ReportFormat } from '@eyrie/domain';
import type { Language } from '../../platform/http/endpoint.ts';
import type { FileWith } from '../../platform/file-parser.ts';
import { reportBlocks, type ReportContent } from './report-document.ts';
import { reportDocx } from './report-docx.ts';
import { reportHtml } from './report-html.ts';

const rendered = async ({ bytes, about }: FileWith): Promise<Uint8Array> => {
  const { format, language } = JSON.parse(about) as { format: ReportFormat; language: Language };
  const content = JSON.parse(new TextDecoder().decode(bytes)) as ReportContent;
  const blocks = reportBlocks(content, language);
  return format === 'docx'
    ? reportDocx(blocks, language)
    : new TextEncoder().encode(reportHtml(blocks, language));
};

// A long report takes its time and memory here, beside the loop that carries orders.
parentPort?.on('message', (file: FileWith) => {
  void rendered(file).then((bytes) => parentPort?.postMessage(bytes));
});
parentPort?.postMessage('ready');
