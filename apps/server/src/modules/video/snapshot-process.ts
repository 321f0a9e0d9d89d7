/** Decodes key frames that devices sent in a process of its own: a library in C reads them, and may end it alone. */
import { serveJobs } from '../../platform/child/serve-jobs.ts';
import { decodeSnapshot, type SnapshotDecoded, type SnapshotOrder } from './snapshot-decode.ts';

/** Nobody must have it: where it is not installed, no snapshots are taken. */
const codec = import('@napi-rs/webcodecs').catch(() => null);

serveJobs<SnapshotOrder, SnapshotDecoded>(async (order) => decodeSnapshot(await codec, order));
