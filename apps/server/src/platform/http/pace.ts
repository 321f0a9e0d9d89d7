import { limits } from '@eyrie/domain';

/** As much of a socket as its pace shows. */
export interface Paced {
  readonly bytesRead: number;
  destroy(): unknown;
}

/**
 * Ends a connection over which an upload comes too slowly: without it, a few hundred senders of one byte a second could
 * hold every connection for days. Faster than that, an upload may last as long as it needs.
 * @returns ends the watch; to be called once everything has come, since what we then do with it is not the sender's pace
 */
export const watchPace = (socket: Paced): (() => void) => {
  let before = socket.bytesRead;
  const timer = setInterval(() => {
    const now = socket.bytesRead;
    if (now - before < limits.http.uploadPaceBytes) socket.destroy();
    before = now;
  }, limits.http.uploadPaceEvery);
  return () => clearInterval(timer);
};
