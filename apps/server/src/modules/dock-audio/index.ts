import { limits } from '@eyrie/domain';
import { createFileParser } from '../../platform/file-parser.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { dockAudioEndpoints } from './dock-audio.endpoints.ts';
import { dockAudioPlans } from './dock-audio.plans.ts';
import type { DecodedSound } from './sound-decoder.ts';

export { dockAudioPlans };

/** Sounds of organisations: what is kept of them, and what loudspeakers are ordered to do with them. */
export const createDockAudio = (runtime: Runtime, { objects }: { objects: Objects }) => {
  const parser = createFileParser<DecodedSound>({
    name: 'sound decoder',
    timeout: limits.dockAudio.decodeTime,
    waiting: limits.dockAudio.waiting,
    script: new URL('./sound.worker.ts', import.meta.url),
    tooMuch: 'soundTooMuch',
    handsOver: true,
  });
  return {
    endpoints: ({ audit }: { audit: AuditLog }): Endpoint[] =>
      dockAudioEndpoints({ runtime, objects, audit, parser }),
    plans: dockAudioPlans(runtime, objects),
    units: [parser] as readonly Unit[],
  };
};
export type DockAudioRoom = ReturnType<typeof createDockAudio>;
