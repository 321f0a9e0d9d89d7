import type { FirmwareHost } from '../firmware/index.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';

const restartSeconds = 60;
const idle = 0;
const upgradeMode = 3;

/** What an upgrade asks of this dock and does to it. */
export const firmwareHost = (
  core: DockCore,
  wire: Wire,
  { fetch, voice }: { fetch: FirmwareHost['fetch']; voice: { upgrading(): void } },
): FirmwareHost => {
  const { setup, body, droneModel, firmware } = core;
  return {
    sn: setup.sn,
    droneSn: setup.droneSn,
    idle: () => body.state.modeCode === idle,
    droneInDock: () => body.state.droneInDock,
    droneOn: () => body.drone.powered,
    batteryPercent: () => body.battery.percent,
    armed: (kind) => core.failures.take(kind),
    afterSeconds: (seconds, run) => core.afterSeconds(seconds, run),
    fetch,
    progress: (bid, data) => wire.event('ota_progress', data, { bid }),
    upgrading: (on) => {
      firmware.upgrading = on;
      body.state.modeCode = on ? upgradeMode : idle;
      voice.upgrading();
    },
    install: (of, version) => {
      if (of === 'dock') firmware.dock = version ?? core.model.firmware;
      else firmware.drone = version ?? droneModel.firmware;
    },
    restart: () => wire.cut((restartSeconds * 1000) / setup.speed),
    log: core.log,
  };
};
