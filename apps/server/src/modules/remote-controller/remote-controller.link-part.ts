import { consentEvent } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkHost, LinkPart } from '../command/index.ts';
import { controllerPlans } from './consent.plans.ts';
import { createControllerGateway, type ControllerGatewayDependencies } from './controller.gateway.ts';

interface Needs {
  runtime: Runtime;
  host: LinkHost;
  /** Gives control back to the pilot in the name of the member who had it. */
  releaseControl: ControllerGatewayDependencies['release'];
}

/** Remote controllers: their battery, and the consent of their pilots. */
export const linkPart = ({ runtime, host, releaseControl }: Needs) => {
  const controllers = createControllerGateway(runtime, {
    changed(link) {
      host.touch(link, 'dock');
      host.observe(link);
    },
    release: releaseControl,
  });
  return {
    plans: controllerPlans(runtime),
    events: {
      [consentEvent]: {
        from: 'any',
        controllers: true,
        take(link, message, { sn }) {
          if (sn === link.dock.sn) controllers.answered(link, message);
          host.observe(link);
        },
      },
    },
    properties: { keys: ['capacity_percent'], take: controllers.heard },
    droneChanged: controllers.topologyChanged,
    tick: controllers.check,
  } satisfies LinkPart;
};
