// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import type { MapPart } from './platform/map-part.ts';
import { mapPart as dock } from './modules/dock/map-part.ts';
import { mapPart as drone } from './modules/drone/map-part.ts';
import { mapPart as remoteController } from './modules/remote-controller/map-part.ts';
import { mapPart as robot } from './modules/robot/map-part.ts';
import { mapPart as region } from './modules/region/map-part.ts';
import { mapPart as weather } from './modules/weather/map-part.ts';

export const mapParts: readonly MapPart[] = [
  dock,
  drone,
  remoteController,
  robot,
  region,
  weather,
];
