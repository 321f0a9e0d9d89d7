import { limits } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { modelEndpoints, type ModelDeps } from './detector-model.endpoints.ts';
import { createModelJobs } from './model-jobs.ts';
import type { ModelWorkDeps } from './model-work.ts';
import { createModelWork } from './work.ts';

export const endpoints = (deps: ModelDeps): Endpoint[] => modelEndpoints(deps);
export { createModelWork };

/** Lets models of organisations look at photos, on servers that have the time. */
export const createDetectorModels = (deps: Omit<ModelWorkDeps, 'jobs'>): { timers: Timer[]; unit: Unit } => {
  const jobs = createModelJobs();
  const ended = new AbortController();
  const work = createModelWork({ ...deps, jobs });
  return {
    timers: [
      {
        name: 'detectorModel.offer',
        every: limits.detectorModel.offerEvery,
        once: 'any',
        run: work.offer,
      },
      {
        name: 'detectorModel.look',
        every: limits.detectorModel.lookEvery,
        once: 'instance',
        process: 'scheduler',
        run: () => work.work(ended.signal),
      },
    ],
    unit: {
      name: jobs.name,
      start: () => jobs.start(),
      async stop() {
        ended.abort(new Error('the server stops'));
        await jobs.stop();
      },
    },
  };
};
