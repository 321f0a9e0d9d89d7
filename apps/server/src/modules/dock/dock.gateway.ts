import type { Runtime } from '../../platform/runtime.ts';
import { createDockRequests, type RequestDependencies } from './dock.requests.ts';
import { createDockTopology, type TopologyDependencies } from './dock.topology.ts';

export type DockGatewayDependencies = TopologyDependencies & Omit<RequestDependencies, 'bind'>;

/** Answers what a dock asks and follows which aircraft is behind it. */
export const createDockGateway = (runtime: Runtime, deps: DockGatewayDependencies) => {
  const topology = createDockTopology(runtime, deps);
  return {
    requested: createDockRequests(runtime, { ...deps, bind: topology.bind }),
    topologyChanged: topology.changed,
    controllerHeard: topology.controllerHeard,
    aircraftNamed: topology.named,
    aircraftWaiting: topology.waiting,
  };
};
export type DockGateway = ReturnType<typeof createDockGateway>;
