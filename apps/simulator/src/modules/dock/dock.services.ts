import type { FlightDesk } from '../flight/index.ts';
import type { VideoStreams } from '../video/index.ts';
import type { Loudspeaker } from '../speaker/index.ts';
import type { FirmwareDesk } from '../firmware/index.ts';
import type { LogDesk } from '../dock-log/index.ts';
import type { MediaUpload } from '../media/index.ts';
import type { PayloadDesk, PayloadDevices } from '../gimbal/index.ts';
import type { DrcDesk } from '../drc/index.ts';
import type { DebugBench } from './debug.ts';

export interface ServiceDesk {
  flights: FlightDesk;
  video: VideoStreams;
  debug: DebugBench;
  logs: LogDesk;
  speaker: Loudspeaker;
  payload: PayloadDesk;
  devices: PayloadDevices;
  drc: DrcDesk;
  media: MediaUpload;

  firmware: FirmwareDesk;
  /** Asks the server for the flight areas. */
  fetchAreas(): void;
}

export type Answer = number | { result: number; [more: string]: unknown };
type Handler = (desk: ServiceDesk, data: unknown, bid: string) => Answer | Promise<Answer>;

/** What a device says to a method it does not know. */
export const unknownMethod = 514_171;

const exporting = 319_018;

/** Every command this dock understands. A reply tells that it was accepted, not that it is done. */
const handlers: Readonly<Record<string, Handler>> = {
  // While it exports its log files it takes no flight.
  flighttask_prepare: ({ flights, logs }, data) => (logs.busy ? exporting : flights.prepare(data)),
  flighttask_execute: ({ flights }, data) => flights.execute(data),
  flighttask_undo: ({ flights }, data) => flights.undo(data),
  flighttask_pause: ({ flights }) => flights.pause(),
  flighttask_recovery: ({ flights }) => flights.resume(),
  return_home: ({ flights }) => flights.returnHome(),
  return_home_cancel: ({ flights }) => flights.cancelReturn(),
  flight_authority_grab: ({ flights }) => flights.grab(),
  // While it exports its log files it takes no flight.
  takeoff_to_point: ({ flights, logs }, data) => (logs.busy ? exporting : flights.takeOff(data)),
  fly_to_point: ({ flights }, data) => flights.flyTo(data, false),
  fly_to_point_update: ({ flights }, data) => flights.flyTo(data, true),
  fly_to_point_stop: ({ flights }) => flights.stopFlyTo(),
  poi_mode_enter: ({ flights }, data) => flights.poi('enter', data),
  poi_circle_speed_set: ({ flights }, data) => flights.poi('setSpeed', data),
  poi_mode_exit: ({ flights }, data) => flights.poi('exit', data),
  drc_mode_enter: ({ drc }, data) => drc.enter(data),
  drc_mode_exit: ({ drc }) => drc.exit(),
  live_start_push: ({ video }, data) => video.start(data),
  live_stop_push: ({ video }, data) => video.stop(data),
  live_set_quality: ({ video }, data) => video.setQuality(data),
  live_lens_change: ({ video }, data) => video.changeLens(data),
  live_camera_change: ({ video }, data) => video.changeCamera(data),
  upload_flighttask_media_prioritize: ({ media }, data) => media.first(data),
  fileupload_list: ({ logs }, data) => logs.list(data),
  fileupload_start: ({ logs }, data, bid) => logs.start(data, bid),
  fileupload_update: ({ logs }, data) => logs.update(data),
  ota_create: ({ firmware }, data, bid) => firmware.create(data, bid),
  flight_areas_update: ({ fetchAreas }) => {
    fetchAreas();
    return 0;
  },
};

export const answerService = async (
  desk: ServiceDesk,
  method: string,
  data: unknown,
  bid: string,
): Promise<Answer> => {
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined;
  if (handler) return handler(desk, data, bid);
  return (
    desk.speaker.command(method, data, bid) ??
    desk.payload.command(method, data, bid) ??
    desk.devices.command(method, data) ??
    desk.debug.command(method, bid, data) ??
    unknownMethod
  );
};
