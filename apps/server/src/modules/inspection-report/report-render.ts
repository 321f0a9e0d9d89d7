import { createHash } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { createFileParser, type FileParser } from '../../platform/file-parser.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { claimFile, endFile, fileProgress, type ClaimedFile } from './inspection-report.store.ts';

export type ReportRenderer = FileParser<Uint8Array>;

const { renderTimeout, renderMemory, attempts: attemptsMost } = limits.inspectionReport;

/** Makes files of reports in a thread of its own, with a bound for its time and memory. */
export const createReportRenderer = (): ReportRenderer =>
  createFileParser<Uint8Array>({
    name: 'report renderer',
    timeout: renderTimeout,
    memory: renderMemory,
    young: 64,
    waiting: 4,
    script: new URL('./report-render.worker.ts', import.meta.url),
    tooMuch: 'reportTooLarge',
  });

export const contentTypes = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html; charset=utf-8',
} as const;

interface RenderDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'log'>;
  objects: Pick<Objects, 'put' | 'delete'>;
  renderer: Pick<ReportRenderer, 'parse'>;
}

/** Each attempt has a key of its own: what a slower one stores later is not what the row names. */
const keyOf = ({ groupRoot, oid, attempts, format }: ClaimedFile): string =>
  `inspection-report/${groupRoot}/${oid}-${attempts}.${format}`;

async function renderOne(
  { runtime: { db }, objects, renderer }: RenderDeps,
  file: ClaimedFile,
): Promise<void> {
  const { format, language } = file;
  const content = new TextEncoder().encode(JSON.stringify(file.content));
  await fileProgress(db, file, 30);
  const bytes = Buffer.from(await renderer.parse(content, JSON.stringify({ format, language })));
  await fileProgress(db, file, 80);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const key = keyOf(file);
  await objects.put(key, bytes, { contentType: contentTypes[format], size: bytes.length, sha256 });
  const taken = await endFile(db, file, { state: 'done', objectKey: key, size: bytes.length, sha256 });
  if (!taken) await objects.delete(key);
}

/** Makes the file that waits longest. @returns whether there was one */
export const renderNext = async (deps: RenderDeps): Promise<boolean> => {
  const { db, serverTime, log } = deps.runtime;
  const file = await claimFile(db, new Date(Math.round(serverTime())));
  if (!file) return false;
  if (file.attempts > attemptsMost) {
    // Each server that began it fell silent over it.
    await endFile(db, file, { state: 'failed', reason: 'reportTooLarge' });
    return true;
  }
  try {
    await renderOne(deps, file);
  } catch (error) {
    log.warn({ err: error, oid: file.oid }, 'a file of a report could not be made');
    const isFinal = error instanceof Refusal && error.reason === 'reportTooLarge';
    const reason = error instanceof Refusal ? error.reason : 'internal';
    await endFile(db, file, {
      state: isFinal || file.attempts >= attemptsMost ? 'failed' : 'queued',
      reason,
    });
  }
  return true;
};
