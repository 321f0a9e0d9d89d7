import type { LinkPart } from '../command/index.ts';
import type { ConnectionNotes } from './connection.gateway.ts';

/** How far devices come on their way in: written beside the path of their messages. */
export const linkPart = ({ connections }: { connections: Pick<ConnectionNotes, 'timers' | 'flush'> }) =>
  ({ timers: connections.timers, flush: connections.flush }) satisfies LinkPart;
