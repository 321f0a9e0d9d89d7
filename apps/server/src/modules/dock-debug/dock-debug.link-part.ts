import { debugEvents, debugProgress, type DeviceMessage } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkHost, LinkPart } from '../command/index.ts';
import { debugJob, debugJobOf, type DockLink } from '../dock/index.ts';
import { dockDebugPlans } from './dock-debug.plans.ts';

/** Remote debugging: how far a dock is with what it was ordered. */
export const linkPart = ({ runtime, host }: { runtime: Pick<Runtime, 'serverTime'>; host: LinkHost }) =>
  ({
    plans: dockDebugPlans,
    events: Object.fromEntries(
      debugEvents.map((method) => [
        method,
        {
          from: 'device' as const,
          take(link: DockLink, message: DeviceMessage, { at }: { at: number }): void {
            const job = debugProgress(message);
            if (!job) return;
            debugJob.set(link, { ...job, at: Math.round(runtime.serverTime()), heardAt: at });
            host.observe(link);
            host.touch(link, 'presence');
          },
        },
      ]),
    ),
    publishes: (link: DockLink) => ({ debugJob: debugJobOf(link) }),
  }) satisfies LinkPart;
