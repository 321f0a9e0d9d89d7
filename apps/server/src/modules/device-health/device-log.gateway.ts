import {
  decodeEnvelope,
  exceptionsOf,
  explain,
  liveExceptionsOf,
  parseDownTopic,
  type DeviceException,
  type DeviceMessage,
  type UpKind,
} from '@eyrie/dji';
import type { CommandState, ErrorRecord } from '@eyrie/domain';
import type { Runtime } from '../../platform/runtime.ts';
import { isUuid } from '../../platform/uuid.ts';
import { droneAirborne, type DockLink } from '../dock/index.ts';
import { createDeviceLogRecorder, type DeviceLogRecorder } from './device-log.recorder.ts';

/** A command of which something became. */
export interface LoggedCommand {
  oid: string;
  method: string;
  state: CommandState;
  code: number | null;
  reason: string | null;
  flightOID: string | null;
}

/** The same told again within this time is one exception. Milliseconds. */
const sameAgain = 60_000;
const rememberedPerDock = 64;

/** Which exceptions of a dock were told within the last minute. */
const createRecentlyReported = (clock: Runtime['clock']) => {
  const reported = new WeakMap<DockLink, Map<string, number>>();
  return {
    /** True once for each `sameAgain`. */
    isNew(link: DockLink, key: string): boolean {
      const now = clock.mono();
      const known = reported.get(link) ?? new Map<string, number>();
      reported.set(link, known);
      const last = known.get(key);
      known.delete(key);
      known.set(key, now);
      if (known.size > rememberedPerDock) known.delete(known.keys().next().value ?? '');
      return last === undefined || now - last >= sameAgain;
    },
  };
};

interface ExceptionPart {
  method: string | null;
  flightOID: string | null;
  commandOID?: string;
}
type Noticed = Omit<DeviceException, 'source' | 'flightId'> & { source: ErrorRecord['source'] };

/** An exception as a row, with what the dock and its aircraft did at the time. */
const exceptionRow = (
  runtime: Runtime,
  link: DockLink,
  { family, code, source, detail }: Noticed,
  part: ExceptionPart,
) => {
  const inTheSky = droneAirborne(link, runtime.clock.mono());
  return {
    oid: runtime.newOid(),
    group_root: link.dock.groupRoot,
    group_oid: link.dock.groupOID,
    dock_oid: link.dock.oid,
    drone_oid: link.dock.droneOID,
    flight_oid: part.flightOID,
    command_oid: part.commandOID ?? null,
    at: new Date(runtime.clock.wall()),
    family,
    code,
    source,
    method: part.method,
    level: explain({ family, code, inTheSky }, 'en').severity,
    module: null,
    in_the_sky: inTheSky,
    // A null character is valid JSON and no text of a database.
    detail: JSON.stringify(detail).replaceAll('\\u0000', ''),
  };
};

/** Notes each exception as a row, the same one once a minute. */
const createExceptions = (runtime: Runtime, recorder: DeviceLogRecorder) => {
  const reported = createRecentlyReported(runtime.clock);
  const recordOnce = (link: DockLink, noticed: Noticed, from: ExceptionPart): void => {
    const part = { ...from, flightOID: from.flightOID ?? link.flightOID };
    const { family, code } = noticed;
    const key = `${part.commandOID ?? ''} ${part.method} ${part.flightOID} ${family} ${code}`;
    if (reported.isNew(link, key)) recorder.except(exceptionRow(runtime, link, noticed, part));
  };
  return {
    /** A device told of them. */
    reported(link: DockLink, found: readonly DeviceException[], method: string | null): void {
      for (const one of found)
        recordOnce(link, one, {
          method,
          flightOID: one.flightId && isUuid(one.flightId) ? one.flightId : null,
        });
    },
    /** A command changed its state. Refusals of our own are no exception of a device; those it answered with, are. */
    commandChanged(link: DockLink, command: LoggedCommand): void {
      const { oid, method, state, code, flightOID } = command;
      const part = { method, flightOID, commandOID: oid };
      if (state === 'unknown')
        recordOnce(link, { family: 'outcome', code: 'unknown', source: 'command', detail: {} }, part);
      else if (
        (state === 'rejected' || state === 'failed') &&
        command.reason === 'deviceRefused' &&
        code !== null
      )
        recordOnce(link, { family: 'error', code: String(code), source: 'command', detail: { state } }, part);
    },
    /** A flight ended in a way for which no device gave a code. */
    flightOver(link: DockLink, flightOID: string, outcome: string, reason: string | null): void {
      if (outcome === 'unknown' && reason === 'endedUnobserved')
        recordOnce(
          link,
          { family: 'outcome', code: reason, source: 'flight', detail: {} },
          { method: null, flightOID },
        );
    },
  };
};

/** Notes what devices send and are sent, and what of it did not work. */
export const createDeviceLogGateway = (runtime: Runtime, deps: { linkOfSn(sn: string): DockLink | null }) => {
  const recorder = createDeviceLogRecorder(runtime);
  const exceptions = createExceptions(runtime, recorder);
  return {
    /** A message of a device, or to it, that is no message of the Cloud API. */
    record: recorder.record,
    /** A message of a device, apart from measured values. */
    heard(
      link: DockLink,
      kind: Exclude<UpKind, 'osd' | 'drc_up'>,
      sn: string,
      message: DeviceMessage,
      size: number,
    ): void {
      recorder.record(link, { direction: 'up', kind, sn, message, size });
      if (kind === 'events') exceptions.reported(link, exceptionsOf(message), message.method);
      else if (kind === 'state') exceptions.reported(link, liveExceptionsOf(message.data), 'live_status');
    },
    /** A message to a device went to the broker. */
    sent(topic: string, payload: string): void {
      const parsed = parseDownTopic(topic);
      const link = parsed && deps.linkOfSn(parsed.sn);
      if (!link) return;
      const decoded = decodeEnvelope(payload);
      if (!decoded.ok) return;
      const { kind, sn } = parsed;
      const size = Buffer.byteLength(payload);
      recorder.record(link, { direction: 'down', kind, sn, message: decoded.message, size });
    },
    commandChanged: exceptions.commandChanged,
    flightOver: exceptions.flightOver,
    flush: recorder.flush,
    timers: recorder.timers,
  };
};
export type DeviceLogGateway = ReturnType<typeof createDeviceLogGateway>;
