import {
  flightRecordCalls as calls,
  resultLimits,
  limits,
  type FlightReplay,
  type ParsedRequestOf,
} from '@eyrie/domain';
import { attachment } from '../../platform/http/attachment.ts';
import {
  BytesAnswer,
  serve,
  type CallContext,
  type Endpoint,
  type Language,
} from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import type { Objects } from '../../platform/objects/index.ts';
import type { Scope } from '../../platform/list/index.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import { signingKey } from '../../platform/signing-key.ts';
import type { AuditLog } from '../audit-log/index.ts';
import { flightVisible } from '../flight/index.ts';
import { bundleOf } from './flight-record.bundle.ts';
import { recordFlightOf, spanOf } from './flight-record.facts.ts';
import { replayOf } from './flight-record.replay.ts';
import { recordedSpan, recordFacts } from './flight-record.store.ts';
import { recordedMedia } from './record-events.store.ts';

export { checkBundle } from './check-bundle.ts';

/**
 * Everything that was recorded of a flight.
 * @param now server time, ms
 * @throws Refusal `notFound` out of scope
 */
export const flightReplayOf = async (
  db: DbOrTrx,
  scope: Scope,
  oid: string,
  { language, now }: { language: Language; now: number },
): Promise<FlightReplay> => {
  const facts = await recordFacts(db, scope, oid);
  if (!facts) throw notFound();
  return replayOf(db, recordFlightOf(facts, now), { language, now });
};

interface RecordDeps {
  audit: AuditLog;
  objects: Pick<Objects, 'get'>;
}

/** Gigabytes with one place, as people compare them. */
const gigabytes = (bytes: number): number => Math.ceil(bytes / 1e8) / 10;

/** What is kept of flights, as far as the caller sees them. */
export const flightRecordEndpoints = (runtime: Runtime, { audit, objects }: RecordDeps): Endpoint[] => {
  const { db, serverTime } = runtime;
  const found = async (oid: string, { caller }: CallContext) => {
    const facts = await recordFacts(db, caller, oid);
    if (!facts) throw notFound();
    return recordFlightOf(facts, serverTime());
  };
  const bundle = async (
    { oid, media: asked }: ParsedRequestOf<typeof calls.bundle>,
    context: CallContext,
  ): Promise<BytesAnswer> => {
    const flight = await found(oid, context);
    if (flight.state !== 'over') throw new Refusal('flightNotOver');
    const media = { all: await recordedMedia(db, flight.oid), included: asked !== 'false' };
    const { total } = await recordedSpan(db, flight.oid);
    const files = media.included ? media.all.reduce((sum, { size }) => sum + size, 0) : 0;
    const bytes = files + total * limits.flightRecord.rowBytes;
    const { zipBytes } = resultLimits;
    if (bytes > zipBytes)
      throw new Refusal('downloadTooLarge', { values: { size: gigabytes(bytes), max: gigabytes(zipBytes) } });
    const key = await signingKey(db);
    const at = new Date(Math.round(serverTime()));
    // Before the first byte: what leaves the house has been written down.
    await audit.done(
      db,
      context,
      'flightRecord.export',
      { oid: flight.oid, name: flight.name },
      flight.dockOID,
    );
    const span = spanOf(flight, at.getTime());
    return new BytesAnswer(
      bundleOf({ db, objects, key }, flight, span, { media, at }),
      {
        'content-type': 'application/zip',
        'content-disposition': attachment(`${flight.name} ${at.toISOString().slice(0, 10)}`, 'zip'),
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
      200,
      (scope) => flightVisible(db, scope, flight.oid),
    );
  };
  return [
    serve(calls.replay, ({ oid }, { caller, language }) =>
      flightReplayOf(db, caller, oid, { language, now: serverTime() }),
    ),
    serve(calls.bundle, bundle),
  ];
};
