import { limits } from '@eyrie/domain';
import type { lostActions } from '@eyrie/domain';
import { dockGeneration } from './models.ts';
import { textAt } from './read.ts';
import { whole } from './tolerant.ts';
import { encodeEnvelope, isRecord } from './wire.ts';

/** A command to a device: its method and data. */
export interface Service {
  method: string;
  data: unknown;
  /** A property to set, named `property/…`: sent without a method, on a topic of its own. */
  property?: true;
  /** It goes over the link of sticks, in the form of what is said there. */
  bySticks?: true;
}

export interface PrepareInput {
  /** Becomes the bid of every progress message. */
  flightId: string;
  /** Epoch ms; the dock refuses an immediate task that differs from its clock by more than 30 s. */
  executeTime: number;
  /** KMZ the dock can GET, and its MD5 in hex. */
  file: { url: string; fingerprint: string };
  /** Whole metres above the take-off point, 20 to 1500. */
  returnAltitude: number;
  lostAction: (typeof lostActions)[number];
  /** Key or name of the dock; the first generation does not know every field. */
  dockModel: string;
  /** Where on its route the aircraft begins, reached at the return altitude; left out: at the first waypoint. */
  startsAt?: { wayline: number; waypoint: number; progress: number } | null;
  /** `rtk` makes the aircraft wait airborne for the fix. */
  precision?: 'gps' | 'rtk';
  /** The dock waits for this and reports then that it is ready; left out: it is to be started at once. */
  condition?: PrepareCondition;
}

export interface PrepareCondition {
  /** Charge of the aircraft, %: at least this. */
  battery: number;
  /** Free storage, MB; null: it asks for none. */
  storage: number | null;
  /** Between these it looks for it, epoch ms. */
  beginsAt: number;
  endsAt: number;
}

const sentBreakPoint = ({ wayline, waypoint, progress }: NonNullable<PrepareInput['startsAt']>) => ({
  index: waypoint,
  // 1 at a waypoint, 0 on the leg behind it.
  state: progress > 0 ? 0 : 1,
  progress,
  wayline_id: wayline,
});

/** How the task is begun: at once, or when what it waits for has come. */
const sentTiming = ({ executeTime, condition }: PrepareInput) => {
  if (!condition) return { task_type: 0, execute_time: executeTime };
  const { battery, storage, beginsAt, endsAt } = condition;
  return {
    task_type: 2,
    ready_conditions: {
      // The charge must be above what is sent, not equal to it.
      battery_capacity: battery - 1,
      begin_time: beginsAt,
      end_time: endsAt,
    },
    ...(storage === null ? {} : { executable_conditions: { storage_capacity: storage } }),
  };
};

/**
 * Route task, immediate or conditional. Throws a RangeError when the return altitude is out of its bounds: the last guard
 * before the aircraft.
 */
export const flighttaskPrepare = (input: PrepareInput): Service => {
  const { returnAltitudeMin, returnAltitudeMax } = limits.flight;
  const altitude = input.returnAltitude;
  if (!Number.isInteger(altitude) || altitude < returnAltitudeMin || altitude > returnAltitudeMax)
    throw new RangeError(`return altitude must be ${returnAltitudeMin} to ${returnAltitudeMax} m`);
  const newer =
    dockGeneration(input.dockModel) === 1
      ? {}
      : {
          rth_mode: 1,
          wayline_precision_type: input.precision === 'rtk' ? 1 : 0,
          // Areas go to the aircraft while it rests, when they change: no take-off waits for them.
          flight_safety_advance_check: 0,
        };
  return {
    method: 'flighttask_prepare',
    data: {
      flight_id: input.flightId,
      ...sentTiming(input),
      file: { url: input.file.url, fingerprint: input.file.fingerprint },
      rth_altitude: altitude,
      // Return is the one value the devices accept today; continuing is decided by the next field.
      out_of_control_action: 0,
      exit_wayline_when_rc_lost: input.lostAction === 'return' ? 1 : 0,
      ...newer,
      ...(input.startsAt ? { break_point: sentBreakPoint(input.startsAt) } : {}),
    },
  };
};

export const flighttaskExecute = (flightId: string): Service => ({
  method: 'flighttask_execute',
  data: { flight_id: flightId },
});

/** Takes back tasks that are not executing yet. */
export const flighttaskUndo = (flightIds: readonly string[]): Service => ({
  method: 'flighttask_undo',
  data: { flight_ids: [...flightIds] },
});

/** The dock uploads the files of this flight before those of others. */
export const mediaFirst = (flightId: string): Service => ({
  method: 'upload_flighttask_media_prioritize',
  data: { flight_id: flightId },
});

export const flighttaskPause = (): Service => ({ method: 'flighttask_pause', data: null });
export const flighttaskRecovery = (): Service => ({ method: 'flighttask_recovery', data: null });
export const returnHome = (): Service => ({ method: 'return_home', data: null });
/** The aircraft stops returning and hovers. */
export const returnHomeCancel = (): Service => ({ method: 'return_home_cancel', data: null });
/** Stops a flight to a point; the aircraft hovers. */
export const flyToPointStop = (): Service => ({ method: 'fly_to_point_stop', data: null });

/** The dock takes the flight of its aircraft from whoever has it. */
export const flightAuthorityGrab = (): Service => ({ method: 'flight_authority_grab', data: null });
/** The dock takes a payload of its aircraft from whoever has it. @param payloadIndex type, subtype and gimbal: `81-0-0` */
export const payloadAuthorityGrab = (payloadIndex: string): Service => ({
  method: 'payload_authority_grab',
  data: { payload_index: payloadIndex },
});

const qualities: readonly number[] = [0, 1, 2, 3, 4];
const checkedQuality = (quality: number): number => {
  if (!qualities.includes(quality)) throw new RangeError('video quality must be 0 to 4');
  return quality;
};

/** How the dock sends its picture. */
export const pushProtocols = { rtmp: 1, gb28181: 3, whip: 4 } as const;

/** 0 adaptive, 1 smooth, 2 SD, 3 HD, 4 UHD; a RangeError for anything else. */
export const liveStartPush = (input: {
  videoId: string;
  url: string;
  quality: number;
  protocol?: keyof typeof pushProtocols;
}): Service => ({
  method: 'live_start_push',
  data: {
    url_type: pushProtocols[input.protocol ?? 'rtmp'],
    url: input.url,
    video_id: input.videoId,
    video_quality: checkedQuality(input.quality),
  },
});

export const liveStopPush = (videoId: string): Service => ({
  method: 'live_stop_push',
  data: { video_id: videoId },
});

export const liveSetQuality = (videoId: string, quality: number): Service => ({
  method: 'live_set_quality',
  data: { video_id: videoId, video_quality: checkedQuality(quality) },
});

/** @param videoType a lens, as the device named it in its `live_capacity` */
export const liveLensChange = (videoId: string, videoType: string): Service => ({
  method: 'live_lens_change',
  data: { video_id: videoId, video_type: videoType },
});

/** Changes between the cameras of a dock. @param position 0 inside, 1 outside */
export const liveCameraChange = (videoId: string, position: number): Service => {
  if (position !== 0 && position !== 1) throw new RangeError('position must be 0 or 1');
  return { method: 'live_camera_change', data: { video_id: videoId, camera_position: position } };
};

/** JSON text of a command. Publish at QoS 0, never retained, never again. */
export const encodeService = (input: {
  tid: string;
  bid: string;
  timestamp: number;
  gateway: string;
  service: Service;
}): string =>
  encodeEnvelope({
    tid: input.tid,
    bid: input.bid,
    timestamp: input.timestamp,
    gateway: input.gateway,
    ...(input.service.property ? {} : { method: input.service.method }),
    data: input.service.data,
  });

export interface ServiceReply {
  /** 0 accepted, else an error code. */
  result: number;
  accepted: boolean;
  /** `output.status` where the device told one: in_progress, ok, failed … */
  status: string | null;
  output: Readonly<Record<string, unknown>>;
}

/**
 * Answer to a command; null when it carries no result, which is no answer. Some answers carry it beside the data:
 * `envelope` is the message around it.
 */
export const decodeServiceReply = (
  data: unknown,
  envelope: Readonly<Record<string, unknown>> = {},
): ServiceReply | null => {
  const inner = isRecord(data) ? data : {};
  const result = whole.parse(inner.result) ?? whole.parse(envelope['result']);
  if (result === null) return null;
  const output = isRecord(inner.output) ? inner.output : {};
  return { result, accepted: result === 0, status: textAt(output, 'status'), output };
};
