import { statfs } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { limits } from '@eyrie/domain';
import type { HealthProbe } from '../modules/operation/index.ts';
import type { VideoServer } from '../modules/video/index.ts';
import type { Objects } from '../platform/objects/index.ts';
import { databaseFigures, databaseTime, pingDatabase } from '../platform/postgres/index.ts';
import type { Foundation } from './foundation.ts';
import type { WriteWatch } from './write-watch.ts';

type Writing = Pick<WriteWatch, 'fault'>;

const { health } = limits.operation;
const nanoseconds = 1e6;

/** The process itself: how long its loop keeps others waiting, and how far its clock is from the database's. */
const processProbe = ({ runtime: { db, clock } }: Foundation): HealthProbe => {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const started = clock.mono();
  return {
    part: 'process',
    async measure() {
      const loopLag = Math.max(0, delay.percentile(99) / nanoseconds - 10);
      delay.reset();
      const asked = clock.wall();
      const at = await databaseTime(db);
      const clockOffset = Math.round((asked + clock.wall()) / 2 - (at ?? asked));
      const off = Math.abs(clockOffset) > health.clockOffset;
      const slow = loopLag > health.loopLag;
      return {
        state: off || slow ? 'strained' : 'fine',
        reason: off ? 'clockOff' : slow ? 'loopSlow' : null,
        figures: {
          loopLag: Math.round(loopLag),
          clockOffset,
          memory: process.memoryUsage.rss(),
          uptime: Math.round(clock.mono() - started),
        },
      };
    },
  };
};

const databaseProbe = ({ runtime: { db, clock } }: Foundation, { fault }: Writing): HealthProbe => ({
  part: 'database',
  async measure() {
    const asked = clock.mono();
    await pingDatabase(db);
    const answer = Math.round(clock.mono() - asked);
    const { size, connections, most } = await databaseFigures(db);
    const full = connections > most * health.connectionShare;
    const figures = { answer, size, connections, connectionsMost: most };
    // What cannot be written to serves nobody, however quickly it answers.
    const unwritable = fault('database');
    if (unwritable) return { state: 'down', reason: unwritable, figures };
    return {
      state: full || answer > health.databaseAnswer ? 'strained' : 'fine',
      reason: full ? 'connectionsLow' : answer > health.databaseAnswer ? 'slow' : null,
      figures,
    };
  },
});

const brokerProbe = (
  { broker, runtime: { clock } }: Foundation,
  {
    mayDeliverLate,
    docksWaiting,
    accountsMissing,
    brokerManaged,
  }: Pick<ProbedParts, 'mayDeliverLate' | 'docksWaiting' | 'accountsMissing' | 'brokerManaged'>,
): HealthProbe => {
  let since = broker.connected ? clock.mono() : null;
  let messages = 0;
  let counted = clock.mono();
  broker.events.on('up', () => (since = clock.mono()));
  broker.events.on('down', () => (since = null));
  broker.onMessage(() => (messages += 1));
  return {
    part: 'broker',
    async measure() {
      const now = clock.mono();
      const messageRate = Math.round((messages / Math.max(1, now - counted)) * 10_000) / 10;
      messages = 0;
      counted = now;
      const waiting = docksWaiting();
      const figures = { connectedFor: since === null ? null : Math.round(now - since), messageRate, waiting };
      if (!broker.connected) return { state: 'down', reason: 'noConnection', figures };
      if (!brokerManaged()) return { state: 'strained', reason: 'managementAway', figures };
      const lost = accountsMissing();
      if (lost) {
        const figuresToo = { ...figures, accountsMissing: lost };
        return { state: 'strained', reason: 'accountsMissing', figures: figuresToo };
      }
      // More docks at once than this machine takes: they come in one after the other.
      if (waiting >= limits.gateway.docksWaiting) return { state: 'strained', reason: 'docksWait', figures };
      return mayDeliverLate
        ? { state: 'strained', reason: 'lateDelivery', figures }
        : { state: 'fine', reason: null, figures };
    },
  };
};

/** The video server itself is asked, for no stream of its: what we remember of it says nothing of how it is now. */
const videoProbe = ({ runtime: { clock } }: Foundation, video: VideoServer): HealthProbe => ({
  part: 'video',
  async measure() {
    const asked = clock.mono();
    const signal = AbortSignal.timeout(health.answerWithin);
    const answer = await fetch(new URL('/', video.flvUrl('health')), { signal });
    await answer.body?.cancel();
    const streams = await video.streams();
    return {
      state: 'fine',
      reason: null,
      figures: { answer: Math.round(clock.mono() - asked), streams: streams.length },
    };
  },
});

/** Files are on the disk of the data directory, or in an outside store of unknown size; the journal is always here. */
const storageProbe = (
  { runtime: { clock } }: Foundation,
  { objects, dataDir, filesHere, writing }: ProbedParts,
): HealthProbe => ({
  part: 'storage',
  async measure() {
    const asked = clock.mono();
    await objects.head('health/probe');
    const answer = Math.round(clock.mono() - asked);
    const disk = await statfs(dataDir);
    const free = disk.bavail * disk.bsize;
    const figures = { answer, free, used: (disk.blocks - disk.bfree) * disk.bsize };
    const unwritable = writing.fault('disk');
    if (unwritable) return { state: 'down', reason: unwritable, figures };
    const low = filesHere && free < health.freeBytes;
    return { state: low ? 'strained' : 'fine', reason: low ? 'diskFull' : null, figures };
  },
});

export interface ProbedParts {
  objects: Objects;
  dataDir: string;
  /** False: files lie in an outside store. */
  filesHere: boolean;
  writing: Writing;
  /** An outside broker without a way to end the connection of a dock. */
  mayDeliverLate: boolean;
  /** Devices that have signed in before and that the broker does not know any more; null: not known. */
  accountsMissing(): number | null;
  /** False: an outside broker does not end connections when it is asked to. */
  brokerManaged(): boolean;
  /** Docks whose messages wait to be stored. */
  docksWaiting(): number;
  /** Null: this server has no process for bulk calls. */
  bulk: HealthProbe['measure'] | null;
  /** Null: this server runs no video. */
  video: VideoServer | null;
}

/** Everything this server can measure of itself and of the parts that it uses. */
export const createHealthProbes = (foundation: Foundation, parts: ProbedParts): HealthProbe[] => [
  processProbe(foundation),
  databaseProbe(foundation, parts.writing),
  brokerProbe(foundation, parts),
  storageProbe(foundation, parts),
  ...(parts.video ? [videoProbe(foundation, parts.video)] : []),
  ...(parts.bulk ? [{ part: 'bulk' as const, measure: parts.bulk }] : []),
];
