import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';
import type { DebugHost } from './debug.ts';

const rebootSeconds = 60;
const working = 514_148;

/** The mechanics of this dock for the one who debugs it from afar. */
export function debugHost(core: DockCore, wire: Wire): DebugHost {
  const { body, failures } = core;
  const { state } = body;
  return {
    mayEnter: () => (state.modeCode === 4 ? working : 0),
    inDebug: () => state.modeCode === 2,
    airborne: () => !state.droneInDock,
    enter: (on) => {
      state.modeCode = on ? 2 : 0;
    },
    light: (on) => {
      state.light = on;
    },
    storeMode: (mode) => {
      state.storeMode = mode;
    },
    cover: (open) => (open ? body.openCover(failures.take('coverFault') !== null) : body.closeCover()),
    rods: (out) => {
      state.putter = out ? 1 : 0;
    },
    dronePower: (on) => body.setPower(on),
    charge: (on) => {
      body.battery.charging = on;
    },
    reboot: () => wire.cut((rebootSeconds * 1000) / core.setup.speed),
    later: (seconds, run) => core.afterSeconds(seconds, run),
    report: (method, bid, data) => wire.event(method, data, { bid }),
  };
}
