import { order } from '../command/order.ts';
import { offerDebugOpen, offerInDebug, offerRods } from './dock-debug.ts';

const debug = { permission: ['dock:control'], wire: 'cloud', form: 'dockState' } as const;
const tool = { ...debug, offer: offerInDebug } as const;

export const orders = {
  debugModeOpen: order({
    ...debug,
    summary: 'Begin remote debugging of an idle dock',
    offer: offerDebugOpen,
  }),
  debugModeClose: order({ ...tool, summary: 'End remote debugging' }),
  coverOpen: order({ ...tool, wire: 'both', summary: 'Open the cover of a dock' }),
  coverClose: order({
    ...tool,
    wire: 'both',
    summary: 'Close the cover of a dock, its aircraft inside or away from it',
    rule: { confirm: true },
  }),
  putterOpen: order({ ...tool, summary: 'Release the rods that hold the aircraft', offer: offerRods }),
  putterClose: order({
    ...tool,
    summary: 'Close the rods around the aircraft',
    offer: offerRods,
    rule: { confirm: true },
  }),
  droneOpen: order({ ...tool, summary: 'Switch the aircraft in the dock on' }),
  droneClose: order({ ...tool, summary: 'Switch the aircraft in the dock off' }),
  chargeOpen: order({ ...tool, summary: 'Begin to charge the aircraft in the dock' }),
  chargeClose: order({ ...tool, summary: 'End charging the aircraft in the dock' }),
  supplementLightOpen: order({ ...tool, summary: 'Switch the light of the dock on' }),
  supplementLightClose: order({ ...tool, summary: 'Switch the light of the dock off' }),
  deviceReboot: order({
    ...tool,
    summary: 'Restart the dock; it is away for one to three minutes',
    rule: { confirm: true },
  }),
};
