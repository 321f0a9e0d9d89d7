import type { Wire } from '../../platform/mqtt/index.ts';

/** What a link speaks: devices of other vendors the open contract, all others the Cloud API. */
export const wireOf = ({ vendor }: { vendor: 'DJI' | 'own' }): Wire => (vendor === 'own' ? 'open' : 'cloud');
