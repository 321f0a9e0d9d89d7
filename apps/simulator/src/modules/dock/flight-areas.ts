import { createHash } from 'node:crypto';
import { timing } from '../../platform/timing.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';

/** Reasons that a dock gives. */
const reasons = { unreadable: 1, download: 3, cannotLoad: 8, checksum: 12 } as const;

type Fields = Record<string, unknown>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

type Fetched = { ok: true; areas: number } | { ok: false; reason: number };

const hexOf = (algorithm: string, bytes: Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');

/** Fetches the file and checks it by its size, its checksum, and the MD5 in its name. */
async function fetchAreas({ url, name, checksum, size }: Fields): Promise<Fetched> {
  let bytes: Uint8Array;
  try {
    const answer = await fetch(String(url), { signal: AbortSignal.timeout(timing.fetchMs) });
    if (!answer.ok) return { ok: false, reason: reasons.download };
    bytes = new Uint8Array(await answer.arrayBuffer());
  } catch {
    return { ok: false, reason: reasons.download };
  }
  const right =
    bytes.length === size &&
    hexOf('sha256', bytes) === checksum &&
    name === `geofence_${hexOf('md5', bytes)}.json`;
  if (!right) return { ok: false, reason: reasons.checksum };
  try {
    const { features } = JSON.parse(Buffer.from(bytes).toString()) as { features: unknown[] };
    return { ok: true, areas: features.length };
  } catch {
    return { ok: false, reason: reasons.cannotLoad };
  }
}

/** One round of taking what the server has. Without an output the aircraft keeps its areas; an empty list erases them. */
async function take(core: DockCore, wire: Wire): Promise<void> {
  const report = (status: string, more: Fields = {}): void =>
    wire.event('flight_areas_sync_progress', { status, ...more }, { needReply: true });
  const { files } = fieldsOf(fieldsOf(await wire.request('flight_areas_get', null)).output);
  if (!Array.isArray(files)) return;
  const file = fieldsOf(files[0]);
  const name = textOf(file['name']);
  const checksum = textOf(file['checksum']);
  const named = { file: { name, checksum } };
  const armed = core.failures.take('areasFail');
  if (armed) return report('fail', { reason: armed.reason ?? 11, ...named });
  if (files.length === 0) {
    core.areas.held = null;
    return report('synchronized', { file: { name: '', checksum: '' } });
  }
  if (core.areas.held?.checksum === checksum) return report('synchronized', named);
  report('wait_sync', named);
  report('synchronizing', named);
  const fetched = await fetchAreas(file);
  if (!fetched.ok) return report('fail', { reason: fetched.reason, ...named });
  core.areas.held = { name, checksum, areas: fetched.areas };
  return report('synchronized', named);
}

/** Asks for the areas, one round after the other. */
export function askAreas(core: DockCore, wire: Wire): void {
  core.areas.line = core.areas.line.then(() => take(core, wire)).catch(() => undefined);
}
