import type { Wire } from '../../platform/mqtt/index.ts';
import type { DockIdentity } from './dock.store.ts';

/** What a link speaks: devices of other vendors the open contract, all others the Cloud API. */
export const wireOf = ({ vendor }: Pick<DockIdentity, 'vendor'>): Wire =>
  vendor === 'own' ? 'open' : 'cloud';
