import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server, Socket } from 'node:net';
import type { Log } from './log.ts';

/** The connection in whose service code runs. */
const connections = new AsyncLocalStorage<Socket>();

/** Remembers with everything that comes of a connection of this server which one it was. */
export const markConnections = (server: Server): void => {
  server.prependListener('connection', (socket: Socket) => connections.enterWith(socket));
};

/** What systems and streams call a fault of the other end, or of the way to it. */
const codes =
  /^(ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENOTCONN|HPE_\w+|ERR_SSL_\w+|ERR_TLS_\w+|ERR_STREAM_\w+)$/;

/** Whether an error that nobody caught is that of one connection; anything else may have broken what all stand on. */
export const isConnectionError = (error: unknown): boolean =>
  connections.getStore() !== undefined || codes.test(String((error as { code?: unknown } | null)?.code));

/**
 * What becomes of an error that nobody caught: the connection that it belongs to is cut and the process goes on; any
 * other ends the process.
 */
export const onUncaught =
  (log: Log, end: (error: unknown) => void) =>
  (error: unknown): void => {
    if (!isConnectionError(error)) {
      log.error({ err: error }, 'an error was not caught');
      end(error);
      return;
    }
    log.error({ err: error }, 'an error of one connection was not caught');
    connections.getStore()?.destroy();
  };
