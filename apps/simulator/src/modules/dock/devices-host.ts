import type { DrcDesk } from '../drc/index.ts';
import type { PayloadDevicesHost } from '../gimbal/index.ts';
import type { Wire } from '../../platform/wire.ts';
import type { DockCore } from './core.ts';
import type { DockVoice } from './dock.voice.ts';

interface Parts {
  voice: Pick<DockVoice, 'payloads' | 'droneAudible'>;
  /** Made after them, since it orders them. */
  drc(): Pick<DrcDesk, 'reportDevices' | 'reportWindow'>;
}

/** What the payload devices of an aircraft are given of its dock; those of the third generation carry them. */
export const devicesHost = (
  core: DockCore,
  wire: Pick<Wire, 'event'>,
  { voice, drc }: Parts,
): PayloadDevicesHost => ({
  fitted: core.setup.payloadDevices ?? core.model.type === 3,
  droneOn: () => core.body.drone.powered,
  afterSeconds: (seconds, run) => core.afterSeconds(seconds, run),
  changed() {
    voice.payloads();
    drc().reportDevices();
  },
  wrote({ index, text }) {
    if (!voice.droneAudible) return;
    wire.event('psdk_floating_window_text', { psdk_index: index, value: text });
    drc().reportWindow(index, text);
  },
});
