import { bytesIn, limits, nextPart, type UploadPart } from '@eyrie/domain';

const { block, chunk, atOnce, slow, waitMost } = limits.upload;
const waitFirst = 1_000;

/** What a file goes over: the server, as far as the protocol sees it. */
export interface Line {
  /** What of the file has arrived. */
  state: (signal: AbortSignal) => Promise<{ storedOID: string | null; parts: readonly UploadPart[] }>;
  /** @returns what the file has become already; null: not yet */
  part: (part: UploadPart, signal: AbortSignal) => Promise<string | null>;
  join: (signal: AbortSignal) => Promise<string>;
  /** Whether a failure may pass by itself. */
  passes: (error: unknown) => boolean;
  /** Rejects when it is aborted. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Monotonic milliseconds. */
  now: () => number;
}

export interface Sending {
  /** Aborted to pause or to cancel: what has arrived stays at the server. */
  signal: AbortSignal;
  /** Bytes of the file that have arrived. */
  onReceived: (bytes: number) => void;
  /** The line failed, and is tried again later. */
  onWaiting: () => void;
}

interface Pace {
  /** Bytes of the next part, and of the largest one. */
  chunk: number;
  most: number;
  failures: number;
}

/** Bytes of a part when all that are under way together are one chunk at most: a line that has failed fails again. */
const shared = Math.floor(chunk / atOnce / block) * block;

/** Parts are as small as a block while a large one would take too long. @param took ms for so many bytes */
const nextChunk = (took: number, length: number, most: number): number =>
  (took * most) / Math.max(length, block) > slow ? block : most;

/**
 * Sends what is missing, some parts at once; the first failure ends them all. After a failure a single part goes ahead:
 * as long as nothing can be stored, no more than that is sent in vain.
 */
const sendParts = async (
  size: number,
  line: Line,
  { arrived, pace, sending }: { arrived: UploadPart[]; pace: Pace; sending: Sending },
): Promise<string | null> => {
  const stop = new AbortController();
  const signal = AbortSignal.any([sending.signal, stop.signal]);
  const underWay = new Set<UploadPart>();
  const ended: { storedOID: string | null; failure: { error: unknown } | null } = {
    storedOID: null,
    failure: null,
  };
  const next = (): UploadPart | null =>
    signal.aborted || ended.storedOID !== null ? null : nextPart(size, [...arrived, ...underWay], pace.chunk);
  const lane = async (): Promise<void> => {
    for (let part = next(); part; part = next()) {
      underWay.add(part);
      const began = line.now();
      ended.storedOID = (await line.part(part, signal)) ?? ended.storedOID;
      underWay.delete(part);
      arrived.push(part);
      pace.chunk = nextChunk(line.now() - began, part.length, pace.most);
      pace.failures = 0;
      sending.onReceived(bytesIn(arrived));
      openLanes(atOnce);
    }
  };
  const lanes: Promise<void>[] = [];
  const openLanes = (count: number): void => {
    while (lanes.length < count)
      lanes.push(
        lane().catch((error: unknown) => {
          ended.failure ??= { error };
          stop.abort();
        }),
      );
  };
  openLanes(pace.failures > 0 ? 1 : atOnce);
  // The first one opens the others before it ends.
  await lanes[0];
  await Promise.all(lanes);
  if (ended.failure) throw ended.failure.error;
  sending.signal.throwIfAborted();
  return ended.storedOID;
};

/**
 * Sends a file in parts until it is whole at the server. Every try begins with what has arrived, so that a cut costs at
 * most the parts that were under way: at the first one a chunk for each lane, from then on one chunk in all.
 * @returns the oid of what became of the file
 * @throws what does not pass by itself, or the reason of the abort
 */
export const sendFile = async (size: number, line: Line, sending: Sending): Promise<string> => {
  const pace: Pace = { chunk, most: chunk, failures: 0 };
  for (;;) {
    try {
      const { storedOID, parts } = await line.state(sending.signal);
      if (storedOID !== null) return storedOID;
      const arrived = [...parts];
      sending.onReceived(bytesIn(arrived));
      const stored = await sendParts(size, line, { arrived, pace, sending });
      return stored ?? (await line.join(sending.signal));
    } catch (error) {
      if (sending.signal.aborted || !line.passes(error)) throw error;
      pace.chunk = block;
      pace.most = shared;
      sending.onWaiting();
      await line.wait(Math.min(waitMost, waitFirst * 2 ** pace.failures), sending.signal);
      pace.failures += 1;
    }
  }
};
