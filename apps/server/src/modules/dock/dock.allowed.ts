import type { DockStanding } from '@eyrie/domain';
import type { Caller } from '../../platform/http/endpoint.ts';

/** Words that the caller may say about any dock in their scope. */
export const allowedOn = (caller: Caller, standing: DockStanding): string[] =>
  standing === 'retired' ? onRetired(caller) : inService(caller);

const onRetired = ({ resources }: Caller): string[] =>
  resources.has('dock:edit') ? ['edit', 'delete', 'reinstate'] : [];

const inService = (caller: Caller): string[] => [
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
