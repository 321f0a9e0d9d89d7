import { limits, mainSource } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { LiveCapacity } from '../dock/index.ts';
import { flightsToRecord, isSettled, stopWithFlights } from './flight-recordings.store.ts';
import { insertRecording, runningOf } from './recording.store.ts';
import { streamName } from './stream.ts';
import type { VideoServer } from './video.plans.ts';

const bounds = limits.recording;

export interface FlightRecordingDeps {
  audit: Pick<AuditLog, 'write'>;
  video: Pick<VideoServer, 'streams'>;
  /** Orders a picture in the name of a member; the same key orders it once. */
  startPicture(
    dock: { oid: string; groupRoot: string },
    request: { memberOID: string; key: string; arguments: { videoId: string } },
  ): Promise<void>;
}

type Runs = Pick<Runtime, 'db' | 'serverTime' | 'newOid' | 'log'>;
type FlightToRecord = Awaited<ReturnType<typeof flightsToRecord>>[number];

/** Records the main camera of one flight, once its picture arrives; until then that is asked for now and then. */
const recordFlight = async (
  { db, serverTime, newOid }: Runs,
  { audit, video, startPicture }: FlightRecordingDeps,
  flight: FlightToRecord,
): Promise<void> => {
  const { flightOID, executorOID, dockOID, groupRoot, groupOID } = flight;
  const sources = (flight.capacity as LiveCapacity | null)?.sources ?? [];
  const source = mainSource(sources.filter(({ owner }) => owner === 'drone'));
  if (!source) return;
  const { videoId } = source;
  const stream = streamName(dockOID, 'drone', videoId);
  if (await isSettled(db, stream, flight.startTime ?? flight.createdAt)) return;
  const now = Math.round(serverTime());
  if (!(await video.streams()).includes(stream)) {
    // One order for all servers, and another one after a while: it may have come before the aircraft was ready.
    const key = `record-${flightOID}-${Math.floor(now / bounds.askAgain)}`;
    await startPicture({ oid: dockOID, groupRoot }, { memberOID: executorOID, key, arguments: { videoId } });
    return;
  }
  await db.transaction().execute(async (trx) => {
    if ((await runningOf(trx, groupRoot)) >= bounds.atOnce) return;
    const oid = newOid();
    const at = new Date(now);
    const own = { oid, groupRoot, groupOID, dockOID, videoId, stream, flightOID };
    if (!(await insertRecording(trx, { ...own, startedBy: executorOID, at }))) return;
    await audit.write(trx, {
      groupRoot,
      memberOID: executorOID,
      sessionOID: null,
      address: null,
      dockOID,
      action: 'video.startRecording',
      outcome: 'done',
      detail: { oid, videoId, automatic: true },
    });
  });
};

/** Begins and ends recordings with the flights of organisations whose setting says so. */
export const recordFlights = async (runtime: Runs, deps: FlightRecordingDeps): Promise<void> => {
  const { db, serverTime, log } = runtime;
  await stopWithFlights(db, new Date(Math.round(serverTime())));
  for (const flight of await flightsToRecord(db)) {
    try {
      await recordFlight(runtime, deps, flight);
    } catch (error) {
      // One dock must not keep the flights of others from being recorded.
      log.warn({ err: error, flightOID: flight.flightOID }, 'a flight could not be recorded');
    }
  }
};
