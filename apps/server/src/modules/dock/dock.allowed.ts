import { gatewayOrders } from '@eyrie/dji';
import { cloudMethods, commandMethods, type DockStanding } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { wireOf } from './dock.wire.ts';

const onRetired = ({ resources }: Caller): string[] =>
  resources.has('dock:edit') ? ['edit', 'delete', 'reinstate'] : [];

/** Words that the caller has a right to about any dock in service in their scope. */
const rightsOn = (caller: Caller): string[] => [
  ...(caller.resources.has('dock:edit')
    ? ['edit', 'delete', 'retire', 'maintain', 'windspeedSet', 'setParameter']
    : []),
  ...(caller.resources.has('dock:control')
    ? [
        'leaseTake',
        'leaseAsk',
        'flightPause',
        'flightResume',
        'returnHome',
        'returnHomeCancel',
        'hover',
        'forceEndJob',
      ]
    : []),
  ...(caller.resources.has('dock:emergency') && !caller.resources.has('dock:control')
    ? ['returnHome', 'hover']
    : []),
  ...(caller.resources.has('dock:override') ? ['leaseOverride'] : []),
  ...(caller.resources.has('flight:start') ? ['startJob'] : []),
  ...(caller.resources.has('video:watch') || caller.resources.has('dock:control')
    ? ['startLive', 'stopLive', 'switchQuality']
    : []),
];

/** What docks of the open contract lack. */
const cloudOnly: ReadonlySet<string> = new Set(cloudMethods);

interface Offered {
  model: string;
  vendor: 'DJI' | 'own';
  standing: DockStanding;
}

/** Words that the caller may say about a dock: what its model lacks is not offered. */
export const allowedOn = (caller: Caller, { model, vendor, standing }: Offered): string[] => {
  if (standing === 'retired') return onRetired(caller);
  const isOpen = wireOf({ vendor }) === 'open';
  const lacking: ReadonlySet<string> = new Set(
    commandMethods.filter((order) => (isOpen ? cloudOnly.has(order) : !gatewayOrders(model, order))),
  );
  return rightsOn(caller).filter((word) => !lacking.has(word));
};
