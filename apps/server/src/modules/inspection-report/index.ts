import { limits } from '@eyrie/domain';
import type { Timer } from '../../platform/timers.ts';
import { createFileMaker, type MakingDeps } from './report-making.ts';
import { renderNext } from './report-render.ts';
import { createSending, type SendingDeps } from './report-sending.ts';

export { inspectionReportEndpoints } from './inspection-report.endpoints.ts';
export { proofFaultOf } from './report-signature.ts';
export {
  createCoverage,
  createCoverageJobs,
  type CountCoverage,
  type CoverageJobs,
} from './report-coverage.ts';
export { createReportJobs, renderNext, type ReportJobs } from './report-render.ts';

/** Files of one run: a stop of the server waits for what is under way. */
const filesMost = 5;

/** Sends what schedules have promised. */
export const sendingOf = (deps: Omit<SendingDeps, 'makeFile'> & MakingDeps): (() => Promise<void>) =>
  createSending({ ...deps, makeFile: createFileMaker(deps) });

export const reportTimers = (
  deps: Parameters<typeof renderNext>[0] & Parameters<typeof sendingOf>[0],
): Timer[] => [
  {
    name: 'inspectionReport.send',
    every: limits.inspectionReport.sendEvery,
    once: 'any',
    run: sendingOf(deps),
  },
  {
    name: 'inspectionReport.render',
    every: limits.inspectionReport.renderEvery,
    once: 'any',
    run: async () => {
      for (let file = 0; file < filesMost; file += 1) if (!(await renderNext(deps))) return;
    },
  },
];
