import { WebSocketServer } from 'ws';

export type { WebSocket } from 'ws';

/**
 * Takes upgrades that a room has let in; it keeps no list of them and compresses nothing.
 * @param maxPayload longest message in bytes; a longer one ends its connection
 */
export const createWebSockets = (maxPayload: number): WebSocketServer =>
  new WebSocketServer({ noServer: true, clientTracking: false, maxPayload, perMessageDeflate: false });
