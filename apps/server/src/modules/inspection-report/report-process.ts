/** Makes files of reports in a process of its own: what its libraries do with texts and photos of others ends nothing else. */
import { Worker } from 'node:worker_threads';
import { limits } from '@eyrie/domain';
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import { compareRoute } from './report-coverage-order.ts';
import type { DocumentMade, DocumentOrder, ReportMade, ReportOrder } from './report-order.ts';
import { drawPicture } from './report-picture.ts';

const script = new URL('./report-render.worker.ts', import.meta.url);

/** A compiler holds its thread until it is done: beside it this process still looks what it has taken. */
const inThread = (order: DocumentOrder): Promise<DocumentMade> => {
  const { promise, resolve, reject } = Promise.withResolvers<DocumentMade>();
  const thread = new Worker(script, {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: limits.inspectionReport.renderHeap },
  });
  thread.once('message', resolve);
  thread.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ fault: 'reportTooLarge' }) : reject(error),
  );
  thread.once('exit', () => reject(new Error('the thread ended without a file')));
  return promise;
};

serveJobs<ReportOrder, ReportMade>(async (order) => {
  switch (order.kind) {
    case 'picture':
      return { picture: await drawPicture(order) };
    case 'coverage':
      return { coverage: compareRoute(order) };
    default:
      return { document: await inThread(order) };
  }
});
