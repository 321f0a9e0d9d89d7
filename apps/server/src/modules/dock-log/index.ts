import type { Endpoint } from '../../platform/http/endpoint.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import { dockLogEndpoints, listingsAnswer, type DockLogEndpointDependencies } from './dock-log.endpoints.ts';
import { createLogEndings } from './dock-log.endings.ts';
import { createDockLogGateway } from './dock-log.gateway.ts';
import { createLogCredentials, type CredentialSource } from './dock-log.keys.ts';
import { dockLogPlans } from './dock-log.plans.ts';

export interface DockLogDependencies {
  objects: Objects;
  source: CredentialSource;
  /** Lets open consoles know that uploads of a dock stand otherwise. */
  publish(groupRoot: string, dockOID: string): void;
}

/** Log files of docks and their aircraft: what a dock lists, and what is fetched of it. */
export const createDockLog = (runtime: Runtime, { objects, source, publish }: DockLogDependencies) => {
  const credentials = createLogCredentials(runtime.db, source);
  const endings = createLogEndings(runtime, { objects, credentials, publish });
  const changed = ({ dock }: { dock: { oid: string; groupRoot: string } }): void =>
    publish(dock.groupRoot, dock.oid);
  return {
    /** What of it the gateway of a dock does. */
    gateway: createDockLogGateway(runtime, { endings, changed }),
    plans: dockLogPlans(runtime, { credentials, changed }),
    listings: listingsAnswer(runtime),
    pass: endings.pass,
    endpoints: (
      deps: Pick<DockLogEndpointDependencies, 'audit' | 'dockInScope' | 'spendNonce'>,
    ): Endpoint[] => dockLogEndpoints(runtime, { ...deps, objects, endings, publish }),
  };
};
export type DockLogRoom = ReturnType<typeof createDockLog>;
