import { limits } from '@eyrie/domain';
import type { Timer } from '../../platform/timers.ts';
import { renderNext } from './report-render.ts';

export { inspectionReportEndpoints } from './inspection-report.endpoints.ts';
export { proofFaultOf } from './report-signature.ts';
export { createReportJobs, renderNext, type ReportJobs } from './report-render.ts';

/** Files of one run: a stop of the server waits for what is under way. */
const filesMost = 5;

export const reportTimers = (deps: Parameters<typeof renderNext>[0]): Timer[] => [
  {
    name: 'inspectionReport.render',
    every: limits.inspectionReport.renderEvery,
    once: 'any',
    run: async () => {
      for (let file = 0; file < filesMost; file += 1) if (!(await renderNext(deps))) return;
    },
  },
];
