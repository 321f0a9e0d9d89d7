import { z } from 'zod';
import { decodeFlighttaskProgress } from './flight-events.ts';
import { listOrNull, readOrNull, whole, words } from './tolerant.ts';
import type { DeviceMessage } from './wire.ts';

/** Something that did not work, as a device told it. */
export interface DeviceException {
  family: 'error' | 'break' | 'outcome';
  code: string;
  source: 'flight' | 'job' | 'video';
  flightId: string | null;
  detail: Record<string, unknown>;
}

/** Last words of a job that did not end well. */
const bad: ReadonlySet<string> = new Set([
  'failed',
  'rejected',
  'timeout',
  'partially_done',
  'wayline_failed',
]);
/** Jobs that fly. */
const flying = /^(flighttask|takeoff_to_point|fly_to_point|in_flight_wayline|poi_|camera_|return_home)/;

const shape = z.object({
  result: whole,
  status: words,
  reason: whole,
  flight_id: words,
  output: z
    .object({
      status: words,
      progress: z.object({ percent: whole, step_key: words }).catch({ percent: null, step_key: null }),
    })
    .nullable()
    .catch(null),
});
const optional = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined));

const ofProgress = (message: DeviceMessage): DeviceException[] => {
  const reported = decodeFlighttaskProgress(message.data, message.bid);
  if (!reported) return [];
  const detail = optional({
    status: reported.status,
    percent: reported.percent,
    waypoint: reported.waypoint,
  });
  const base = { source: 'flight' as const, flightId: reported.flightId };
  const found: DeviceException[] = [];
  if (reported.result !== 0) found.push({ ...base, family: 'error', code: String(reported.result), detail });
  else if (reported.final && bad.has(reported.status))
    found.push({ ...base, family: 'outcome', code: reported.status, detail });
  const reason = reported.breakPoint?.reason ?? 0;
  if (reason !== 0)
    found.push({
      ...base,
      family: 'break',
      code: String(reason),
      detail: optional({ ...detail, index: reported.breakPoint?.index }),
    });
  return found;
};

/**
 * What an event says went wrong: a result that is not 0, a job that ended badly, the reason why a route was left.
 * Nothing for events that went well. Never throws.
 */
export const exceptionsOf = (message: DeviceMessage): DeviceException[] => {
  const method = message.method ?? '';
  if (method === 'flighttask_progress') return ofProgress(message);
  const read = readOrNull(shape, message.data);
  if (!read) return [];
  const status = read.output?.status ?? read.status;
  const source = flying.test(method) ? ('flight' as const) : ('job' as const);
  const detail = optional({
    status,
    step: read.output?.progress.step_key,
    percent: read.output?.progress.percent,
  });
  const base = { source, flightId: read.flight_id, detail };
  if (read.result !== null && read.result !== 0)
    return [{ ...base, family: 'error', code: String(read.result) }];
  if (status !== null && bad.has(status))
    return [{ ...base, family: 'outcome', code: status === 'wayline_failed' ? 'failed' : status }];
  return [];
};

const liveShape = z.object({
  live_status: listOrNull(z.object({ video_id: words, error_status: whole }), 16),
});

/** What the state of the pictures says went wrong. */
export const liveExceptionsOf = (data: unknown): DeviceException[] =>
  (readOrNull(liveShape, data)?.live_status ?? []).flatMap(({ video_id: videoId, error_status: code }) =>
    code === null || code === 0
      ? []
      : [
          {
            family: 'error' as const,
            code: String(code),
            source: 'video' as const,
            flightId: null,
            detail: optional({ videoId }),
          },
        ],
  );
