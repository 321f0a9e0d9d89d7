import { limits } from '@eyrie/domain';

/** As much of a socket as its pace shows. */
export interface Paced {
  readonly bytesRead: number;
  destroy(): unknown;
}

/** As much of a request as shows whether we keep up with its sender. */
export interface Backlog {
  /** Bytes that have come and that nobody here has read yet. */
  readonly readableLength: number;
}

/**
 * Ends a connection over which an upload comes too slowly: without it, a few hundred senders of one byte a second could
 * hold every connection for days. Faster than that, an upload may last as long as it needs, and while bytes lie unread
 * it is this server that is slow.
 * @returns ends the watch; to be called once everything has come, since what we then do with it is not the sender's pace
 */
export const watchPace = (socket: Paced, request: Backlog): (() => void) => {
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const now = socket.bytesRead;
    if (now - before < limits.http.uploadPaceBytes && request.readableLength === 0) socket.destroy();
    before = now;
  }, limits.http.uploadPaceEvery);
  return () => clearInterval(timer);
};
