import { createDrcChannel, drcEndpoints, dropExpired, type DrcParts } from '../../modules/drc/index.ts';
import type { Endpoint } from '../../platform/http/endpoint.ts';
import { relayName } from '../../platform/mqtt/index.ts';
import type { Timer } from '../../platform/timers.ts';
import type { RoomBase } from '../room-wiring.ts';
import type { Dock } from './dock.ts';

export const make = ({ broker, brokerUrl, accounts }: RoomBase): DrcParts => ({
  channel: createDrcChannel(broker),
  brokerUrl,
  accountName: relayName,
  admit: accounts.admitRelay ?? (async () => false),
  dismiss: accounts.dismissRelay ?? (async () => undefined),
});

export const endpoints = (
  { control: runtime, drcNow }: RoomBase,
  { dock }: { dock: Dock },
): readonly Endpoint[] => drcEndpoints(runtime, { dockInScope: dock.linkInScope, drcNow });

export const timers = ({ runtime }: RoomBase, _others: unknown): Timer[] => [
  {
    name: 'drc.cleanUp',
    every: 3_600_000,
    once: 'any',
    run: () => dropExpired(runtime.db, new Date(runtime.serverTime())),
  },
];
