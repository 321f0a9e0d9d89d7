import './drc.schema.ts';

export { createDrcChannel, type DrcChannel } from './drc.channel.ts';
export { drcEndpoints, type AskSticks, type DrcNow } from './drc.endpoints.ts';
export { createDrcForwarder, type DrcForwarder } from './drc.forwarder.ts';
export { createSticksWait } from './drc.handover.ts';
export type { DrcParts } from './drc.plans.ts';
export { createDrcSocket } from './drc.socket.ts';
export { dropExpired } from './drc.store.ts';
