// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import { plansOf, publishedBy } from './modules/command/index.ts';
import type { DockLink } from './modules/dock/index.ts';
import type { LinkPartNeeds } from './processes/gateway/link-part-needs.ts';
import { linkPart as connectionPart } from './modules/connection/connection.link-part.ts';
import { linkPart as deviceHealthPart } from './modules/device-health/device-health.link-part.ts';
import { linkPart as dockDebugPart } from './modules/dock-debug/dock-debug.link-part.ts';
import { linkPart as dockLogPart } from './modules/dock-log/dock-log.link-part.ts';
import { linkPart as drcPart } from './modules/drc/drc.link-part.ts';
import { linkPart as firmwarePart } from './modules/firmware/firmware.link-part.ts';
import { linkPart as flightPart } from './modules/flight/flight.link-part.ts';
import { linkPart as flightAreaPart } from './modules/flight-area/flight-area.link-part.ts';
import { linkPart as flightControlPart } from './modules/flight-control/flight-control.link-part.ts';
import { linkPart as mediaPart } from './modules/media/media.link-part.ts';
import { linkPart as parameterPart } from './modules/parameter/parameter.link-part.ts';
import { linkPart as remoteControllerPart } from './modules/remote-controller/remote-controller.link-part.ts';
import { linkPart as speakerPart } from './modules/speaker/speaker.link-part.ts';
import { linkPart as telemetryPart } from './modules/telemetry/telemetry.link-part.ts';
import { linkPart as videoPart } from './modules/video/video.link-part.ts';

export const createLinkParts = (needs: LinkPartNeeds) => {
  const connection = connectionPart(needs);
  const deviceHealth = deviceHealthPart(needs);
  const dockDebug = dockDebugPart(needs);
  const dockLog = dockLogPart(needs);
  const drc = drcPart(needs);
  const firmware = firmwarePart(needs);
  const flight = flightPart(needs);
  const flightArea = flightAreaPart(needs);
  const flightControl = flightControlPart(needs);
  const media = mediaPart(needs);
  const parameter = parameterPart(needs);
  const remoteController = remoteControllerPart(needs);
  const speaker = speakerPart(needs);
  const telemetry = telemetryPart(needs);
  const video = videoPart(needs);
  return {
    parts: [
      connection,
      deviceHealth,
      dockDebug,
      dockLog,
      drc,
      firmware,
      flight,
      flightArea,
      flightControl,
      media,
      parameter,
      remoteController,
      speaker,
      telemetry,
      video,
    ],
    plans: {
      ...plansOf(connection),
      ...plansOf(deviceHealth),
      ...plansOf(dockDebug),
      ...plansOf(dockLog),
      ...plansOf(drc),
      ...plansOf(firmware),
      ...plansOf(flight),
      ...plansOf(flightArea),
      ...plansOf(flightControl),
      ...plansOf(media),
      ...plansOf(parameter),
      ...plansOf(remoteController),
      ...plansOf(speaker),
      ...plansOf(telemetry),
      ...plansOf(video),
    },
    published: (link: DockLink, now: number) => ({
      ...publishedBy(connection, link, now),
      ...publishedBy(deviceHealth, link, now),
      ...publishedBy(dockDebug, link, now),
      ...publishedBy(dockLog, link, now),
      ...publishedBy(drc, link, now),
      ...publishedBy(firmware, link, now),
      ...publishedBy(flight, link, now),
      ...publishedBy(flightArea, link, now),
      ...publishedBy(flightControl, link, now),
      ...publishedBy(media, link, now),
      ...publishedBy(parameter, link, now),
      ...publishedBy(remoteController, link, now),
      ...publishedBy(speaker, link, now),
      ...publishedBy(telemetry, link, now),
      ...publishedBy(video, link, now),
    }),
  };
};
