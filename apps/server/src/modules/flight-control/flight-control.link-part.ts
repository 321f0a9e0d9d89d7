import {
  floatingTextEvent,
  floatingTextOf,
  flyToEvent,
  flyToProgress,
  orbitEvent,
  orbitProgress,
  panoramaEvent,
  panoramaProgress,
} from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkHost, LinkPart } from '../command/index.ts';
import { forgetPayloads, withFloatingText, type DockLink } from '../dock/index.ts';
import { wayReport } from '../flight/index.ts';
import type { GroundReaders } from './fly-to.judge.ts';
import { flightControlPlans } from './flight-control.plans.ts';
import { orbitReport, orbitShown, panorama } from './flight-control.slots.ts';
import type { TakeOffDependencies } from './take-off.plan.ts';

interface Needs {
  runtime: Runtime;
  host: LinkHost;
  /** What lies and stands below a way on which an aircraft is sent. */
  ground: GroundReaders;
  flights: TakeOffDependencies;
}

/** Flight by hand: how far an aircraft is on a way, around a point, or with a panorama. */
export const linkPart = ({ runtime, host, ground, flights }: Needs) => {
  const now = (): number => Math.round(runtime.serverTime());
  const shown = (link: DockLink): void => {
    host.observe(link);
    host.touch(link, 'presence');
  };
  return {
    plans: flightControlPlans(runtime, ground, flights),
    events: {
      [flyToEvent]: {
        from: 'any',
        take(link, message, { at }) {
          const reported = flyToProgress(message);
          if (!reported) return;
          wayReport.set(link, { ...reported, heardAt: at });
          host.observe(link);
        },
      },
      [orbitEvent]: {
        from: 'device',
        take(link, message, { at }) {
          const reported = orbitProgress(message);
          if (!reported) return;
          orbitReport.set(link, { ...reported, at: now(), heardAt: at });
          shown(link);
        },
      },
      [panoramaEvent]: {
        from: 'device',
        take(link, message) {
          const reported = panoramaProgress(message);
          if (!reported) return;
          panorama.set(link, { ...reported, at: now() });
          shown(link);
        },
      },
      [floatingTextEvent]: {
        from: 'device',
        // Told again every few seconds: consoles have it with the next state of the aircraft.
        take(link, message) {
          const floating = floatingTextOf(message);
          if (!floating) return;
          link.floatingTexts = withFloatingText(link.floatingTexts, { ...floating, at: now() });
        },
      },
    },
    droneGone: forgetPayloads,
    publishes: (link: DockLink) => ({ orbit: orbitShown(link), panorama: panorama.of(link) }),
  } satisfies LinkPart;
};
