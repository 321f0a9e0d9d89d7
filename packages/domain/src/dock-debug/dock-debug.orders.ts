import { z } from 'zod';
import { order } from '../command/order.ts';
import { latitude, longitude, mark } from '../shape.ts';
import { cardDevices, esimOperators, offerOf, simSlots, type DebugMethod } from './dock-debug.ts';

const tool = (method: DebugMethod) =>
  ({ permission: ['dock:control'], wire: 'cloud', form: 'dockState', offer: offerOf(method) }) as const;
/** It cannot be undone from afar, or somebody may be hurt. */
const confirmed = { rule: { confirm: true } } as const;

const card = { device: z.enum(cardDevices), imei: z.string().regex(/^\d{14,17}$/) };
/** Serial number of the device that is wiped, as the person typed it. */
const typed = { serial: mark(1, 64) };
/** Metres above the ellipsoid. */
const height = z.number().min(-500).max(9_000);

export const orders = {
  debugModeOpen: order({ ...tool('debugModeOpen'), summary: 'Begin remote debugging of an idle dock' }),
  debugModeClose: order({ ...tool('debugModeClose'), summary: 'End remote debugging' }),
  coverOpen: order({ ...tool('coverOpen'), wire: 'both', summary: 'Open the cover of a dock' }),
  coverClose: order({
    ...tool('coverClose'),
    ...confirmed,
    wire: 'both',
    summary: 'Close the cover of a dock, its aircraft inside or away from it',
  }),
  // A propeller in its way breaks, and the cover with it.
  coverForceClose: order({
    ...tool('coverForceClose'),
    ...confirmed,
    summary:
      'Close the cover of an empty dock by force; `padEmpty`: whoever orders it has seen so in the picture',
    fields: { padEmpty: z.literal(true) },
  }),
  putterOpen: order({ ...tool('putterOpen'), summary: 'Release the rods that hold the aircraft' }),
  putterClose: order({
    ...tool('putterClose'),
    ...confirmed,
    summary: 'Close the rods around the aircraft',
  }),
  droneOpen: order({ ...tool('droneOpen'), summary: 'Switch the aircraft in the dock on' }),
  droneClose: order({
    ...tool('droneClose'),
    ...confirmed,
    summary: 'Switch the aircraft in the dock off',
  }),
  chargeOpen: order({ ...tool('chargeOpen'), summary: 'Begin to charge the aircraft in the dock' }),
  chargeClose: order({ ...tool('chargeClose'), summary: 'End charging the aircraft in the dock' }),
  supplementLightOpen: order({ ...tool('supplementLightOpen'), summary: 'Switch the light of the dock on' }),
  supplementLightClose: order({
    ...tool('supplementLightClose'),
    summary: 'Switch the light of the dock off',
  }),
  alarmOpen: order({ ...tool('alarmOpen'), summary: 'Switch siren and warning light of the dock on' }),
  alarmClose: order({ ...tool('alarmClose'), summary: 'Switch siren and warning light of the dock off' }),
  airConditionerStop: order({
    ...tool('airConditionerStop'),
    summary: 'Have the air conditioner of the dock rest',
  }),
  airConditionerCool: order({ ...tool('airConditionerCool'), summary: 'Have the air conditioner cool' }),
  airConditionerHeat: order({ ...tool('airConditionerHeat'), summary: 'Have the air conditioner heat' }),
  airConditionerDry: order({ ...tool('airConditionerDry'), summary: 'Have the air conditioner dehumidify' }),
  batteryMaintenanceOpen: order({
    ...tool('batteryMaintenanceOpen'),
    summary: 'Begin maintenance of the battery in the dock; the aircraft does not fly meanwhile',
  }),
  batteryMaintenanceClose: order({
    ...tool('batteryMaintenanceClose'),
    summary: 'End maintenance of the battery in the dock',
  }),
  lteOpen: order({
    ...tool('lteOpen'),
    summary: 'Have dock and aircraft speak over the mobile network beside their radio',
  }),
  lteClose: order({ ...tool('lteClose'), summary: 'Have dock and aircraft speak by radio alone' }),
  // A dock that comes in over this very card may not come back by it.
  simSlotSwitch: order({
    ...tool('simSlotSwitch'),
    ...confirmed,
    summary: 'Have a module for mobile data use its SIM or its eSIM',
    fields: { ...card, slot: z.enum(simSlots) },
  }),
  esimActivate: order({
    ...tool('esimActivate'),
    ...confirmed,
    summary: 'Activate the eSIM of a module for mobile data',
    fields: card,
  }),
  esimOperatorSwitch: order({
    ...tool('esimOperatorSwitch'),
    ...confirmed,
    summary: 'Change the operator of the eSIM of a module for mobile data',
    fields: { ...card, operator: z.number().int().min(esimOperators.first).max(esimOperators.last) },
  }),
  // Aircraft come home to where the dock believes that it stands.
  rtkCalibration: order({
    ...tool('rtkCalibration'),
    ...confirmed,
    summary: 'Calibrate the position of a dock by coordinates that were measured, metres above the ellipsoid',
    fields: { lng: longitude, lat: latitude, height },
  }),
  droneFormat: order({
    ...tool('droneFormat'),
    ...confirmed,
    summary: 'Erase the storage of the aircraft, whose serial number is typed',
    fields: typed,
  }),
  deviceFormat: order({
    ...tool('deviceFormat'),
    ...confirmed,
    summary: 'Erase the storage of the dock, whose serial number is typed',
    fields: typed,
  }),
  deviceReboot: order({
    ...tool('deviceReboot'),
    ...confirmed,
    summary: 'Restart the dock; it is away for one to three minutes',
  }),
};
