import type { Socket } from 'node:net';
import type { Caller } from './endpoint.ts';

/** What was known to have changed at one moment. */
export interface AccessStamp {
  changes: number;
  narrowings: number;
}

/** Something that goes on after its right was checked: a picture, a download, an upload. */
export interface AccessHold {
  /** Who was let in; null for a device with a credential of its own. */
  caller: Caller | null;
  /** The dock it is about. */
  dockOID?: string;
  /** Taken before the caller was let in: a change between then and now is not missed. */
  since: AccessStamp;
  /**
   * Whether it may go on for the caller as they are now.
   * @param narrowed the caller's department may see less than when it began
   */
  allows(now: Caller | null, narrowed: boolean): boolean | Promise<boolean>;
  end(): void;
}

/** Judges again what is still going on whenever rights, departments or docks change, in every process. */
export interface AccessHolds {
  stamp(): AccessStamp;
  /** @returns a function that lets go, to be called when it is over. */
  hold(hold: AccessHold): () => void;
}

/** Ends a connection at once; what the kernel has not sent yet is thrown away where that is possible. */
export const cutConnection = (socket: Socket): void => {
  try {
    socket.resetAndDestroy();
  } catch {
    // Only plain TCP can be reset.
    socket.destroy();
  }
};
