import { speakerEvents, speakerProgress, type DeviceMessage } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkHost, LinkPart } from '../command/index.ts';
import type { DockLink } from '../dock/index.ts';
import type { SpeakerRoom } from './index.ts';
import { speakerJob, speakerJobOf } from './speaker.job.ts';

interface Needs {
  runtime: Pick<Runtime, 'serverTime'>;
  host: LinkHost;
  speaker: Pick<SpeakerRoom, 'plans'>;
}

/** Loudspeakers: how far one is with what it was ordered to play. */
export const linkPart = ({ runtime, host, speaker }: Needs) =>
  ({
    plans: speaker.plans,
    events: Object.fromEntries(
      speakerEvents.map((method) => [
        method,
        {
          from: 'device' as const,
          take(link: DockLink, message: DeviceMessage): void {
            const job = speakerProgress(message);
            if (!job) return;
            speakerJob.set(link, { ...job, at: Math.round(runtime.serverTime()) });
            host.observe(link);
            host.touch(link, 'presence');
          },
        },
      ]),
    ),
    publishes: (link: DockLink) => ({ speakerJob: speakerJobOf(link) }),
  }) satisfies LinkPart;
