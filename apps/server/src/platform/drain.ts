import type { Writable } from 'node:stream';

type Stream = Pick<Writable, 'writableNeedDrain' | 'destroyed' | 'once' | 'off'>;

const waits = new WeakMap<Stream, Promise<void>>();

function drained(stream: Stream): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (how: () => void): void => {
      waits.delete(stream);
      stream.off('drain', onDrain).off('close', onClose);
      how();
    };
    const onDrain = (): void => settle(resolve);
    const onClose = (): void => settle(() => reject(new Error('the stream ended before it drained')));
    stream.once('drain', onDrain).once('close', onClose);
  });
}

/**
 * Resolves when a stream takes more. However many wait for the same one, it has one listener.
 * @throws Error when the stream ends first
 */
export function untilDrained(stream: Stream): Promise<void> {
  if (stream.destroyed) return Promise.reject(new Error('the stream has ended'));
  if (!stream.writableNeedDrain) return Promise.resolve();
  const wait = waits.get(stream) ?? drained(stream);
  waits.set(stream, wait);
  return wait;
}
