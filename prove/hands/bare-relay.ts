/** A WebSocket server of its own process that gives what one side says to the other, and does nothing else. */
import type { AddressInfo } from 'node:net';
import { createServer as createHttp } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';

const http = createHttp();
const sockets = new WebSocketServer({ server: http });
const waiting = new Map<string, WebSocket>();
sockets.on('connection', (socket, request) => {
  const [, side, name = ''] = (request.url ?? '').split('/');
  if (side === 'device') waiting.set(name, socket);
  else socket.on('message', (data: Buffer) => waiting.get(name)?.send(data.toString()));
});
http.listen(0, '127.0.0.1', () => process.send?.((http.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
