import { z } from 'zod';
import { gatewayKey } from '../dock/gateway-key.ts';
import type { RefusalReason } from '../envelope.ts';

/** Ways in which a searchlight shines, each at the place that is its number on devices. */
export const searchlightModes = ['off', 'on', 'strobe', 'fastStrobe', 'alternating'] as const;
export type SearchlightMode = (typeof searchlightModes)[number];
/** Its lamps, by their numbers on devices. */
export const searchlightLamps = ['left', 'right'] as const;
export type SearchlightLamp = (typeof searchlightLamps)[number];
/** What it says of its calibration, by the numbers of devices. */
export const searchlightCalibrations = ['done', 'running', 'failed'] as const;

/** Bounds of orders to payload devices. Beside `limits`, which the sign-in page brings along whole. */
export const psdkLimits = {
  /** Percent. */
  brightnessMin: 1,
  brightnessMax: 100,
  /** Degrees by which a lamp is turned to either side of where it was built. */
  trim: 3,
  /** No document says how far widgets are numbered or what they take: as wide as a list of them is read. */
  widgetMax: 65_535,
  /** Of a text for the text box, in UTF-8. */
  textBytes: 128,
} as const;

/** Orders to payload devices, in the order of their buttons. */
export const searchlightMethods = [
  'searchlightMode',
  'searchlightBrightness',
  'searchlightTrim',
  'searchlightCalibrate',
] as const;
export const widgetMethods = ['widgetSet', 'widgetText'] as const;
export const psdkMethods = [...searchlightMethods, ...widgetMethods] as const;
export type PsdkMethod = (typeof psdkMethods)[number];

/** Its orders go over the link of sticks, which somebody has to have opened; the others go the way of all orders. */
export const isOfSearchlight = (method: PsdkMethod): boolean =>
  searchlightMethods.some((one) => one === method);

const figure = z.number().nullable();
const flag = z.boolean().nullable();

/** A searchlight by its own word on the link of sticks; null in a field: it does not say. */
export const searchlightState = z.object({
  psdkIndex: z.number().int(),
  /** By the number of the device. */
  mode: z.number().int().nullable(),
  /** Percent. */
  brightness: figure,
  /** By the number of the device. */
  calibration: z.number().int().nullable(),
  /** Percent of a calibration. */
  progress: figure,
  /** Degrees by which each lamp is turned. */
  left: figure,
  right: figure,
  wideField: flag,
  /** It follows the gimbal of the camera. */
  followsGimbal: flag,
  /** When it said so, epoch ms. */
  at: z.number(),
});
export type SearchlightState = z.output<typeof searchlightState>;

/** What a payload device last wrote into its window over the picture. */
export const floatingText = z.object({
  psdkIndex: z.number().int(),
  text: z.string(),
  /** Epoch ms. */
  at: z.number(),
});
export type FloatingText = z.output<typeof floatingText>;

/** Gateways whose documents have no orders to a searchlight; a model that no document names is judged as the newest dock. */
export const lacksSearchlight = (nameOrKey: string): boolean =>
  ['3-1-0', '3-2-0', '2-174-0', '2-144-0'].includes(gatewayKey(nameOrKey));

/** Bytes of a text in UTF-8. */
export const utf8Bytes = (text: string): number =>
  [...text].reduce((sum, sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return sum + (code < 128 ? 1 : code < 2_048 ? 2 : code < 65_536 ? 3 : 4);
  }, 0);

/** What is given with an order to a payload device. */
export type PsdkFields = Readonly<Record<string, unknown>>;

/** What decides on orders to payload devices. */
export interface PsdkFacts {
  /** The aircraft. */
  online: boolean;
  /** Its dock reports by the link of sticks. */
  sticks: boolean;
  searchlights: readonly Pick<SearchlightState, 'psdkIndex'>[];
  /** As the dock reported them; null: it has said nothing of them. */
  payloads: readonly { index: number; values: readonly { index: number }[] }[] | null;
}

/** What of it stands against an order whichever device it is given to, and with what; null: nothing. */
export const psdkStateRefusal = (
  method: PsdkMethod,
  { online, sticks }: Pick<PsdkFacts, 'online' | 'sticks'>,
): RefusalReason | null => {
  if (!online) return 'droneOff';
  return isOfSearchlight(method) && !sticks ? 'drcMissing' : null;
};

/** Why a payload device is not ordered to do something, by what was reported of it; null: it may be. */
export const psdkRefusal = (
  method: PsdkMethod,
  { psdkIndex, widget, text }: PsdkFields,
  { searchlights, payloads, ...state }: PsdkFacts,
): RefusalReason | null => {
  const refused = psdkStateRefusal(method, state);
  if (refused) return refused;
  if (isOfSearchlight(method))
    return searchlights.some((one) => one.psdkIndex === psdkIndex) ? null : 'searchlightMissing';
  const payload = payloads?.find(({ index }) => index === psdkIndex);
  if (!payload) return 'psdkMissing';
  if (method === 'widgetText')
    return utf8Bytes(String(text)) > psdkLimits.textBytes ? 'widgetTextLong' : null;
  return payload.values.some(({ index }) => index === widget) ? null : 'widgetMissing';
};
