import { limits } from '@eyrie/domain';
import {
  areaProgressEvent,
  consentEvent,
  debugProgress,
  decodeFileUpload,
  duplicateKey,
  flyToProgress,
  orbitProgress,
  logProgressEvent,
  panoramaProgress,
  speakerProgress,
  takeOffEvent,
  toHealthItems,
  upgradeEvent,
  type DeviceMessage,
} from '@eyrie/dji';
import type { CommandGateway } from '../../modules/command/index.ts';
import type { DeviceHealthGateway } from '../../modules/device-health/index.ts';
import type { DockLink } from '../../modules/dock/index.ts';
import type { DockLogGateway } from '../../modules/dock-log/index.ts';
import type { FirmwareGateway } from '../../modules/firmware/index.ts';
import type { FlightGateway } from '../../modules/flight/index.ts';
import type { FlightAreaGateway } from '../../modules/flight-area/index.ts';
import type { ControllerGateway } from '../../modules/remote-controller/index.ts';
import type { TelemetryPublisher } from '../../modules/telemetry/index.ts';
import type { Runtime } from '../../platform/runtime.ts';

export interface HeardEventsDependencies {
  flights: FlightGateway;
  commands: CommandGateway;
  health: DeviceHealthGateway;
  controllers: Pick<ControllerGateway, 'answered'>;
  areas: Pick<FlightAreaGateway, 'progressed'>;
  dockLog: Pick<DockLogGateway, 'progressed'>;
  firmware: Pick<FirmwareGateway, 'progressed'>;
  publisher: TelemetryPublisher;
  recordMedia(link: DockLink, file: NonNullable<ReturnType<typeof decodeFileUpload>>): Promise<unknown>;
  /** Minutes east of Greenwich of the dock's organisation, for times without a zone. */
  zoneMinutes(link: DockLink): Promise<number>;
}

/**
 * Keeps the newest word on what a device is at. False: it is another event.
 * @param when.said epoch ms
 */
const keepWord = (
  link: DockLink,
  message: DeviceMessage,
  { said: at, heardAt }: { said: number; heardAt: number },
): boolean => {
  const job = debugProgress(message);
  const plays = speakerProgress(message);
  const panorama = panoramaProgress(message);
  const orbit = orbitProgress(message);
  if (job) link.debugJob = { ...job, at, heardAt };
  else if (plays) link.speakerJob = { ...plays, at };
  else if (panorama) link.panorama = { ...panorama, at };
  else if (orbit) link.orbit = { ...orbit, at, heardAt };
  else return false;
  return true;
};

/** Events of devices, each stored once however often it is repeated. */
export const createHeardEvents = (
  { serverTime }: Pick<Runtime, 'serverTime'>,
  deps: HeardEventsDependencies,
) => {
  const stored = new WeakMap<DockLink, Set<string>>();

  const store = async (link: DockLink, sn: string, message: DeviceMessage, at: number): Promise<void> => {
    switch (message.method) {
      case consentEvent:
        if (sn === link.dock.sn) deps.controllers.answered(link, message);
        deps.commands.observe(link);
        return;
      case 'flighttask_progress':
        // Tasks are flown by docks alone.
        if (link.controller) return;
        await deps.flights.progressed(link, message);
        deps.commands.observe(link);
        return;
      case areaProgressEvent:
        if (!link.controller) await deps.areas.progressed(link, message);
        return;
      case logProgressEvent:
        if (!link.controller && sn === link.dock.sn) await deps.dockLog.progressed(link, message);
        return;
      case upgradeEvent:
        if (link.controller || sn !== link.dock.sn) return;
        await deps.firmware.progressed(link, message);
        deps.commands.observe(link);
        return;
      case 'hms': {
        const owner = sn === link.dock.sn ? 'dock' : 'drone';
        const items = toHealthItems(message.data, owner);
        if (items && (await deps.health.listed(link, owner, items, at))) deps.publisher.touch(link, 'dock');
        return;
      }
      case 'file_upload_callback': {
        if (link.controller) return;
        const file = decodeFileUpload(message.data, await deps.zoneMinutes(link));
        if (file && file.result === 0) await deps.recordMedia(link, file);
        return;
      }
      case 'fly_to_point_progress': {
        const said = link.controller ? null : flyToProgress(message);
        if (!said) return;
        link.flyTo = { ...said, heardAt: at };
        deps.commands.observe(link);
        return;
      }
      case takeOffEvent:
        if (link.controller) return;
        await deps.flights.tookOff(link, message);
        deps.commands.observe(link);
        return;
      default: {
        if (link.controller || sn !== link.dock.sn) return;
        if (!keepWord(link, message, { said: Math.round(serverTime()), heardAt: at })) return;
        deps.commands.observe(link);
        deps.publisher.touch(link, 'presence');
      }
    }
  };

  return {
    /**
     * Stores one event. One at a time for each dock.
     * @param at when it came, monotonic ms
     * @returns false for one that is stored already
     * @throws what the room that stores it throws; a repetition is then taken as new
     */
    async take(link: DockLink, sn: string, message: DeviceMessage, at: number): Promise<boolean> {
      const key = duplicateKey(message);
      const known = stored.get(link) ?? new Set<string>();
      stored.set(link, known);
      if (key && known.has(key)) return false;
      await store(link, sn, message, at);
      // Remembered only once it is stored: a failure lets the dock's repetition in.
      if (key) {
        known.add(key);
        if (known.size > limits.gateway.dedupeEntries) known.delete(known.keys().next().value ?? '');
      }
      return true;
    },
  };
};
