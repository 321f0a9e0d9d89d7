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
import { droneAirborne, type DockLink } from '../dock/index.ts';
import { createDeviceLogRecorder } from './device-log.recorder.ts';

/** A command of which something became. */
export interface LoggedCommand {
  oid: string;
  method: string;
  state: CommandState;
  code: number | null;
  reason: string | null;
  flightOID: string | null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** The same told again within this time is one exception. Milliseconds. */
const sameAgain = 60_000;
const rememberedPerDock = 64;

/** Which exceptions of a dock were told within the last minute. */
const createRecentlyTold = (clock: Runtime['clock']) => {
  const told = new WeakMap<DockLink, Map<string, number>>();
  return {
    /** True once for each `sameAgain`. */
    isNew(link: DockLink, key: string): boolean {
      const now = clock.mono();
      const known = told.get(link) ?? new Map<string, number>();
      told.set(link, known);
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

/** Notes what devices send and are sent, and what of it did not work. */
export const createDeviceLogGateway = (runtime: Runtime, deps: { linkOfSn(sn: string): DockLink | null }) => {
  const recorder = createDeviceLogRecorder(runtime);
  const told = createRecentlyTold(runtime.clock);

  const except = (link: DockLink, noticed: Noticed, from: ExceptionPart): void => {
    const part = { ...from, flightOID: from.flightOID ?? link.flightOID };
    const { family, code } = noticed;
    const key = `${part.commandOID ?? ''} ${part.method} ${part.flightOID} ${family} ${code}`;
    if (told.isNew(link, key)) recorder.except(exceptionRow(runtime, link, noticed, part));
  };
  const exceptAll = (link: DockLink, found: readonly DeviceException[], method: string | null): void => {
    for (const one of found)
      except(link, one, { method, flightOID: one.flightId && uuid.test(one.flightId) ? one.flightId : null });
  };

  return {
    /** A message of a device, apart from measured values. */
    heard(
      link: DockLink,
      kind: Exclude<UpKind, 'osd' | 'drc_up'>,
      sn: string,
      message: DeviceMessage,
      size: number,
    ): void {
      recorder.note(link, { direction: 'up', kind, sn, message, size });
      if (kind === 'events') exceptAll(link, exceptionsOf(message), message.method);
      else if (kind === 'state') exceptAll(link, liveExceptionsOf(message.data), 'live_status');
    },
    /** A message to a device went to the broker. */
    sent(topic: string, payload: string): void {
      const parsed = parseDownTopic(topic);
      const link = parsed && deps.linkOfSn(parsed.sn);
      if (!link) return;
      const decoded = decodeEnvelope(payload);
      if (!decoded.ok) return;
      const size = Buffer.byteLength(payload);
      recorder.note(link, {
        direction: 'down',
        kind: parsed.kind,
        sn: parsed.sn,
        message: decoded.message,
        size,
      });
    },
    /** A command changed its state. Refusals of our own are no exception of a device; those it answered with, are. */
    commandChanged(link: DockLink, command: LoggedCommand): void {
      const { oid, method, state, code, flightOID } = command;
      const part = { method, flightOID, commandOID: oid };
      if (state === 'unknown')
        except(link, { family: 'outcome', code: 'unknown', source: 'command', detail: {} }, part);
      else if (
        (state === 'rejected' || state === 'failed') &&
        command.reason === 'deviceRefused' &&
        code !== null
      )
        except(link, { family: 'error', code: String(code), source: 'command', detail: { state } }, part);
    },
    /** A flight ended in a way for which no device gave a code. */
    flightOver(link: DockLink, flightOID: string, outcome: string, reason: string | null): void {
      if (outcome === 'failed' && reason === 'endedUnobserved')
        except(
          link,
          { family: 'outcome', code: reason, source: 'flight', detail: {} },
          { method: null, flightOID },
        );
    },
    flush: recorder.flush,
    start: recorder.start,
    stop: recorder.stop,
  };
};
export type DeviceLogGateway = ReturnType<typeof createDeviceLogGateway>;
