import { gatewayOrders } from '@eyrie/dji';
import { cloudMethods, commandMethods, memberMethods, orders, type DockStanding } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';
import { wireOf } from './dock.wire.ts';

const onRetired = ({ resources }: Caller): string[] =>
  resources.has('dock:edit') ? ['edit', 'delete', 'reinstate'] : [];

/** Orders of what robots and the pilots of controllers are asked stand on pages of their own. */
const dockOrders = memberMethods.filter((method) => {
  const { wire, form } = orders[method];
  return wire !== 'open' && form !== 'consent';
});

/** Words that the caller has a right to about any dock in service in their scope. */
const rightsOn = ({ resources }: Caller): string[] => [
  ...(resources.has('dock:edit') ? ['edit', 'delete', 'retire', 'maintain', 'windspeedSet'] : []),
  ...(resources.has('dock:control') ? ['leaseTake', 'leaseAsk'] : []),
  ...(resources.has('dock:override') ? ['leaseOverride'] : []),
  ...dockOrders.filter((method) => orders[method].permission.some((word) => resources.has(word))),
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
