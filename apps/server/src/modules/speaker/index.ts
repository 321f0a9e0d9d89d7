import { limits } from '@eyrie/domain';
import { createFileParser } from '../../platform/file-parser.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime, Unit } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { speakerEndpoints } from './speaker.endpoints.ts';
import { speakerPlans } from './speaker.plans.ts';
import type { DecodedSound } from './sound-decoder.ts';

export { speakerPlans };

/** Sounds of organisations: what is kept of them, and what loudspeakers are ordered to do with them. */
export const createSpeaker = (runtime: Runtime, { objects }: { objects: Objects }) => {
  const parser = createFileParser<DecodedSound>({
    name: 'sound decoder',
    timeout: limits.speaker.decodeTime,
    waiting: limits.speaker.waiting,
    script: new URL('./sound.worker.ts', import.meta.url),
    tooMuch: 'soundTooMuch',
    handsOver: true,
  });
  return {
    endpoints: ({ audit }: { audit: AuditLog }): Endpoint[] =>
      speakerEndpoints({ runtime, objects, audit, parser }),
    plans: speakerPlans(runtime, objects),
    units: [parser] as readonly Unit[],
  };
};
export type SpeakerRoom = ReturnType<typeof createSpeaker>;
