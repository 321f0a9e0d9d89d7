import { limits } from '@eyrie/domain';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Unit } from '../../platform/runtime.ts';
import type { Timer } from '../../platform/timers.ts';
import { modelEndpoints, type ModelDeps } from './detector-model.endpoints.ts';
import type { LiveLookDeps } from './live-frame.ts';
import { createLiveLooks } from './live-look.ts';
import { createModelJobs } from './model-jobs.ts';
import type { ModelWorkDeps } from './model-work.ts';
import { createModelWork } from './work.ts';

export const endpoints = (deps: ModelDeps): Endpoint[] => modelEndpoints(deps);
export { createModelWork };

/** Lets models of organisations look at photos, videos and live pictures, on servers that have the time. */
export const createDetectorModels = (
  deps: Omit<ModelWorkDeps, 'jobs'> & Omit<LiveLookDeps, 'jobs'>,
): { timers: Timer[]; unit: Unit } => {
  const jobs = createModelJobs();
  // A frame waits for no photo, and no photo for a frame.
  const liveJobs = createModelJobs({
    name: 'detector models at live pictures',
    time: limits.detectorModel.liveTime,
  });
  const ended = new AbortController();
  const work = createModelWork({ ...deps, jobs });
  const live = createLiveLooks({ ...deps, jobs: liveJobs });
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
      {
        name: 'detectorModel.offerLive',
        every: limits.detectorModel.liveOfferEvery,
        once: 'any',
        // A server of the scheduler alone takes no pictures and reaches none.
        process: 'api',
        run: live.offer,
      },
      {
        name: 'detectorModel.lookLive',
        every: limits.detectorModel.liveTurn,
        once: 'instance',
        process: 'api',
        run: () => live.work(ended.signal),
      },
    ],
    unit: {
      name: jobs.name,
      async start() {
        await jobs.start();
        await liveJobs.start();
      },
      async stop() {
        ended.abort(new Error('the server stops'));
        await jobs.stop();
        await liveJobs.stop();
        await live.clear();
      },
    },
  };
};
