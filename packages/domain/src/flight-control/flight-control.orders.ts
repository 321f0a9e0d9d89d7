import { z } from 'zod';
import { order } from '../command/order.ts';
import { limits } from '../limits.ts';
import { latitude, longitude, mostWhole, text } from '../shape.ts';
import { lostActions } from '../flight/flight.ts';
import { offerFlyTo, offerFlyToStop, offerTakeOff, takeOffLimits } from './flight-control.ts';
import { offerOrbit, offerOrbiting, orbitLimits } from './orbit.ts';
import { payloadCommandNames, payloadData, payloadIndex, refinePayload } from './payload.ts';
import { psdkLimits, searchlightLamps, searchlightModes } from './psdk.ts';

const { heightMin, heightMax, speedMin, speedMax } = limits.flightControl;
const { safeHeightMin, safeHeightMax } = takeOffLimits;
const { returnAltitudeMin, returnAltitudeMax } = limits.flight;
const { ttlPrepare, ackPrepare } = limits.command;

/** Which payload device of the aircraft it is, as the dock numbers them. */
const psdkIndex = z.number().int().min(0).max(limits.speaker.indexMax);
const psdk = {
  permission: ['dock:control'],
  rule: { control: 'payload', tracked: false },
  wire: 'cloud',
  form: 'live',
} as const;

export const orders = {
  takeOff: order({
    summary: 'Begin a flight by hand: take off and fly to a point, whose height is in metres above take-off',
    permission: ['flight:start'],
    fields: {
      lng: longitude,
      lat: latitude,
      height: z.number().min(heightMin).max(heightMax),
      safeHeight: z.number().int().min(safeHeightMin).max(safeHeightMax),
      rthAltitude: z.number().int().min(returnAltitudeMin).max(returnAltitudeMax),
      lostAction: z.enum(lostActions),
      maxSpeed: z.number().int().min(speedMin).max(speedMax),
    },
    rule: { ttl: ttlPrepare, ack: ackPrepare, confirm: true },
    wire: 'cloud',
    form: 'start',
    offer: offerTakeOff,
  }),
  flyTo: order({
    summary: 'Send an aircraft in flight to a point, whose height is in metres above take-off',
    permission: ['dock:control'],
    fields: {
      lng: longitude,
      lat: latitude,
      height: z.number().min(heightMin).max(heightMax),
      maxSpeed: z.number().int().min(speedMin).max(speedMax),
    },
    rule: { confirm: true },
    wire: 'cloud',
    form: 'dockState',
    offer: offerFlyTo,
  }),
  flyToStop: order({
    summary: 'Stop on the way to a point; the aircraft hovers',
    permission: ['dock:control'],
    wire: 'cloud',
    form: 'stopFlyTo',
    offer: offerFlyToStop,
  }),
  poiEnter: order({
    summary:
      'Fly around a point at the distance that the aircraft has from it; the height of the point is in metres above take-off',
    permission: ['dock:control'],
    fields: {
      lng: longitude,
      lat: latitude,
      height: z.number().min(orbitLimits.heightMin).max(orbitLimits.heightMax),
    },
    rule: { confirm: true },
    wire: 'cloud',
    form: 'dockState',
    offer: offerOrbit,
  }),
  poiSpeed: order({
    summary: 'Set how fast the aircraft flies around the point, in m/s; negative is clockwise',
    permission: ['dock:control'],
    fields: { circleSpeed: z.number().min(-orbitLimits.speedMax).max(orbitLimits.speedMax) },
    rule: { tracked: false },
    wire: 'cloud',
    form: 'live',
    offer: offerOrbiting,
  }),
  poiExit: order({
    summary: 'End the flight around a point; the aircraft hovers',
    permission: ['dock:control'],
    wire: 'cloud',
    form: 'stopFlyTo',
    offer: offerOrbiting,
  }),
  // Nobody else in the air sees it then.
  stealthOpen: order({
    summary: 'Put out all lights of the aircraft: stealth mode',
    permission: ['dock:control'],
    rule: { confirm: true, tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
  stealthClose: order({
    summary: 'End stealth mode: the lights of the aircraft shine again as they are set',
    permission: ['dock:control'],
    rule: { tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
  authorityFlight: order({
    summary:
      'Have the dock take the flight of its aircraft from whoever flies it, such as a remote controller',
    permission: ['dock:control'],
    rule: { tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
  authorityPayload: order({
    summary: 'Have the dock take a payload of its aircraft from whoever has it',
    permission: ['dock:control'],
    fields: { payloadIndex },
    rule: { control: 'payload', tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
  payloadCommands: order({
    summary: 'Have camera or gimbal do one of the things that may be ordered of them',
    permission: ['dock:control'],
    fields: { cmd: z.enum(payloadCommandNames), data: payloadData },
    refine: refinePayload,
    rule: { control: 'payload', tracked: false },
    wire: 'cloud',
    form: 'live',
  }),
  searchlightMode: order({
    ...psdk,
    summary: 'Have a searchlight shine in one of its ways, or go out',
    fields: { psdkIndex, lightMode: z.enum(searchlightModes) },
  }),
  searchlightBrightness: order({
    ...psdk,
    summary: 'Set how bright a searchlight shines, percent',
    fields: {
      psdkIndex,
      brightness: z.number().int().min(psdkLimits.brightnessMin).max(psdkLimits.brightnessMax),
    },
  }),
  searchlightTrim: order({
    ...psdk,
    summary: 'Turn a lamp of a searchlight by degrees; `saved`: also for the next time',
    fields: {
      psdkIndex,
      lamp: z.enum(searchlightLamps),
      degrees: z.number().int().min(-psdkLimits.trim).max(psdkLimits.trim),
      saved: z.boolean(),
    },
  }),
  searchlightCalibrate: order({
    ...psdk,
    summary: 'Have a searchlight calibrate the head that turns it',
    fields: { psdkIndex },
  }),
  widgetSet: order({
    ...psdk,
    summary: 'Set a widget of a payload device to a value, whose meaning its maker decides',
    fields: {
      psdkIndex,
      widget: z.number().int().min(0).max(psdkLimits.widgetMax),
      value: z.number().int().min(-mostWhole).max(mostWhole),
    },
  }),
  widgetText: order({
    ...psdk,
    summary: `Write into the text box of a payload device, at most ${psdkLimits.textBytes} bytes of UTF-8`,
    fields: { psdkIndex, text: text(psdkLimits.textBytes) },
  }),
};
