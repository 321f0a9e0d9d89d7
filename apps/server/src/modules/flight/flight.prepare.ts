import { limits } from '@eyrie/domain';
import { KmzRefused, prepareForDispatch, type DispatchSettings } from '@eyrie/wpml';
import { createFileParser, largeBytes } from '../../platform/file-parser.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/** The file of a flight, or the reason of the route package why there is none. */
export type Prepared =
  | { ok: true; bytes: Uint8Array }
  | { ok: false; reason: KmzRefused['refusal']['reason'] };

/** Writes the settings of a flight into its route file. */
export function prepared(bytes: Uint8Array, settings: DispatchSettings): Prepared {
  try {
    return { ok: true, bytes: prepareForDispatch(bytes, settings, { limits: limits.route }) };
  } catch (error) {
    if (error instanceof KmzRefused) return { ok: false, reason: error.refusal.reason };
    throw error;
  }
}

const settingsBytes = 256;

/** Settings and file as one piece of bytes, which is what a thread is given. */
export function packPrepare(bytes: Uint8Array, settings: DispatchSettings): Uint8Array {
  const packed = new Uint8Array(settingsBytes + bytes.length);
  packed.set(new TextEncoder().encode(JSON.stringify(settings).padEnd(settingsBytes)));
  packed.set(bytes, settingsBytes);
  return packed;
}

export const answerPrepare = (packed: Uint8Array): Prepared =>
  prepared(
    packed.subarray(settingsBytes),
    JSON.parse(new TextDecoder().decode(packed.subarray(0, settingsBytes))) as DispatchSettings,
  );

/**
 * The file that an aircraft flies, of the route's and the settings of the flight. A long route is written in a thread of its
 * own: telemetry of all docks waits for this one otherwise.
 *
 * @throws Refusal with the reason of the route package
 */
export async function preparedFile(bytes: Uint8Array, settings: DispatchSettings): Promise<Uint8Array> {
  const result = bytes.length < largeBytes ? prepared(bytes, settings) : await inThread(bytes, settings);
  if (!result.ok) throw new Refusal(result.reason);
  return result.bytes;
}

async function inThread(bytes: Uint8Array, settings: DispatchSettings): Promise<Prepared> {
  const thread = createFileParser<Prepared>({
    name: 'flight file',
    timeout: limits.route.makeTimeout,
    waiting: 1,
    script: new URL('./prepare.worker.ts', import.meta.url),
    tooMuch: 'kmzTooBig',
    ...limits.route.thread,
  });
  try {
    return await thread.parse(packPrepare(bytes, settings));
  } finally {
    await thread.stop();
  }
}
