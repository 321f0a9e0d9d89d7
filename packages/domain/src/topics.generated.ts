// Printed by scripts/print-rooms.mjs from packages/domain/src/rooms.ts and the folders of the rooms.
import { topics as dockLog } from './dock-log/dock-log.topics.ts';
import { topics as remoteController } from './remote-controller/remote-controller.topics.ts';
import { topics as robot } from './robot/robot.topics.ts';
import { topics as region } from './region/region.topics.ts';
import { topics as layer } from './layer/layer.topics.ts';
import { topics as flight } from './flight/flight.topics.ts';
import { topics as drc } from './drc/drc.topics.ts';
import { topics as command } from './command/command.topics.ts';
import { topics as organisation } from './organisation/organisation.topics.ts';
import { topics as operation } from './operation/operation.topics.ts';
import { topics as notification } from './notification/notification.topics.ts';
import { topics as telemetry } from './telemetry/telemetry.topics.ts';
import { topics as detectorModel } from './detector-model/detector-model.topics.ts';

export const liveTopics = {
  ...dockLog,
  ...remoteController,
  ...robot,
  ...region,
  ...layer,
  ...flight,
  ...drc,
  ...command,
  ...organisation,
  ...operation,
  ...notification,
  ...telemetry,
  ...detectorModel,
};
