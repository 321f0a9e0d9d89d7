import { limits, type ModelFault } from '@eyrie/domain';
import { createJobs, JobFailed, type Jobs } from '../../platform/child/index.ts';
import type { ModelAnswer, ModelOrder } from './onnx-order.ts';

export type ModelJobs = Pick<Jobs<ModelOrder, ModelAnswer>, 'run'>;

const { time, memory, idle } = limits.detectorModel;
/** MB of JavaScript: the file while it is read, the numbers of a photo, and the answer. */
const heap = 512;
/** As many times its own time an order may take by the clock, beside others on the machine. */
const wallTimes = 2;

/** The process in which models of organisations look at photos; it carries nothing else. */
export const createModelJobs = (
  bounds: { name?: string; time?: number; wallTimes?: number } = {},
): Jobs<ModelOrder, ModelAnswer> =>
  createJobs({
    name: 'detector models',
    script: new URL('./onnx-process.ts', import.meta.url),
    time,
    heap,
    memory,
    idle,
    wallTimes,
    ...bounds,
  });

/** What a process that ended says against a model; null: nothing, it did not come up or the machine did not let it run. */
export const faultOfJob = (error: unknown): ModelFault | null => {
  if (!(error instanceof JobFailed)) return 'broken';
  if (error.why === 'unready' || error.why === 'starved') return null;
  if (error.why === 'time') return 'tooMuchTime';
  return error.why === 'memory' ? 'tooMuchMemory' : 'broken';
};
